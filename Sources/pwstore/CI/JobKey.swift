import CSystem
import Glibc
import PWCore

/// The private key of a job, as its platform hands it over.
enum JobKey {
  /// Reads the key that the option names, or else the variable.
  ///
  /// - Parameters:
  ///   - file: The file; `-` is standard input.
  ///   - session: The session.
  /// - Returns: The key, in OpenPGP's own form.
  /// - Throws: ``UsageError`` if there is none, ``StreamError``, ``SystemError``.
  static func given(_ file: FilePath?, in session: Session) throws -> SharedSecret {
    if let file {
      guard file != FilePath("-") else { return decoded(SharedSecret(try session.readInput())) }
      do throws(SystemError) {
        return decoded(SharedSecret(try SecretBytes.contents(of: file)))
      } catch {
        throw UsageError("\(error)", hint: error.hint)
      }
    }
    guard let value = SecretVariables.value(SecretVariables.key) else {
      throw UsageError(
        "no private key is given",
        hint: "give it in the variable \(SecretVariables.key), or with \"--key-file\"")
    }
    return decoded(value)
  }

  /// A key that was made fit for a variable of one line, as it was before.
  ///
  /// Some platforms hide only values of one line, so people use base64; others put
  /// `\n` in the place of each end of a line.
  private static func decoded(_ key: SharedSecret) -> SharedSecret {
    let isArmored = key.contains("-----BEGIN PGP ")
    if isArmored, !key.contains("\n"), key.contains("\\n") {
      return SharedSecret(key.bytes.withBytes(withLineEnds))
    }
    let isBinary = key.bytes.withBytes { !$0.isEmpty && $0[0] & 0x80 != 0 }
    guard !isArmored, !isBinary else { return key }
    let decoded = SharedSecret(key.bytes.withBytes(fromBase64))
    return decoded.bytes.isEmpty ? key : decoded
  }

  private static func withLineEnds(_ bytes: Span<UInt8>) -> SecretBytes {
    var text = SecretBytes(minimumCapacity: bytes.count)
    var index = 0
    while index < bytes.count {
      let isEnd =
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "n")
      text.append(isEnd ? UInt8(ascii: "\n") : bytes[index])
      index += isEnd ? 2 : 1
    }
    return text
  }

  /// Reads base64; blanks and ends of lines do not count.
  ///
  /// - Returns: The bytes; none if it is something else.
  private static func fromBase64(_ text: Span<UInt8>) -> SecretBytes {
    var bytes = SecretBytes(minimumCapacity: text.count)
    var (bits, count) = (UInt32(0), 0)
    for index in text.indices {
      let value: UInt8
      switch text[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = text[index] - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = text[index] - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = text[index] - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20: continue
      default: return SecretBytes()
      }
      bits = (bits << 6 | UInt32(value)) & 0xFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}

extension SharedSecret {
  /// Whether the bytes of `text` are among these.
  fileprivate func contains(_ text: StaticString) -> Bool {
    bytes.withBytes { bytes in
      bytes.withUnsafeBytes {
        memmem($0.baseAddress, $0.count, text.utf8Start, text.utf8CodeUnitCount) != nil
      }
    }
  }
}
