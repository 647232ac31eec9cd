import CQREncode
import Glibc

/// A QR code: a square of dark and light modules.
///
/// It is as much of a secret as what it says, so its modules live in memory of
/// their own, and are wiped.
public struct QRCode: ~Copyable {
  /// The number of modules in a row, without the quiet zone around the code.
  public let size: Int
  private let modules: SecretBytes

  /// Makes the smallest code that says `text`, with error correction of level L.
  ///
  /// - Parameter text: From 1 to 2,953 bytes.
  /// - Throws: ``QRCodeError``, or an error that names the library that is missing.
  ///
  /// The corresponding C functions are `QRcode_encodeString` and, where there is a
  /// NUL in the text, `QRcode_encodeData`.
  public init(_ text: borrowing SecretBytes) throws {
    guard !text.isEmpty else { throw QRCodeError.empty }
    guard let functions = LibQREncode.functions else {
      throw MissingLibrary(
        action: "make a QR code", library: "libqrencode", package: "libqrencode4")
    }
    var terminated = text.copy()
    terminated.append(UInt8(0))
    let code = terminated.withRawBytes { bytes in
      if strlen(bytes.assumingMemoryBound(to: CChar.self).baseAddress!) == text.count {
        // Digits and capitals take less room in it than other bytes.
        return functions.QRcode_encodeString(
          bytes.assumingMemoryBound(to: CChar.self).baseAddress, 0, QR_ECLEVEL_L, QR_MODE_8, 1)
      }
      return functions.QRcode_encodeData(
        Int32(clamping: text.count), bytes.assumingMemoryBound(to: UInt8.self).baseAddress, 0,
        QR_ECLEVEL_L)
    }
    guard let code else {
      throw errno == ERANGE ? QRCodeError.tooLong : QRCodeError.failed(errno)
    }
    defer { functions.QRcode_free(code) }
    size = Int(code.pointee.width)
    let drawn = UnsafeMutableRawBufferPointer(start: code.pointee.data, count: size * size)
    var modules = SecretBytes(minimumCapacity: size * size)
    modules.append(UnsafeRawBufferPointer(drawn))
    self.modules = modules
    explicit_bzero(code.pointee.data, size * size)
  }

  /// Whether a module is dark; those outside of the code are not.
  public func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules.withBytes { $0[row * size + column] & 1 == 1 }
  }
}
