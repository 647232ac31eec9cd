/// Makes keys out of the bytes that a terminal sends.
///
/// Characters and escape sequences may come in pieces. What is pasted is text,
/// whatever is in it.
struct TerminalKeys: Sendable {
  /// The beginning of something whose rest has not come yet.
  private var pending: [UInt8] = []
  private var isPasting = false
  /// How many bytes are still to come in which the end of a line is the key Enter.
  private var typedAhead: Int

  /// Reads a terminal.
  ///
  /// - Parameter typedAhead: How many bytes were typed while the terminal took whole
  ///   lines: it has made the end of a line of the key.
  init(typedAhead: Int = 0) { self.typedAhead = typedAhead }

  /// Whether what has come may be the beginning of more; or else, after a while, the
  /// key Esc.
  var isWaiting: Bool { !pending.isEmpty && !isPasting }

  /// The keys in what has come.
  mutating func keys(in bytes: some Collection<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    var rest = (pending + bytes.map { withEnter($0) })[...]
    while let byte = rest.first {
      let length =
        isPasting
        ? takePasted(byte, rest, &keys)
        : byte == Self.escape
          ? takeSequence(rest, &keys)
          : byte < 0x20 || byte == 0x7F ? takeControl(byte, &keys) : takeText(rest, &keys)
      guard let length else { break }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return keys
  }

  /// The keys in what has come, when nothing has followed for a while.
  mutating func keysAfterPause() -> [TerminalKey] {
    guard isWaiting else { return [] }
    defer { pending = [] }
    return pending == [Self.escape] ? [.cancel] : []
  }

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func withEnter(_ byte: UInt8) -> UInt8 {
    guard typedAhead > 0 else { return byte }
    typedAhead -= 1
    return byte == 0x0A ? 0x0D : byte
  }

  private func takeControl(_ byte: UInt8, _ keys: inout [TerminalKey]) -> Int? {
    if let key = TerminalKey(control: byte) { keys.append(key) }
    return 1
  }

  /// Takes what is pasted, up to its end.
  private mutating func takePasted(
    _ byte: UInt8, _ rest: ArraySlice<UInt8>, _ keys: inout [TerminalKey]
  ) -> Int? {
    switch byte {
    case Self.escape:
      if rest.starts(with: Self.pasteEnd) {
        isPasting = false
        return Self.pasteEnd.count
      }
      return Self.pasteEnd.starts(with: rest) ? nil : 1
    case 0x03:
      // Should the end never come, there has to be a way out.
      isPasting = false
      keys.append(.cancel)
      return 1
    case 0x09, 0x0A, 0x0D:
      add(" ", to: &keys)
      return 1
    case 0..<0x20, 0x7F: return 1
    default: return takeText(rest, &keys)
    }
  }

  /// Takes a character.
  private func takeText(_ rest: ArraySlice<UInt8>, _ keys: inout [TerminalKey]) -> Int? {
    guard let lead = rest.first else { return nil }
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    // A byte that is no beginning is of another character set.
    guard length > 0, lead < 0xF5 else { return 1 }
    let continuation = rest.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    guard continuation.count == length - 1 else {
      return continuation.count == rest.count - 1 ? nil : 1
    }
    guard let text = String(validating: rest.prefix(length), as: UTF8.self) else { return 1 }
    // Control characters of the second kind are none that are typed.
    if !text.unicodeScalars.allSatisfy({ (0x80..<0xA0).contains($0.value) }) {
      add(text, to: &keys)
    }
    return length
  }

  private func add(_ text: String, to keys: inout [TerminalKey]) {
    if case .text(let before) = keys.last {
      keys[keys.count - 1] = .text(before + text)
    } else {
      keys.append(.text(text))
    }
  }

  /// Takes an escape sequence, whether it means something or not.
  private mutating func takeSequence(
    _ rest: ArraySlice<UInt8>, _ keys: inout [TerminalKey]
  ) -> Int? {
    guard let second = rest.dropFirst().first else { return nil }
    let body = rest.dropFirst(2)
    switch second {
    case UInt8(ascii: "["):
      // The function keys of the Linux console.
      if body.first == UInt8(ascii: "[") { return body.count > 1 ? 4 : nil }
      let parameters = body.prefix { (0x20..<0x40).contains($0) }
      guard let final = body.dropFirst(parameters.count).first else {
        // No terminal sends so many.
        return parameters.count > 32 ? parameters.count + 2 : nil
      }
      if parameters.elementsEqual("200".utf8), final == UInt8(ascii: "~") {
        isPasting = true
      } else if let key = TerminalKey(sequence: parameters, final: final) {
        keys.append(key)
      }
      return parameters.count + 3
    case UInt8(ascii: "O"):
      guard let final = body.first else { return nil }
      if let key = TerminalKey(sequence: [], final: final) { keys.append(key) }
      return 3
    case 0x08, 0x7F:
      // With Alt.
      keys.append(.deleteWord)
      return 2
    case 0..<0x20:
      // The key Esc, and another one at once.
      keys.append(.cancel)
      return 1
    case 0x80...: return 1
    default: return 2
    }
  }
}
