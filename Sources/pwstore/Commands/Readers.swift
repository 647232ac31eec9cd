import PWCore

// What makes values out of words, for the commands' parameters.

/// A key of an entry.
@Sendable func serviceKey(_ word: Argument) throws -> ServiceKey {
  try ServiceKey(bytes: word.bytes)
}

/// A folder of the store.
@Sendable func folderName(_ word: Argument) throws -> FolderName {
  try FolderName(bytes: word.bytes)
}

/// A word that has to be text, such as the name of a field.
@Sendable func text(_ word: Argument) throws -> String {
  guard let text = word.text else { throw UsageError("\(word) is not UTF-8 text") }
  return text
}

/// The path of a file outside the store.
@Sendable func filePath(_ word: Argument) throws -> FilePath {
  guard !word.bytes.isEmpty else { throw UsageError("the name of a file is empty") }
  return FilePath(word.bytes)
}

/// The name of a state of the store.
@Sendable func revision(of word: Argument) throws -> Revision {
  try Revision(try text(word))
}

/// What an entry has to be still: as in a revision, or not there.
@Sendable func expectedVersion(_ word: Argument) throws -> ExpectedVersion {
  word.bytes.isEmpty || word == "none" ? .nothing : .revision(try revision(of: word))
}
