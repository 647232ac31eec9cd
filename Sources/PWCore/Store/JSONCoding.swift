import FoundationEssentials

extension JSONEncoder {
  /// Writes what ``FoundationEssentials/JSONDecoder/forEntries`` reads: each
  /// value as itself, dates in ISO 8601 as far as that is exact.
  static var forEntries: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      let text = date.formatted(.iso8601)
      if (try? Date(text, strategy: .iso8601)) == date {
        try container.encode(text)
      } else {
        try container.encode(date.timeIntervalSinceReferenceDate)
      }
    }
    return encoder
  }
}

extension JSONDecoder {
  /// Reads dates in ISO 8601, or as seconds since 2001.
  static var forEntries: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        return try Date(text, strategy: .iso8601)
      }
      return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
    }
    return decoder
  }

  /// The decoder of a JSON text, for those that want to take it apart.
  func parts(of json: String) throws -> any Decoder {
    try decode(DecoderOfValue.self, from: Data(json.utf8)).decoder
  }
}

private struct DecoderOfValue: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }
}
