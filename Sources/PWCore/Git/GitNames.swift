/// The names that a repository has for its revisions and remotes, read from its
/// files alone.
///
/// For who completes a word: loading libgit2 takes longer than all else.
struct GitNames {
  private let gitDirectory: FilePath
  private let commonDirectory: FilePath

  /// Finds the repository of a folder; `nil` if the folder has none of its own.
  init?(workTree: FilePath) {
    let entry = workTree.appending(".git")
    switch FileKind(entry) {
    case .folder: gitDirectory = entry
    case .file:
      let mark = "gitdir: "
      guard let line = try? readFile(entry), line.starts(with: mark.utf8) else { return nil }
      gitDirectory = Self.path(line.dropFirst(mark.utf8.count), from: workTree)
    default: return nil
    }
    let common = (try? readFileIfAny(gitDirectory.appending("commondir"))) ?? nil
    commonDirectory =
      if let common { Self.path(common[...], from: gitDirectory) } else { gitDirectory }
  }

  /// HEAD, some before it, branches, tags and what is known of remotes' branches;
  /// nothing before the first commit.
  var revisions: [[UInt8]] {
    let places = ["refs/heads", "refs/tags", "refs/remotes"].map { Array($0.utf8) }
    var names: Set<[UInt8]> = []
    for place in places {
      addFiles(in: commonDirectory.appending(place), behind: [], to: &names)
    }
    let packed = (try? readFileIfAny(commonDirectory.appending("packed-refs"))) ?? []
    for line in packed.split(separator: 0x0A) {
      // "# pack-refs", or a commit, a blank and a name.
      let name = line.drop { $0 != 0x20 }.dropFirst()
      for place in places where name.starts(with: place) {
        names.insert(Array(name.dropFirst(place.count + 1)))
      }
    }
    guard !names.isEmpty else { return [] }
    let before = ["HEAD", "HEAD~1", "HEAD~2", "HEAD~3"].map { Array($0.utf8) }
    return before + names.sorted { $0.isBefore($1) }
  }

  /// The remotes in the repository's own configuration.
  var remotes: [[UInt8]] {
    let content = (try? readFileIfAny(commonDirectory.appending("config"))) ?? []
    let start = Array("[remote \"".utf8)
    var names: Set<[UInt8]> = []
    for line in content.split(separator: 0x0A) {
      let line = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard line.starts(with: start) else { continue }
      var name: [UInt8] = []
      var rest = line.dropFirst(start.count)
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        guard let next = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else { break }
        name.append(next)
      }
      if !name.isEmpty { names.insert(name) }
    }
    return names.sorted { $0.isBefore($1) }
  }

  private func addFiles(
    in folder: FilePath, behind path: [UInt8], to names: inout Set<[UInt8]>
  ) {
    guard let reader = try? FolderReader(folder) else { return }
    for item in reader.items {
      let name = path + item.name
      switch item.kind {
      case .file where !name.ends(with: Array(".lock".utf8)): names.insert(name)
      case .folder:
        addFiles(in: folder.appending(item.name), behind: name + [UInt8(ascii: "/")], to: &names)
      default: break
      }
    }
  }

  private static func path(_ line: ArraySlice<UInt8>, from folder: FilePath) -> FilePath {
    let path = FilePath(line.prefix { $0 != 0x0A })
    return path.isAbsolute ? path : folder.appending(path.bytes)
  }
}
