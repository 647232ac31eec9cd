/// Why a document of many entries cannot be applied.
///
/// No message holds a value, since values are secrets.
public enum DocumentError: Failure, Hashable {
  /// The document is no JSON object of entries.
  case notEntries(EntryError)
  /// What it says of this key cannot be an entry.
  case illegalEntry([UInt8], EntryError)
  /// Two of its keys are one and the same.
  case sameEntry([UInt8], [UInt8])
  /// This line, counted from 1, is none that is understood.
  case illegalLine(Int, String)
  /// The entry of this key is not text, which lines cannot hold.
  case notLines([UInt8])
  /// It says nothing of the folder whose other entries are to be deleted.
  case emptiesFolder(FolderName)

  /// What is wrong, and where.
  public var description: String {
    switch self {
    case .notEntries(let error): error.description
    case .illegalEntry(let key, let error): "cannot apply \(quoted(key)): \(error)"
    case .sameEntry(let key, let other):
      key == other
        ? "the document has the key \(quoted(key)) twice"
        : "the keys \(quoted(key)) and \(quoted(other)) are one and the same entry"
    case .illegalLine(let number, let reason): "line \(number): \(reason)"
    case .notLines(let key): "cannot print \(quoted(key)) as lines: the entry is not text"
    case .emptiesFolder(let folder):
      folder.isRoot
        ? "all entries of the store that the document does not name would be deleted"
        : "the document has no key in \(quoted(folder.bytes)), so all entries there would be deleted"
    }
  }

  /// ``ExitCode/usage`` for what the caller gave, ``ExitCode/failure`` for what an
  /// entry holds.
  public var exitCode: ExitCode { if case .notLines = self { .failure } else { .usage } }

  /// What to do instead, where that is known.
  public var hint: String? {
    switch self {
    case .illegalEntry(_, let error): error.hint
    case .illegalLine: "a line is KEY#FIELD=VALUE, or a comment behind \"#\""
    case .notLines: "JSON can hold it: --json"
    case .emptiesFolder: "if that is what you want, say so with --force"
    case .notEntries, .sameEntry: nil
    }
  }
}
