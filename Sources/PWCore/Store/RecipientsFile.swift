/// A `.gpg-id` file: the ids to which the entries of a folder are encrypted.
///
/// One id a line: a fingerprint, key id, address, name or group, `KEYID!` for
/// just that subkey. Blanks around it, all from a `#` on, and empty lines do not
/// count; nor does it matter how lines end, the last one included.
struct RecipientsFile {
  /// The name of the file in its folder.
  static let name = Array(".gpg-id".utf8)

  /// What the name of the signature's file has behind that of the file.
  static let signatureSuffix = Array(".sig".utf8)

  /// The ids in the file's order, at least one.
  let ids: [String]

  /// Reads the content of a recipients file.
  ///
  /// - Parameters:
  ///   - content: The file's bytes.
  ///   - path: The file, for messages.
  /// - Throws: ``StoreError/Reason/badRecipients`` if it names nobody or is not
  ///   UTF-8, ``StoreError/Reason/conflict`` if it holds the marks of a merge.
  init(_ content: [UInt8], path: FilePath) throws(StoreError) {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw StoreError(
        .badRecipients, "the recipients file \(quoted(path.bytes)) is not UTF-8 text")
    }
    let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    let marks = ["<<<<<<< ", ">>>>>>> "]
    guard !lines.contains(where: { line in marks.contains { String(line).hasPrefix($0) } }) else {
      throw StoreError(
        .conflict, "the recipients file \(quoted(path.bytes)) holds the marks of a merge",
        hint: "edit it so that it names the ids wanted, then commit it")
    }
    ids = lines.compactMap { line in
      let id = line.prefix { $0 != "#" }.trimmingBlanks()
      return id.isEmpty ? nil : String(id)
    }
    guard !ids.isEmpty else {
      throw StoreError(
        .badRecipients, "the recipients file \(quoted(path.bytes)) names nobody",
        hint: "write the id of at least one OpenPGP key into it, or run init")
    }
  }

  /// The id that a line names; `nil` if it names none.
  static func id(in line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    let id = text.unicodeScalars.prefix { $0 != "#" }.trimmingBlanks()
    return id.isEmpty ? nil : String(id)
  }

  /// Whether an id can stand in a recipients file and be read again as it is.
  static func isLegal(_ id: String) -> Bool {
    !id.isEmpty
      && !id.unicodeScalars.contains { $0 == "#" || $0 == "\n" || $0 == "\r" || $0 == "\0" }
      && Substring.UnicodeScalarView(id.unicodeScalars).trimmingBlanks().count
        == id.unicodeScalars.count
  }
}

extension Substring.UnicodeScalarView {
  /// Without blanks and tabs at both ends, and without a byte order mark.
  fileprivate func trimmingBlanks() -> Self {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
    var trimmed = drop(while: isBlank)
    while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
    return trimmed
  }
}
