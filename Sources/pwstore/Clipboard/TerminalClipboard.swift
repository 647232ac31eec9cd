import PWCore

/// The escape sequence with which a terminal takes text into the clipboard of
/// the machine in front of the user.
///
/// It is number 52 of xterm's operating system commands. Terminals may ignore
/// it, and tell nothing.
struct TerminalClipboard: Sendable {
  /// The largest text in bytes: in base64 these are 100,000, which is as much as
  /// some terminals take.
  static let limit = 74_994

  /// A program between us and the terminal, which has to be told that the
  /// sequence is not for itself.
  enum Multiplexer {
    case tmux
    case screen
  }

  let multiplexer: Multiplexer?

  /// Whether there is a terminal that may have a clipboard.
  init?(_ environment: Environment) {
    switch environment["TERM"] {
    case nil, "dumb", "linux": return nil
    case let kind?:
      let isTmux = environment["TMUX"] != nil || kind.hasPrefix("tmux")
      multiplexer = isTmux ? .tmux : environment["STY"] != nil ? .screen : nil
    }
  }

  /// The sequence that copies `content`; that of no bytes clears the clipboard.
  func sequence(
    copying content: borrowing SecretBytes, to selection: Clipboard.Selection
  ) -> SecretBytes {
    var plain = SecretBytes(minimumCapacity: content.count * 2)
    plain.append("\u{1B}]52;\(selection.rawValue.prefix(1));".utf8)
    content.withBytes { bytes in base64(bytes) { plain.append($0) } }
    plain.append(UInt8(ascii: "\u{7}"))

    var sequence = SecretBytes(minimumCapacity: plain.count * 2 + 64)
    switch multiplexer {
    case nil: return plain
    case .tmux:
      // Its settings decide which of both it heeds. Escapes within are doubled.
      sequence.append(plain)
      sequence.append("\u{1B}Ptmux;\u{1B}".utf8)
      sequence.append(plain)
      sequence.append("\u{1B}\\".utf8)
    case .screen:
      // It takes 768 bytes at a time.
      plain.withBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: 512) {
          sequence.append("\u{1B}P".utf8)
          sequence.append(bytes.extracting(start..<min(start + 512, bytes.count)))
          sequence.append("\u{1B}\\".utf8)
        }
      }
    }
    return sequence
  }
}
