import PWCore

extension Session {
  /// Shows a secret as a QR code.
  ///
  /// Called pass, the program does it in a window if there is a display and a
  /// program to show pictures, as pass does.
  ///
  /// - Parameters:
  ///   - secret: The password, or another line, without its end.
  ///   - name: Whose it is.
  ///   - target: Where the code goes.
  /// - Throws: ``QRCodeError``, ``QRCodeTooWide``, ``PassError``, ``SystemError`` or
  ///   ``StreamError``.
  func showQRCode(
    _ secret: borrowing SecretBytes, of name: String, on target: QRCodeTarget = .screen
  ) throws {
    let code = try QRCode(secret)
    if case .file(let path) = target {
      try code.png().write(to: path)
    } else if isCalledPass, let viewer = viewer(title: "\(program): \(name)") {
      try output.flush()
      var window = ChildProcess(viewer)
      window.output = .standardError
      guard try window.run(feeding: code.png()).status == 0 else {
        throw PassError("Error: could not show the QR code", hint: "\(viewer[0]) has failed")
      }
    } else {
      try output.write(try QRCodeDrawing(for: terminal, environment).lines(for: code))
    }
  }

  /// The command line of a program that shows the picture on its standard input.
  private func viewer(title: String) -> [String]? {
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
      return nil
    }
    let place = ["-geometry", "+200+200", "-"]
    let viewers = [
      ["feh", "-x", "--title", title, "-g", "+200+200", "-"],
      ["gm", "display", "-title", title] + place, ["display", "-title", title] + place,
    ]
    return viewers.first { findProgram($0[0]) != nil }
  }
}
