import Testing

@testable import PWCore

@Suite struct Base64Tests {
  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{0}?>~\u{FF}", "AD8+fsO/"),
  ])
  func `writes bytes as text, and reads them`(bytes: String, text: String) throws {
    #expect(base64(Array(bytes.utf8).span) == Array(text.utf8))
    var written = SecretBytes()
    written.append(base64: SecretBytes(bytes.utf8))
    #expect(written.unprotected() == Array(text.utf8))
    switch SecretBytes(text.utf8).decodingBase64() {
    case .some(let read): #expect(read.unprotected() == Array(bytes.utf8))
    case .none: Issue.record("\(text) is not read")
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "Zm-_", "=m9v", "Zg==Zg==",
  ])
  func `refuses what is none`(text: String) {
    let isRead =
      switch SecretBytes(text.utf8).decodingBase64() {
      case .some: true
      case .none: false
      }
    #expect(!isRead)
  }
}
