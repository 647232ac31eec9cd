import PWCore

extension Extension {
  /// The names of the extensions that would be found, in no order.
  ///
  /// - Parameters:
  ///   - start: How they have to begin.
  ///   - session: Knows the folders.
  /// - Returns: The names.
  static func names(beginningWith start: [UInt8], in session: Session) -> [[UInt8]] {
    var names: Set<[UInt8]> = []
    var places: [(folder: FilePath, isForPass: Bool)] = path(of: session).map { ($0, false) }
    places.append((systemFolder, true))
    if session.environment["PASSWORD_STORE_ENABLE_EXTENSIONS"] == "true" {
      places += [(folder(in: session), true), (folder(in: session), false)]
    }
    for (folder, isForPass) in places {
      let prefix = isForPass ? start : "pwstore-".utf8 + start
      guard let reader = try? FolderReader(folder, namesBeginningWith: prefix) else { continue }
      for item in reader.items where isProgram(folder.appending(item.name)) {
        let name =
          isForPass
          ? item.name.dropLast(".bash".utf8.count) : item.name.dropFirst("pwstore-".utf8.count)
        guard !isForPass || item.name.suffix(5).elementsEqual(".bash".utf8) else { continue }
        if canBeName(String(decoding: name, as: UTF8.self)) { names.insert(Array(name)) }
      }
    }
    return Array(names)
  }

  /// The names that are text, for suggestions.
  static func names(in session: Session) -> [String] {
    names(beginningWith: [], in: session).compactMap { String(validating: $0, as: UTF8.self) }
  }
}
