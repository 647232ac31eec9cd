import PWCore

/// Where a QR code goes.
enum QRCodeTarget: Hashable, Sendable {
  case screen
  /// To a picture.
  case file(FilePath)

  /// The picture that a word names, by its ending; `nil` if it names none.
  init?(fileNamed word: String) {
    guard word.lowercased().hasSuffix(".png") else { return nil }
    self = .file(FilePath(word))
  }

  /// The option of commands that can show a secret as a QR code.
  ///
  /// - Parameter help: What it does.
  /// - Returns: The option.
  static func option(_ help: String) -> Option<QRCodeTarget> {
    Option(
      "qrcode", "q", value: "FILE", bare: .screen, completion: .files, letterTakesValue: false,
      "\(help); in a picture, if one is named"
    ) { (word) throws(UsageError) -> QRCodeTarget in
      guard word.bytes.suffix(4).map({ $0 | 0x20 }).elementsEqual(".png".utf8) else {
        throw UsageError("a picture's name ends in \".png\", unlike \(word)")
      }
      return .file(FilePath(word.bytes))
    }
  }

  /// What the help of a command with the option tells about it.
  static let help = """
    A QR code is drawn on standard output: on a terminal in black and white, elsewhere in \
    characters that are right for a dark background, or with $PWSTORE_QR_INVERT set to 1 for a \
    light one. --qrcode=FILE.png makes a picture instead, readable for its user only.
    """
}
