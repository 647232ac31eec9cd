@testable import PWCore
import Testing

@Suite struct PrintableTextTests {
  @Test(
    arguments: [
      ([0x61, 0x1B, 0x5B, 0x32, 0x4A], #"a\x1b[2J"#), ([0xC3, 0xA9], "é"),
      ([0x65, 0xCC, 0x81], "e\u{301}"),
      ([0xE9, 0x61], #"\xe9a"#), (Array("\u{202E}x".utf8), #"\u{202e}x"#),
      (Array("🏠 \"q\"".utf8), "🏠 \"q\""),
    ] as [([UInt8], String)])
  func `shows bytes from outside without their effects`(bytes: [UInt8], expected: String) {
    #expect(Array(printable(bytes).utf8) == Array(expected.utf8))
  }
}
