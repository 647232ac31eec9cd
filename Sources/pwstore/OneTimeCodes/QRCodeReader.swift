import PWCore

/// Finds the key URI in a picture of a QR code, by the program zbarimg.
///
/// The picture goes to it through a pipe: it is as much of a secret as the URI.
enum QRCodeReader {
  /// Reads a picture.
  ///
  /// - Throws: ``SystemError``, ``QRCodeReaderError``.
  static func uri(inPicture path: FilePath) throws -> SecretBytes {
    try uri(in: try SecretBytes.contents(of: path), "the picture \(quoted(path.bytes))")
  }

  /// Lets the user choose a part of the screen, and reads that.
  ///
  /// - Throws: ``SystemError``, ``QRCodeReaderError``.
  static func uri(onScreenOf environment: Environment) throws -> SecretBytes {
    try checkReader()
    let words: [String]
    if environment["WAYLAND_DISPLAY"] != nil {
      guard findProgram("grim") != nil, findProgram("slurp") != nil else {
        throw QRCodeReaderError(
          "cannot take a picture of the screen", hint: "install grim and slurp, which do it")
      }
      let choice = try ChildProcess(["slurp"]).run()
      let area = String(decoding: choice.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      guard choice.status == 0, !area.isEmpty else { throw notTaken }
      words = ["grim", "-g", area, "-"]
    } else if environment["DISPLAY"] != nil {
      let programs = [["maim", "--select", "--format=png"], ["import", "png:-"]]
      guard let found = programs.first(where: { findProgram($0[0]) != nil }) else {
        throw QRCodeReaderError(
          "cannot take a picture of the screen",
          hint: "install maim, or import of ImageMagick, which do it")
      }
      words = found
    } else {
      throw QRCodeReaderError("cannot take a picture of the screen: there is no display")
    }
    let taken = try ChildProcess(words).runForSecret()
    guard taken.status == 0 else { throw notTaken }
    return try uri(in: taken.takeOutput(), "that part of the screen")
  }

  private static let notTaken = QRCodeReaderError("no part of the screen was chosen")

  private static func checkReader() throws {
    guard findProgram("zbarimg") != nil else {
      throw QRCodeReaderError(
        "cannot read a QR code: there is no zbarimg", hint: "install the package zbar-tools")
    }
  }

  private static func uri(in picture: consuming SecretBytes, _ name: String) throws -> SecretBytes {
    try checkReader()
    var reader = ChildProcess([
      "zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-",
    ])
    reader.errors = .discarded
    let text = try reader.runForSecret(feeding: picture).takeOutput()
    var (found, others): ([SharedSecret], Bool) = ([], !text.isEmpty)
    for number in 1... {
      let line = text.line(number)
      if line.isEmpty { break }
      others = true
      let isURI = line.withBytes { bytes in
        ["otpauth", "steam://"].contains { start in
          bytes.count >= start.utf8.count
            && zip(0..., start.utf8).allSatisfy { bytes[$0] == $1 }
        }
      }
      if isURI { found.append(SharedSecret(line)) }
    }
    guard let uri = found.first else {
      throw QRCodeReaderError(
        "\(name) has no QR code\(others ? " of a key URI" : " that can be read")")
    }
    guard found.count == 1 else {
      throw QRCodeReaderError("\(name) has \(found.count) QR codes of key URIs, and not one")
    }
    return uri.bytes.copy()
  }
}

/// There is no key URI to be had from a picture.
struct QRCodeReaderError: Failure, Hashable {
  let description: String
  let hint: String?

  init(_ description: String, hint: String? = nil) {
    (self.description, self.hint) = (description, hint)
  }

  var exitCode: ExitCode { .failure }
}
