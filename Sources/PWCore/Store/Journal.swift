import Glibc

/// The record of a change under way, from which it can be finished or undone if
/// its process dies.
///
/// It lies in the repository's own folder, where no pull can put one, or in a
/// store without git beside the entries. It holds names, never contents.
struct Journal {
  /// The commit's message.
  var message: String
  /// As in ``Change``.
  var removalMessage: String?
  /// As in ``Change``.
  var firstMessage: String?
  /// As in ``Change``.
  var keepsUncommitted: Bool
  /// The files concerned.
  var steps: [Step]
  /// As in ``Change``.
  var alsoCommitted: [[UInt8]]
  /// As in ``Change``.
  var merge: Change.Merge?
  /// The branch that was checked out, as git's `HEAD` says it.
  var head: [UInt8]
  /// How far the change has come.
  private(set) var stage = Stage.begun

  /// How far a change has come; each but the first is noted in the record.
  enum Stage: String, CaseIterable {
    /// New files are being written.
    case begun
    /// They all are, and the change is taking effect.
    case prepared
    /// It has taken effect; the old content is being removed.
    case done
    /// It has failed, and the old content is being put back.
    case undone
  }

  /// One file's change.
  struct Step {
    /// The file, relative to the store.
    var target: [UInt8]
    /// The name, in the same folder, of the new content; empty if the file is
    /// to go.
    var temporary: [UInt8]
    /// The name, in the same folder, for the old content meanwhile; empty if the
    /// change is not to be put back.
    var backup: [UInt8]
    /// The stamp that the file had before; empty if there was none.
    var old: [UInt8]

    /// As in ``Change/Step``.
    var isFirst: Bool

    /// Whether the file gets new content.
    var writes: Bool { !temporary.isEmpty }

    /// The path of one of the three, in a store.
    func path(_ name: KeyPath<Step, [UInt8]>, in root: FilePath) -> FilePath {
      let target = root.appending(target)
      return name == \.target ? target : target.parent.appending(self[keyPath: name])
    }
  }

  /// Plans how to carry out a change.
  init(_ change: Change, in root: FilePath) {
    message = change.message
    (removalMessage, firstMessage) = (change.removalMessage, change.firstMessage)
    keepsUncommitted = change.keepsUncommitted
    (alsoCommitted, merge) = (change.alsoCommitted, change.merge)
    let tag = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    steps = change.steps.enumerated().map { number, step in
      let name = "\(FolderName.ownPrefix)\(tag)-\(number)"
      let isRemoved = if case .removed = step.content { true } else { false }
      return Step(
        target: step.target,
        temporary: isRemoved ? [] : Array("\(name).new".utf8),
        backup: change.keepsUncommitted ? [] : Array("\(name).old".utf8),
        old: Self.stamp(root.appending(step.target)), isFirst: step.isFirst)
    }
    head = Self.head(in: root)
  }

  /// The commit's message in a repository that holds some of the steps.
  func message(for steps: [Step]) -> String {
    let onlyLoses = !steps.isEmpty && !steps.contains(where: \.writes)
    return onlyLoses && self.steps.contains(where: \.writes) ? removalMessage ?? message : message
  }

  // A list of strings, each with a NUL behind it: names may hold all else.
  private static let magic = "pwstore journal 3"
  private static let end = "end"

  /// The record as bytes.
  private var encoded: [UInt8] {
    var fields = [Self.magic, message, removalMessage ?? "", firstMessage ?? ""].map {
      Array($0.utf8)
    }
    fields.append(Array((keepsUncommitted ? "keep" : "put back").utf8))
    fields.append(Array(String(steps.count).utf8))
    for step in steps {
      fields += [step.target, step.temporary, step.backup, step.old]
      fields.append(Array((step.isFirst ? "first" : "").utf8))
    }
    fields.append(head)
    fields.append(Array((merge?.text ?? "").utf8))
    fields += alsoCommitted
    fields.append(Array(Self.end.utf8))
    return Array(fields.joined(separator: [0])) + [0]
  }

  /// Reads a record.
  ///
  /// - Returns: `nil` if it is not whole, or names anything that we would not: it
  ///   may come from somebody else.
  private init?(_ bytes: [UInt8]) {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .dropLast().map(Array.init)[...]
    // The last mark counts; the record proper ends before the first.
    var marks: [Stage] = []
    while let text = fields.last, let mark = Stage(rawValue: String(decoding: text, as: UTF8.self))
    {
      marks.append(mark)
      fields.removeLast()
    }
    stage = marks.first ?? .begun
    guard fields.popLast() == Array(Self.end.utf8), fields.popFirst() == Array(Self.magic.utf8),
      let message = fields.popFirst(), let removalMessage = fields.popFirst(),
      let firstMessage = fields.popFirst(), let policy = fields.popFirst(),
      let count = fields.popFirst().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
      count >= 0, count < fields.count, fields.count > count * 5 + 1
    else { return nil }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    self.message = text(message)
    self.removalMessage = removalMessage.isEmpty ? nil : text(removalMessage)
    self.firstMessage = firstMessage.isEmpty ? nil : text(firstMessage)
    keepsUncommitted = policy == Array("keep".utf8)
    steps = (0..<count).map { number in
      let start = fields.startIndex + number * 5
      return Step(
        target: fields[start], temporary: fields[start + 1], backup: fields[start + 2],
        old: fields[start + 3], isFirst: !fields[start + 4].isEmpty)
    }
    let rest = fields[(fields.startIndex + count * 5)...]
    head = rest[rest.startIndex]
    let merge = text(rest[rest.startIndex + 1])
    self.merge = Change.Merge(merge)
    if self.merge == nil, !merge.isEmpty { return nil }
    alsoCommitted = Array(rest.dropFirst(2))
    let areOurs = steps.allSatisfy { step in
      Self.staysInside(step.target) && Self.isOurs(step.temporary) && Self.isOurs(step.backup)
    }
    guard areOurs, alsoCommitted.allSatisfy(Self.staysInside) else { return nil }
  }

  private static func staysInside(_ path: [UInt8]) -> Bool {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual("..".utf8) && !part.elementsEqual(".git".utf8)
    }
  }

  private static func isOurs(_ name: [UInt8]) -> Bool {
    name.isEmpty
      || (name.starts(with: FolderName.ownPrefix.utf8) && !name.contains(UInt8(ascii: "/")))
  }

  // MARK: - What was there before

  /// Tells a file from what it may be replaced by: device, number, size and time
  /// of the last change.
  ///
  /// - Returns: Empty if there is no file.
  static func stamp(_ path: FilePath) -> [UInt8] {
    var information = stat()
    guard path.withCString({ lstat($0, &information) }) == 0 else { return [] }
    let time = information.st_mtim
    return Array(
      "\(information.st_dev) \(information.st_ino) \(information.st_size) \(time.tv_sec) \(time.tv_nsec)"
        .utf8)
  }

  /// What git's `HEAD` says now.
  static func head(in root: FilePath) -> [UInt8] {
    let head = path(in: root).parent.appending("HEAD")
    guard head.parent != root, let content = try? readFile(head),
      content.starts(with: "ref: ".utf8)
    else { return [] }
    return content.filter { $0 != 0 }
  }

  // MARK: - The file

  /// Where the store's record lies while there is one.
  static func path(in root: FilePath) -> FilePath {
    let git = root.appending(".git")
    let name = "pwstore-journal"
    switch FileKind(git) {
    case .folder: return git.appending(name)
    case .file:
      // A linked work tree or a submodule: "gitdir: PATH".
      let prefix = Array("gitdir: ".utf8)
      guard let content = try? readFile(git), content.starts(with: prefix) else { break }
      let target = FilePath(content.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\n") })
      return (target.isAbsolute ? target : root.appending(target.bytes)).appending(name)
    default: break
    }
    return root.appending(".\(name)")
  }

  /// Reads the record that a process left which died during a change.
  ///
  /// - Returns: `nil` if it is not whole, so that nothing had begun.
  /// - Throws: ``SystemError``; the record then has to stay.
  static func left(in root: FilePath) throws(SystemError) -> Journal? {
    Journal(try readFile(path(in: root)))
  }

  /// Writes the record.
  ///
  /// - Throws: ``SystemError``.
  func begin(in root: FilePath) throws(SystemError) {
    let file = try FileDescriptor(
      Self.path(in: root), O_WRONLY | O_CREAT | O_TRUNC, action: "write")
    try file.write(encoded.span)
  }

  /// Notes how far the change has come, for who finds the record of a dead
  /// process.
  ///
  /// - Throws: ``SystemError``.
  mutating func mark(_ stage: Stage, in root: FilePath) throws(SystemError) {
    let file = try FileDescriptor(Self.path(in: root), O_WRONLY | O_APPEND, action: "write")
    let bytes = Array(stage.rawValue.utf8) + [0]
    try file.write(bytes.span)
    // One file is old or new whatever happens; several need the record for that.
    if steps.count > 1 { try file.synchronize() }
    self.stage = stage
  }

  /// Removes the record.
  static func end(in root: FilePath) { path(in: root).withCString { _ = unlink($0) } }
}

extension Change.Merge {
  /// The record of it: the two commits, and how they are joined.
  fileprivate var text: String {
    "\(head ?? "none") \(other) \(isFastForward ? "forward" : "merge")"
  }

  /// Reads the record; `nil` if it is none.
  fileprivate init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    func isCommit(_ word: String) -> Bool {
      [40, 64].contains(word.utf8.count) && word.utf8.allSatisfy { Self.digits.contains($0) }
    }
    guard words.count == 3, words[0] == "none" || isCommit(words[0]), isCommit(words[1]),
      ["forward", "merge"].contains(words[2])
    else { return nil }
    self.init(
      head: words[0] == "none" ? nil : words[0], other: words[1],
      isFastForward: words[2] == "forward")
  }

  private static let digits = Set("0123456789abcdef".utf8)
}
