/// A file whose conflict a merge has left to be resolved.
struct GitUnmergedFile: Equatable {
  /// The file, relative to the work tree.
  let path: [UInt8]
  /// What both sides come from; `nil` if they have made it anew.
  fileprivate(set) var base: GitBlob?
  /// What it is on the side that is checked out; `nil` if it is gone there.
  fileprivate(set) var ours: GitBlob?
  /// What it is on the other side.
  fileprivate(set) var theirs: GitBlob?
}

extension GitRepository {
  /// The files whose conflicts are to be resolved, with all sides of each.
  ///
  /// - Throws: ``GitError``.
  func unmergedFiles() throws(GitError) -> [GitUnmergedFile] {
    var files: [GitUnmergedFile] = []
    // "100644 <id> <stage>\t<path>"
    for line in try git.output(["ls-files", "-z", "--unmerged"], "read the index of")
      .split(separator: 0)
    {
      let words = line.prefix { $0 != 0x09 }.split(separator: 0x20).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3 else { continue }
      let path = Array(line.drop { $0 != 0x09 }.dropFirst())
      if files.last?.path != path { files.append(GitUnmergedFile(path: path)) }
      let blob = GitBlob(mode: words[0], id: words[1])
      switch words[2] {
      case "1": files[files.count - 1].base = blob
      case "2": files[files.count - 1].ours = blob
      default: files[files.count - 1].theirs = blob
      }
    }
    return files
  }
}
