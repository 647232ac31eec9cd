import PWCore

/// The name of an entry or folder as it was typed, for pass's verbs.
///
/// They say it, and write it into commits, as it was typed; which entry it means
/// is what ``key`` and ``folder`` tell.
struct EntryName: Sendable {
  /// The bytes of the word.
  let typed: [UInt8]
  /// The folder that it means, if it means one; `/` and nothing are the root.
  let folder: FolderName
  /// The entry that it means; `nil` for the root.
  let key: ServiceKey?

  /// Checks a word.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  @Sendable init(_ word: Argument) throws {
    typed = word.bytes
    folder = try FolderName(bytes: word.bytes)
    key = folder.isRoot ? nil : try ServiceKey(bytes: word.bytes)
  }

  /// Whether it ends in a slash, and so means the folder where there is an entry
  /// of the same name.
  var meansFolder: Bool { typed.last == UInt8(ascii: "/") }

  /// What was typed without one slash at the end, as pass cuts it from most
  /// names.
  var withoutFinalSlash: [UInt8] { meansFolder ? typed.dropLast() : typed }
}

extension EntryName: CustomStringConvertible {
  /// The name as it was typed, with control characters escaped.
  var description: String { printable(typed) }
}
