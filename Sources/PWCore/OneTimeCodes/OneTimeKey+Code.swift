import COath
import Glibc

extension OneTimeKey {
  /// The code for a moment or, if the key counts, for the next use.
  ///
  /// - Parameter seconds: Seconds since the beginning of 1970, not less than 0.
  /// - Returns: The code, as it is typed.
  /// - Throws: ``KeyURIError/counter``, or an error that names the library that is
  ///   missing.
  public func code(at seconds: Int) throws -> SecretBytes {
    switch factor {
    case .time(let period): return try code(number: max(seconds, 0) / period)
    case .counter(let last):
      guard last < Int.max else { throw KeyURIError.counter }
      return try code(number: last + 1)
    }
  }

  /// For how many seconds from a moment on the code of that moment stays the same;
  /// `nil` if the key counts.
  public func secondsLeft(at seconds: Int) -> Int? {
    guard case .time(let period) = factor else { return nil }
    return period - max(seconds, 0) % period
  }

  /// The code for one value of the factor.
  ///
  /// The corresponding C functions are `oath_hotp_generate` and
  /// `oath_totp_generate2`.
  func code(number: Int) throws -> SecretBytes {
    guard case .digits(let digits) = form else { return try steamCode(number: number) }
    guard let functions = LibOATH.functions else {
      throw MissingLibrary(action: "make a one-time code", library: "liboath", package: "liboath0")
    }
    var code = SecretBytes()
    var status = OATH_OK.rawValue
    secret.bytes.withRawBytes { key in
      let key = key.assumingMemoryBound(to: CChar.self)
      _ = code.append(room: digits + 1) { room in
        let room = room.assumingMemoryBound(to: CChar.self).baseAddress
        switch algorithm {
        case .sha1:
          // OATH_HOTP_DYNAMIC_TRUNCATION: the hash tells which part of it is taken.
          status = functions.oath_hotp_generate(
            key.baseAddress, key.count, UInt64(number), UInt32(digits), false, -1, room)
        case .sha256, .sha512:
          // With steps of a second, it counts.
          let hash = algorithm == .sha256 ? OATH_TOTP_HMAC_SHA256 : OATH_TOTP_HMAC_SHA512
          status = functions.oath_totp_generate2(
            key.baseAddress, key.count, number, 1, 0, UInt32(digits), Int32(hash.rawValue), room)
        }
        return digits
      }
    }
    guard status == OATH_OK.rawValue else { throw CodeFailed(library: "liboath", code: status) }
    return code
  }

  /// The characters of Steam's codes.
  private static let steamCharacters = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)

  /// RFC 4226 up to the number that it cuts digits from; what is cut from it are
  /// five of Steam's characters.
  private func steamCode(number: Int) throws -> SecretBytes {
    var digest: [UInt8] = Array(repeating: 0, count: 20)
    defer { digest.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
    let status = secret.bytes.withRawBytes { key in
      withUnsafeBytes(of: UInt64(number).bigEndian) { number in
        coath_hmac_sha1(
          UnsafeMutableRawPointer(mutating: key.baseAddress), key.count,
          UnsafeMutableRawPointer(mutating: number.baseAddress), number.count, &digest)
      }
    }
    guard status != -1 else {
      throw MissingLibrary(
        action: "make a one-time code", library: "libgcrypt", package: "libgcrypt20")
    }
    guard status == 0 else { throw CodeFailed(library: "libgcrypt", code: status) }
    let offset = Int(digest[19] & 15)
    var rest = digest[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    var code = SecretBytes()
    for _ in 0..<5 {
      code.append(Self.steamCharacters[rest % Self.steamCharacters.count])
      rest /= Self.steamCharacters.count
    }
    return code
  }
}

/// A library could not make a code.
private struct CodeFailed: Failure {
  let library: String
  let code: Int32
  var description: String { "cannot make a one-time code: \(library) failed with code \(code)" }
  var exitCode: ExitCode { .failure }
  var hint: String? { nil }
}
