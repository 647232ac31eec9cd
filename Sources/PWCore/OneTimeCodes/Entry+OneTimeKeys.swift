// The keys for one-time codes in an entry.
extension Entry {
  /// A key that was found, and where.
  struct FoundKey {
    var place: OneTimeKeyPlace
    var uri: SharedSecret
    var parsed: KeyURI
  }

  /// Whether there is a key, in order or not.
  package var hasOneTimeKey: Bool { !places.isEmpty }

  /// Finds a key.
  ///
  /// - Parameters:
  ///   - label: Its label, issuer or account, in any case; or a part of it that no
  ///     other has. `nil` for the first key.
  ///   - key: The entry's own key.
  /// - Returns: The key, which is in order.
  /// - Throws: ``OneTimeKeyError``.
  func oneTimeKey(_ label: String?, of key: ServiceKey) throws(OneTimeKeyError) -> FoundKey {
    let places = places
    guard let first = places.first else { throw .noKey(key) }
    guard let label else {
      do throws(KeyURIError) {
        return try found(at: first, of: key)
      } catch { throw .badKey(error, key) }
    }
    var all: [FoundKey] = []
    var fault: KeyURIError?
    for place in places {
      do throws(KeyURIError) { all.append(try found(at: place, of: key)) } catch { fault = error }
    }
    let wanted = label.lowercased()
    func names(_ found: FoundKey) -> [String] {
      [found.parsed.key.label, found.parsed.key.account, found.parsed.key.issuer]
        .map { $0.lowercased() }.filter { !$0.isEmpty }
    }
    if let exact = all.first(where: { names($0).contains(wanted) }) { return exact }
    let near = all.filter { $0.parsed.key.label.lowercased().contains(wanted) && !wanted.isEmpty }
    if near.count == 1 { return near[0] }
    if near.isEmpty, all.isEmpty, let fault { throw .badKey(fault, key) }
    let labels = (near.isEmpty ? all : near).map(\.parsed.key.label)
    throw near.isEmpty
      ? .noSuchLabel(label, labels, key) : .ambiguousLabel(label, labels, key)
  }

  /// Writes a new value of the counter that is part of a key.
  mutating func setCounter(_ counter: Int, of found: FoundKey) {
    guard let range = found.parsed.counterRange else { return }
    let shift =
      found.place.range.lowerBound
      - (found.place.form == .uriWithoutScheme ? "otpauth:".utf8.count : 0)
    replace(
      (range.lowerBound + shift)..<(range.upperBound + shift), with: SecretBytes("\(counter)".utf8))
  }

  /// Puts a key into the entry: in the place of the one that a label names, or of
  /// the only one, or as a new last line.
  ///
  /// - Parameters:
  ///   - uri: The key's URI.
  ///   - label: Which key it replaces, as for ``oneTimeKey(_:of:)``.
  ///   - isAddition: Whether it replaces none.
  ///   - key: The entry's own key.
  /// - Returns: Whether it has replaced one.
  /// - Throws: ``OneTimeKeyError``.
  package mutating func setOneTimeKey(
    _ uri: borrowing SecretBytes, replacing label: String?, isAddition: Bool, of key: ServiceKey
  ) throws(OneTimeKeyError) -> Bool {
    let places = places
    if isAddition || (places.isEmpty && label == nil) {
      addLine(uri)
      return false
    }
    if label == nil, places.count > 1 {
      let labels = places.compactMap { try? found(at: $0, of: key).parsed.key.label }
      throw .severalKeys(labels, key)
    }
    // One that is not in order can be replaced, too.
    let place = try label.map { (label) throws(OneTimeKeyError) in
      try oneTimeKey(label, of: key).place
    }
    replace((place ?? places[0]).range, with: uri)
    return true
  }

  private var places: [OneTimeKeyPlace] { bytes.withRawBytes { OneTimeKeyPlace.all(in: $0) } }

  private func found(
    at place: OneTimeKeyPlace, of key: ServiceKey
  ) throws(KeyURIError) -> FoundKey {
    let uri = SharedSecret(
      try bytes.withRawBytes { (text) throws(KeyURIError) in try place.uri(in: text, of: key) })
    let parsed = try uri.bytes.withRawBytes { (text) throws(KeyURIError) in try KeyURI(text) }
    return FoundKey(place: place, uri: uri, parsed: parsed)
  }

  private mutating func replace(_ range: Range<Int>, with new: borrowing SecretBytes) {
    let text = bytes.withRawBytes { old in
      var text = SecretBytes(minimumCapacity: old.count + new.count)
      text.append(old.part(0..<range.lowerBound))
      text.append(new)
      text.append(old.part(range.upperBound..<old.count))
      return text
    }
    bytes = text
  }

  private mutating func addLine(_ line: borrowing SecretBytes) {
    let (isEnded, hasCR) = bytes.withRawBytes { text in
      let first = text.firstIndex(of: UInt8(ascii: "\n"), in: 0..<text.count) ?? 0
      return (
        text.isEmpty || text.last == UInt8(ascii: "\n"),
        first > 0 && text[first - 1] == UInt8(ascii: "\r")
      )
    }
    let lineBreak = hasCR ? "\r\n" : "\n"
    if !isEnded { bytes.append(lineBreak.utf8) }
    bytes.append(line)
    bytes.append(lineBreak.utf8)
  }
}
