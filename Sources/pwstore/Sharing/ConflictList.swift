import PWCore

// How conflicts are told, to people and to programs; never with their values.

extension MergeConflict {
  /// The entry's key, or the path of a file that is no entry.
  var keyBytes: [UInt8] {
    let suffix = Array(".gpg".utf8)
    return path.suffix(suffix.count) == suffix[...] ? Array(path.dropLast(suffix.count)) : path
  }

  /// What it is about, in one line.
  var title: String {
    let key = printable(keyBytes)
    return switch subject {
    case .field(let name): "\(key): both sides have changed \(quoted(name))"
    case .content: "\(key): both sides have changed it as a whole"
    case .name(let ours, let theirs):
      "\(key): ours is called \(quoted(ours)) now, and theirs \(quoted(theirs))"
    }
  }

  /// What it is about, with who has changed it and when: three lines.
  var lines: [String] {
    [title, "  ours:   \(ours.origin)", "  theirs: \(theirs.origin)"]
  }

  /// The conflict as an object.
  var json: JSONText {
    var members: [(String, JSONText)] = [("key", .string(keyBytes))]
    switch subject {
    case .field(let name): members.append(("field", .text(name)))
    case .content: members.append(("field", .null))
    case .name(let ours, let theirs):
      members.append(("field", .null))
      members.append(
        ("names", .object([("ours", .string(ours)), ("theirs", .string(theirs))])))
    }
    members += [("ours", ours.json), ("theirs", theirs.json)]
    return .object(members.map { (name: $0.0, value: $0.1) })
  }
}

extension MergeConflict.Version {
  /// Who, and when.
  var origin: String {
    let author = author.isEmpty ? "somebody" : printable(author)
    return seconds == 0 ? author : "\(author), \(localTime(secondsSince1970: seconds))"
  }

  fileprivate var json: JSONText {
    .object([
      ("author", author.isEmpty ? .null : .text(author)),
      ("date", seconds == 0 ? .null : .text(localTime(secondsSince1970: seconds))),
    ])
  }
}
