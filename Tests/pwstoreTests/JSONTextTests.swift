import Foundation
import Testing

@testable import pwstore

@Suite struct JSONTextTests {
  @Test func `writes values on one line or on many`() {
    let value = JSONText.object([
      ("a", .array([.number(-1), .boolean(true), .null])), ("b", .object([])), ("c", .array([])),
    ])
    #expect(
      String(decoding: value.encoded(isIndented: false), as: UTF8.self)
        == #"{"a":[-1,true,null],"b":{},"c":[]}"# + "\n")
    #expect(
      String(decoding: value.encoded(), as: UTF8.self) == """
        {
          "a": [
            -1,
            true,
            null
          ],
          "b": {},
          "c": []
        }

        """)
  }

  @Test(arguments: [
    "", "a\"\\/\n\r\t", "\u{0}\u{1B}[2J\u{7F}\u{9B}", "é🏠\u{202E}\u{E0001}\u{2028}",
  ])
  func `writes strings that any reader reads back`(text: String) throws {
    let bytes = JSONText.text(text).encoded()
    let read = try JSONDecoder().decode(String.self, from: Data(bytes))
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    #expect(!bytes.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
  }

  @Test(arguments: [[0xE9], [0x61, 0xFF, 0x62], [0xFF, 0xFE, 0xFD, 0xFC]] as [[UInt8]])
  func `writes bytes that are not text as base64`(bytes: [UInt8]) throws {
    let encoded = Data(JSONText.string(bytes).encoded())
    let read = try JSONDecoder().decode([String: Data].self, from: encoded)
    #expect(read == ["base64": Data(bytes)])
  }
}
