import Testing

@testable import PWCore

@Suite struct RecipientsFileTests {
  private func ids(_ text: String) throws -> [String] {
    try RecipientsFile(Array(text.utf8), path: FilePath("/s/.gpg-id")).ids
  }

  @Test(arguments: [
    ("ann@example.org\n", ["ann@example.org"]), ("A\nB", ["A", "B"]), ("A\r\nB\r\n", ["A", "B"]),
    ("# all\n\n  \tA \t\n B # me\n#\nC#c\n", ["A", "B", "C"]),
    ("Ann Lee <ann@example.org>\n0xABCD!\n", ["Ann Lee <ann@example.org>", "0xABCD!"]),
    ("\u{FEFF}A\n", ["A"]), ("--hidden\n", ["--hidden"]),
  ])
  func `reads ids`(text: String, expected: [String]) throws {
    #expect(try ids(text) == expected)
  }

  @Test(arguments: ["", "\n", "# nobody\n\n", " \t\r\n"])
  func `refuses a file that names nobody`(text: String) {
    let error = #expect(throws: StoreError.self) { try ids(text) }
    #expect(error?.reason == .badRecipients)
    #expect(error?.exitCode == .cannotEncrypt)
    #expect(error?.description == #"the recipients file "/s/.gpg-id" names nobody"#)
  }

  @Test func `refuses the marks of a merge`() {
    let text = "<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> other\n"
    #expect(#expect(throws: StoreError.self) { try ids(text) }?.exitCode == .conflict)
  }

  @Test func `refuses what is not UTF-8`() {
    #expect(throws: StoreError.self) {
      try RecipientsFile([0x41, 0xFF, 0x0A], path: FilePath("/s/.gpg-id"))
    }
  }

  @Test(arguments: [
    ("A", true), ("Ann Lee", true), ("", false), ("A\nB", false), ("A#", false), (" A", false),
  ])
  func `knows what can be written`(id: String, isLegal: Bool) {
    #expect(RecipientsFile.isLegal(id) == isLegal)
  }
}
