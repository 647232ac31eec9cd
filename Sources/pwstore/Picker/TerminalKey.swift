/// A key, or several, as the picker understands them.
enum TerminalKey: Hashable, Sendable {
  case text(String)
  case left
  case right
  case lineStart
  case lineEnd
  case deleteBackward
  case deleteForward
  case deleteWord
  case deleteToStart
  case up
  case down
  case pageUp
  case pageDown
  case first
  case last
  case enter
  case copy
  case code
  /// Ctrl-D, which deletes or ends.
  case endOfInput
  case redraw
  case suspend
  case cancel

  /// Whether it changes what is typed, or where in it the cursor is.
  var edits: Bool {
    switch self {
    case .text, .left, .right, .lineStart, .lineEnd, .deleteBackward, .deleteForward, .deleteWord,
      .deleteToStart:
      true
    default: false
    }
  }

  /// The meaning of a control character; `nil` if it has none.
  init?(control byte: UInt8) {
    switch byte {
    case 0x01: self = .lineStart  // Ctrl-A
    case 0x02: self = .left  // Ctrl-B
    case 0x03, 0x07, 0x1C: self = .cancel  // Ctrl-C, Ctrl-G and Ctrl-\
    case 0x04: self = .endOfInput
    case 0x05: self = .lineEnd  // Ctrl-E
    case 0x06: self = .right  // Ctrl-F
    case 0x08, 0x7F: self = .deleteBackward
    case 0x09, 0x0A, 0x0E: self = .down  // Tab, Ctrl-J, Ctrl-N
    case 0x0B, 0x10: self = .up  // Ctrl-K, Ctrl-P
    case 0x0C: self = .redraw  // Ctrl-L
    case 0x0D: self = .enter
    case 0x0F: self = .code  // Ctrl-O
    case 0x15: self = .deleteToStart  // Ctrl-U
    case 0x17: self = .deleteWord  // Ctrl-W
    case 0x19: self = .copy  // Ctrl-Y
    case 0x1A: self = .suspend  // Ctrl-Z
    default: return nil
    }
  }

  /// The meaning of an escape sequence, from its parameters and its last byte; `nil`
  /// if it has none.
  init?(sequence parameters: ArraySlice<UInt8>, final: UInt8) {
    switch final {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .first
    case UInt8(ascii: "F"): self = .last
    case UInt8(ascii: "M") where parameters.isEmpty: self = .enter  // Of the keypad.
    case UInt8(ascii: "Z"): self = .up  // Shift-Tab
    case UInt8(ascii: "~"):
      switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
      case "1", "7": self = .first
      case "4", "8": self = .last
      case "3": self = .deleteForward
      case "5": self = .pageUp
      case "6": self = .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
