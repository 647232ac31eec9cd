import PWCore

enum Grep {
  static let words = Positional(
    repeated: "GREP-ARGUMENT", atLeast: 1, "A pattern, and options of grep(1)"
  ) { $0.bytes }

  static let command = Command(
    name: "grep", summary: "Search in the decrypted entries", topic: .search,
    discussion: """
      Decrypts every entry, and runs grep on each with all the words. What it finds stands below \
      the entry's name. Entries that cannot be decrypted are told on standard error; the others \
      are searched all the same. The status is 0 also where nothing is found.
      """,
    examples: [
      .init("grep -i example", "Lines with \"example\", in any case"),
      .init("grep '^url: '", "Which entries have a URL"),
    ],
    parameters: [words.parameter], isPassVerb: true, takesWordsAsTheyAre: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[words]
    // What is no search is done once, not for each entry.
    if words.contains(where: { ["--help", "--version", "-V"].contains(Argument($0)) }) {
      try replaceProcess([Array("grep".utf8)] + words)
    }
    let color = session.terminal.wantsColor ? "always" : "never"
    let grep = ChildProcess([Array("grep".utf8), Array("--color=\(color)".utf8)] + words)
    // Wrong words are told once, and before anybody is asked for a passphrase.
    guard try grep.run().status < 2 else { throw failure(in: session) }

    var (failures, grepFailures) = (0, 0)
    try session.store().scan {
      (text) in
      try Finding(of: grep, in: text)
    } _: { name, result in
      switch result {
      case .success(let finding) where finding.status == 0:
        try print(finding.text.printedByShell(), of: name, in: session)
      case .success(let finding): if finding.status > 1 { grepFailures += 1 }
      case .failure(let error as any Failure):
        // Nobody wants to decline again and again.
        if error.isCancellation { throw error }
        session.warn(error.description)
        failures += 1
      case .failure(let error): throw error
      }
    }
    if grepFailures > 0 { throw failure(in: session) }
    // For pass that is no failure.
    if failures > 0, !session.isCalledPass { throw QuietEnd(.cannotDecrypt) }
  }

  /// grep has said what is wrong.
  private static func failure(in session: Session) -> QuietEnd {
    QuietEnd(session.isCalledPass ? .failure : .usage)
  }

  /// What grep says of one entry; it may be on its way between threads.
  private final class Finding {
    let status: Int32
    let text: SecretBytes

    init(of grep: ChildProcess, in text: borrowing SecretBytes) throws {
      let result = try grep.runForSecret(feeding: text)
      status = result.status
      self.text = result.takeOutput()
    }
  }

  private static func print(
    _ finding: borrowing SecretBytes, of name: [UInt8], in session: Session
  ) throws {
    let shown = session.terminal.isTerminal ? Array(printable(name).utf8) : name
    let start = shown.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    func write(_ code: String) throws {
      if session.terminal.wantsColor { try session.output.write("\u{1B}[\(code)m") }
    }
    try write("94")
    try session.output.write(shown[..<start])
    try write("1")
    try session.output.write(shown[start...])
    try write("0")
    try session.output.write(":\n")
    try session.output.write(finding)
  }
}

extension SecretBytes {
  /// The text as a shell prints what a program has printed: without NULs, and
  /// with one line's end at the end.
  fileprivate borrowing func printedByShell() -> SecretBytes {
    withBytes { bytes in
      var end = bytes.count
      while end > 0, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == 0 { end -= 1 }
      var printed = SecretBytes(minimumCapacity: end + 1)
      for index in 0..<end where bytes[index] != 0 { printed.append(bytes[index]) }
      printed.append(UInt8(ascii: "\n"))
      return printed
    }
  }
}

extension Failure {
  /// Whether the user has declined to give a passphrase.
  fileprivate var isCancellation: Bool {
    ((self as? StoreError)?.cause as? GPGError)?.reason == .cancelled
  }
}
