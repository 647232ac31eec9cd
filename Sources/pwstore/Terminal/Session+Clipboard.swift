import PWCore

extension Session {
  func copyToClipboard(_ secret: borrowing SecretBytes, of name: String) throws {}
  func showQRCode(_ secret: borrowing SecretBytes, of name: String) throws {}
}
