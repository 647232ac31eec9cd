import CGit2
import Glibc

/// Who has made a commit, and when.
struct GitIdentity {
  var name: [UInt8]
  var email: [UInt8]
  /// Seconds since 1970.
  var seconds: Int
  /// Minutes east of Greenwich.
  var offset: Int

  /// The two that a commit has.
  enum Role: String {
    case author
    case committer
  }

  /// Finds out who it is, as git does.
  ///
  /// What environment and settings say is read here. For anything else (the
  /// system's idea of the user, dates in other forms than git's own), git
  /// itself is asked: it has the last word anyway.
  ///
  /// - Throws: ``GitError``: `noIdentity`.
  init(
    _ role: Role, _ configuration: GitConfiguration, _ program: GitProgram
  ) throws(GitError) {
    let environment = program.environment
    let prefix = "GIT_\(role.rawValue.uppercased())_"
    func find(_ part: String) -> String? {
      if let value = environment["\(prefix)\(part.uppercased())"] { return value }
      for name in ["\(role.rawValue).\(part)", "user.\(part)"] {
        if let value = configuration.value(name), !value.isEmpty { return value }
      }
      return nil
    }
    let date = environment["\(prefix)DATE"] ?? ""
    if let name = find("name").map(Self.withoutCrud), !name.isEmpty,
      let email = find("email").map(Self.withoutCrud),
      let time = date.isEmpty ? Self.now() : Self.internalDate(date)
    {
      self.init(name: name, email: email, seconds: time.seconds, offset: time.offset)
    } else {
      self = try Self.ask(role, program)
    }
  }

  private init(name: [UInt8], email: [UInt8], seconds: Int, offset: Int) {
    (self.name, self.email, self.seconds, self.offset) = (name, email, seconds, offset)
  }

  /// The name and address as a user id of a key has them.
  var userID: [UInt8] { name + Array(" <".utf8) + email + Array(">".utf8) }

  private static func ask(_ role: Role, _ program: GitProgram) throws(GitError) -> GitIdentity {
    let result = try program.run(["var", "GIT_\(role.rawValue.uppercased())_IDENT"], "commit in")
    var line = result.output
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    let parts = line.split(separator: UInt8(ascii: " "))
    guard result.status == 0, parts.count >= 3, let open = line.firstIndex(of: UInt8(ascii: "<")),
      let close = line.lastIndex(of: UInt8(ascii: ">")), open > 0,
      let time = internalDate(
        parts.suffix(2).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))
    else {
      throw GitError(.noIdentity(result.reason), "commit in", program.folder)
    }
    return GitIdentity(
      name: Array(line[..<(open - 1)]), email: Array(line[(open + 1)..<close]),
      seconds: time.seconds, offset: time.offset)
  }

  private static func now() -> (seconds: Int, offset: Int) {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return (now, local.tm_gmtoff / 60)
  }

  /// Reads git's own form of a date, "@1700000000 +0100"; without the "@", the
  /// number must have nine digits, since a short one might be a year.
  static func internalDate(_ text: String) -> (seconds: Int, offset: Int)? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 5,
      let sign = parts[1].first, sign == "+" || sign == "-",
      let zone = Int(parts[1].dropFirst()), zone % 100 < 60
    else { return nil }
    let digits = parts[0].drop { $0 == "@" }
    let hasMark = parts[0].utf8.count == digits.utf8.count + 1
    guard hasMark || digits.utf8.count >= 9, digits.utf8.count == parts[0].utf8.count || hasMark,
      digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let seconds = Int(digits)
    else { return nil }
    let minutes = zone / 100 * 60 + zone % 100
    return (seconds, sign == "-" ? -minutes : minutes)
  }

  /// Drops what cannot stand in a commit, and what names rarely mean to end in.
  static func withoutCrud(_ text: String) -> [UInt8] {
    func isCrud(_ byte: UInt8) -> Bool { byte <= 32 || ".,:;<>\"\\'".utf8.contains(byte) }
    let trimmed = Array(text.utf8).drop(while: isCrud)
    let end = trimmed.lastIndex { !isCrud($0) } ?? trimmed.startIndex - 1
    return trimmed[..<(end + 1)].filter { !"\n<>".utf8.contains($0) }
  }

  /// Lends the identity to libgit2.
  func withSignature<R, E: Error>(
    _ body: (UnsafePointer<git_signature>) throws(E) -> R
  ) throws(E) -> R {
    let when = git_time(
      time: Int64(seconds), offset: Int32(offset), sign: offset < 0 ? 0x2D : 0x2B)
    return try name.withCString { (name) throws(E) -> R in
      try email.withCString { (email) throws(E) -> R in
        var signature = git_signature(
          name: UnsafeMutablePointer(mutating: name), email: UnsafeMutablePointer(mutating: email),
          when: when)
        return try body(&signature)
      }
    }
  }
}
