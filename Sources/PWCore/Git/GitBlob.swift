/// What a tree of git has at a path that is no folder.
struct GitBlob: Hashable, Sendable {
  /// What kind of file it is, in git's octal digits: "100644", "100755" for a
  /// program, "120000" for a symbolic link, "160000" for another repository.
  var mode: String
  /// The content's id, in hexadecimal digits.
  var id: String

  /// Whether it is a file, and no link or repository.
  var isFile: Bool { mode.hasPrefix("100") }
}
