/// What a `.gitattributes` file says of entries: see gitattributes(5).
struct GitAttributes: Equatable {
  /// The name of the file in the work tree.
  static let name = ".gitattributes"

  /// The file's content.
  private(set) var bytes: [UInt8]

  private static let pattern = "*.gpg"
  private static let line = "*.gpg diff=gpg -text merge=pwstore"
  /// What we have written before there was a merge of our own.
  private static let oldLine = "*.gpg diff=gpg -text merge=binary"

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the file says how entries are merged.
  var namesMergeDriver: Bool {
    ownLines.contains { line in
      line.split { $0 == 0x20 || $0 == 0x09 }.contains { word in
        ["merge", "-merge", "!merge", "binary"].contains { word.elementsEqual($0.utf8) }
          || word.starts(with: "merge=".utf8)
      }
    }
  }

  /// With a line for entries if there is none, and the newest one of ours.
  func completed() -> GitAttributes {
    guard !ownLines.isEmpty else { return appending(Self.line) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.elementsEqual(Self.oldLine.utf8) ? Array(Self.line.utf8) : Array($0)
    }
    return GitAttributes(Array(lines.joined(separator: [0x0A])))
  }

  /// With a line that has git merge entries by us.
  func merging() -> GitAttributes { appending("\(Self.pattern) merge=pwstore") }

  private func appending(_ line: String) -> GitAttributes {
    let separator = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
    return GitAttributes(bytes + "\(separator)\(line)\n".utf8)
  }

  /// The lines about entries.
  private var ownLines: [[UInt8]] {
    bytes.split(separator: 0x0A).map { Array($0) }.filter { line in
      line.starts(with: "\(Self.pattern) ".utf8) || line.starts(with: "\(Self.pattern)\t".utf8)
    }
  }
}
