import Glibc
import PWCore

/// Asks someone at the terminal.
///
/// Questions and answers go past standard input and output, so that both may be
/// pipes. Questions end in a colon and a blank; no trace of a secret stays on
/// the screen.
struct Prompt: ~Copyable {
  private let input: Int32
  private let output: Int32
  private let owned: Int32?

  /// Opens the terminal: `/dev/tty`, else standard input and standard error if
  /// someone sits there.
  ///
  /// - Throws: ``PromptError/noTerminal``.
  init() throws(PromptError) {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    if terminal >= 0 {
      (input, output, owned) = (terminal, terminal, terminal)
    } else {
      guard isatty(0) == 1 else { throw .noTerminal }
      (input, output, owned) = (0, 2, nil)
    }
  }

  /// Asks on open files, which stay the caller's: those of standard input and
  /// standard error for questions that a script may answer.
  ///
  /// Without a terminal at `input`, questions are not shown.
  init(reading input: Int32, writing output: Int32) {
    (self.input, self.output, owned) = (input, output, nil)
  }

  deinit {
    if let owned { close(owned) }
  }

  /// Asks for a line of text.
  ///
  /// - Parameter question: What to show, with what stands before the answer.
  /// - Returns: The answer, without the end of the line.
  /// - Throws: ``PromptError`` or ``StreamError``.
  func ask(_ question: String) throws -> String {
    try show(question)
    let line = try readLine(nil, question)
    let text = line.withBytes { line in
      line.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }
    guard let text else { throw PromptError.notText }
    return text
  }

  /// Asks for a line that is shown while it is typed, though it is a secret.
  ///
  /// - Parameter question: What to show, with what stands before the answer.
  /// - Returns: The answer, without the end of the line; empty where input that
  ///   is no terminal has ended.
  /// - Throws: ``PromptError`` or ``StreamError``.
  func askLine(_ question: String) throws -> SecretBytes {
    try show(question)
    do {
      return try readLine(nil, question)
    } catch PromptError.cancelled where isatty(input) != 1 {
      return SecretBytes()
    }
  }

  /// Asks for a secret, which is not shown while it is typed.
  ///
  /// - Parameters:
  ///   - question: What to show, with what stands before the answer.
  ///   - needsLineEnd: Whether a last line without its end is no answer.
  /// - Returns: The answer, without the end of the line. A terminal takes lines
  ///   of up to 4,095 bytes.
  /// - Throws: ``PromptError`` or ``StreamError``.
  func askSecret(_ question: String, needsLineEnd: Bool = false) throws -> SecretBytes {
    // The echo goes first: from the question on, someone may type.
    let hidden = try HiddenInput(on: input)
    try show(question)
    // The user's own end of the line was hidden, too.
    defer { try? show("\n") }
    return try readLine(hidden, question, needsLineEnd: needsLineEnd)
  }

  /// Asks a question to which "y" and "yes" agree, and all else does not.
  ///
  /// - Parameters:
  ///   - question: A sentence with its question mark.
  ///   - isLikely: Whether no answer at all agrees, too.
  /// - Returns: Whether the user agrees.
  /// - Throws: ``PromptError`` or ``StreamError``.
  func confirm(_ question: String, isLikely: Bool = false) throws -> Bool {
    let answer = try ask("\(question) \(isLikely ? "[Y/n]" : "[y/N]") ").lowercased()
    return ["y", "yes"].contains(answer) || (isLikely && answer.isEmpty)
  }

  private func show(_ text: String) throws(StreamError) {
    guard isatty(input) == 1 else { return }
    try Output.writeAll(Array(text.utf8).span, to: output, .terminal)
  }

  /// Reads up to the end of the line and no byte more, as what follows may be
  /// for someone else.
  private func readLine(
    _ hidden: borrowing HiddenInput?, _ question: String, needsLineEnd: Bool = false
  ) throws -> SecretBytes {
    var line = SecretBytes()
    while true {
      switch hidden {
      case .some(let hidden):
        while hidden.wait() { try show(question) }
      case .none: break
      }
      let start = line.count
      guard try line.appendFrom(input, upTo: 1, .terminal) > 0 else {
        // A last line without its end mostly counts; nothing at all does not.
        guard start > 0, !needsLineEnd else { throw PromptError.cancelled }
        return line
      }
      if line.withBytes({ $0[start] == UInt8(ascii: "\n") }) {
        line.removeLast()
        // All that is typed beyond is dropped by the kernel without a word.
        if line.count >= 4095, isatty(input) == 1 { throw PromptError.tooLong }
        return line
      }
    }
  }
}
