import Testing

@testable import pwstore

@Suite struct TerminalKeysTests {
  private func keys(_ pieces: String...) -> [TerminalKey] {
    var reader = TerminalKeys()
    return pieces.flatMap { reader.keys(in: Array($0.utf8)) }
  }

  @Test func `text comes in pieces as it is typed`() {
    #expect(keys("ab c") == [.text("ab c")])
    var reader = TerminalKeys()
    let euro = Array("€x".utf8)
    #expect(reader.keys(in: euro[..<2]) == [] && reader.isWaiting)
    #expect(reader.keys(in: euro[2...]) == [.text("€x")] && !reader.isWaiting)
    #expect(reader.keys(in: Array("👩‍👩‍👧é".utf8)) == [.text("👩‍👩‍👧é")])
  }

  @Test func `bytes that are no UTF-8 do no harm`() {
    var reader = TerminalKeys()
    #expect(
      reader.keys(in: [0xFF, 0xE9, 0x61, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x62]) == [.text("ab")])
    // A control character in two bytes.
    #expect(reader.keys(in: [0xC2, 0x9B, 0x63]) == [.text("c")])
    #expect(reader.keys(in: [0xE2]) == [] && reader.isWaiting)
    #expect(reader.keysAfterPause() == [] && !reader.isWaiting)
    #expect(reader.keys(in: [0x64]) == [.text("d")])
  }

  @Test func `control characters are keys`() {
    #expect(
      keys("\r\u{19}\u{F}\u{3}\u{7}\u{4}") == [.enter, .copy, .code, .cancel, .cancel, .endOfInput])
    #expect(
      keys("\u{8}\u{7F}\u{17}\u{15}\u{1}\u{5}")
        == [.deleteBackward, .deleteBackward, .deleteWord, .deleteToStart, .lineStart, .lineEnd])
    #expect(
      keys("\u{10}\u{E}\u{B}\n\t\u{1A}\u{C}") == [.up, .down, .up, .down, .down, .suspend, .redraw])
    #expect(keys("\u{0}\u{11}\u{13}") == [])
  }

  @Test(arguments: [
    ("\u{1B}[A", TerminalKey.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[D", .left),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6;3~", .pageDown), ("\u{1B}[H", .first), ("\u{1B}[4~", .last),
    ("\u{1B}OF", .last), ("\u{1B}[3~", .deleteForward), ("\u{1B}[Z", .up),
    ("\u{1B}\u{7F}", .deleteWord),
    ("\u{1B}OM", .enter),
  ])
  func `escape sequences are keys, in whatever pieces`(sequence: String, key: TerminalKey) {
    let bytes = Array(sequence.utf8)
    for end in 1..<bytes.count {
      var reader = TerminalKeys()
      #expect(reader.keys(in: bytes[..<end]) == [] && reader.isWaiting)
      #expect(reader.keys(in: bytes[end...] + Array("x".utf8)) == [key, .text("x")])
    }
  }

  @Test func `unknown sequences are nothing`() {
    #expect(keys("\u{1B}[24~\u{1B}[<0;1;1M\u{1B}[[Aa\u{1B}xb\u{1B}éc") == [.text("abéc")])
    #expect(keys("\u{1B}[" + String(repeating: "1", count: 40), "x") == [.text("x")])
  }

  @Test func `Esc alone gives up, once nothing has followed`() {
    var reader = TerminalKeys()
    #expect(reader.keys(in: [0x1B]) == [] && reader.isWaiting)
    #expect(reader.keysAfterPause() == [.cancel] && !reader.isWaiting)
    #expect(reader.keys(in: Array("\u{1B}[".utf8)) == [])
    #expect(reader.keysAfterPause() == [])
    #expect(keys("\u{1B}\r") == [.cancel, .enter])
  }

  @Test func `what is pasted is text`() {
    #expect(keys("\u{1B}[200~a\rb\t\u{7}c\u{1B}[Ad\u{1B}[201~\r") == [.text("a b c[Ad"), .enter])
    var reader = TerminalKeys()
    #expect(reader.keys(in: Array("\u{1B}[200~a\u{1B}[20".utf8)) == [.text("a")])
    #expect(!reader.isWaiting && reader.keysAfterPause() == [])
    #expect(reader.keys(in: Array("1~\r".utf8)) == [.enter])
    #expect(keys("\u{1B}[200~a\u{3}\r") == [.text("a"), .cancel, .enter])
  }

  @Test func `Enter was a line's end while the terminal took lines`() {
    var reader = TerminalKeys(typedAhead: 3)
    #expect(reader.keys(in: Array("ab\nc\n".utf8)) == [.text("ab"), .enter, .text("c"), .down])
  }
}
