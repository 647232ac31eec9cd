import Glibc
import PWCore

extension Session {
  /// Shows a secret as a QR code: in a window if there is a display and a
  /// program to show pictures, else as text on standard output.
  ///
  /// - Parameters:
  ///   - secret: The password, or another line, without its end.
  ///   - name: Whose it is.
  /// - Throws: ``PassError``, ``SystemError`` or ``StreamError``.
  func showQRCode(_ secret: borrowing SecretBytes, of name: String) throws {
    guard let viewer = viewer(title: "\(program): \(name)") else {
      try output.write(try qrCode(secret, ["-t", terminal.isUTF8 ? "utf8" : "ascii"]))
      return
    }
    try output.flush()
    let picture = try qrCode(secret, ["-s", "10"])
    var window = ChildProcess(viewer)
    window.output = .standardError
    guard try window.run(feeding: picture).status == 0 else {
      throw PassError("Error: could not show the QR code", hint: "\(viewer[0]) has failed")
    }
  }

  private func qrCode(
    _ secret: borrowing SecretBytes, _ options: [String]
  ) throws -> SecretBytes {
    guard findProgram("qrencode") != nil else {
      throw PassError("Error: could not make a QR code", hint: "install qrencode, which makes it")
    }
    let result = try ChildProcess(["qrencode"] + options + ["-o", "-"]).runForSecret(
      feeding: secret)
    guard result.status == 0 else {
      throw PassError(
        "Error: could not make a QR code", hint: "it holds 2953 bytes at most, and at least one")
    }
    return result.takeOutput()
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
