/// Who can open an encrypted message, as its first packets say in the clear.
///
/// Reading them starts no process and needs no key, so it does for thousands of
/// entries. What is read is a claim, not a fact: a tampered message may claim
/// anything.
public struct MessageRecipients: Hashable, Sendable {
  /// The ids of the keys, in the message's order: 16 upper-case hexadecimal
  /// digits each, of the key or subkey that was encrypted to.
  ///
  /// ``hiddenKeyID`` stands for each recipient who is not told.
  public let keyIDs: [String]
  /// Whether a passphrase opens the message, too.
  public let hasPassphrase: Bool

  /// The id of a recipient who is not told (`--throw-keyids`).
  public static let hiddenKeyID = "0000000000000000"

  /// Reads the recipients of a message, binary or armoured.
  ///
  /// The beginning of the message is enough, as long as the packets that name
  /// recipients and the header of the one behind them are in it.
  ///
  /// - Throws: ``GPGError`` with ``GPGError/Reason/noData`` if it is no encrypted
  ///   OpenPGP message, with ``GPGError/Reason/corrupt`` if it ends too early.
  ///
  /// The format is in RFC 9580, 5.1 and 5.3.
  public init(of message: [UInt8]) throws(GPGError) {
    guard let first = message.first else { throw Self.failure(.noData, "it is empty") }
    // Every packet begins with a byte whose highest bit is set, no text does.
    if first & 0x80 != 0 {
      try self.init(packets: message)
    } else if let packets = OpenPGPArmor.decode(message) {
      try self.init(packets: packets)
    } else {
      throw Self.failure(.noData, "")
    }
  }

  /// The ids of the keys that a message is encrypted to.
  ///
  /// The same as ``keyIDs`` of a value made of the message.
  ///
  /// - Throws: ``GPGError``, as the initializer does.
  public static func keyIDs(of message: [UInt8]) throws(GPGError) -> [String] {
    try MessageRecipients(of: message).keyIDs
  }

  private init(packets: [UInt8]) throws(GPGError) {
    var reader = OpenPGPPackets(packets)
    var keyIDs: [String] = []
    var hasPassphrase = false
    while let packet = reader.next() {
      switch packet.tag {
      case .publicKeyEncryptedSessionKey:
        guard let keyID = Self.keyID(in: packet.start) else {
          throw Self.failure(
            packet.isWhole ? .noData : .corrupt, packet.isWhole ? "" : "it is cut short")
        }
        keyIDs.append(keyID)
      case .symmetricKeyEncryptedSessionKey: hasPassphrase = true
      case .encryptedData, .encryptedDataWithIntegrity, .encryptedDataOfGnuPG:
        (self.keyIDs, self.hasPassphrase) = (keyIDs, hasPassphrase)
        return
      case .marker, .padding: break
      default:
        // The numbers from 40 on may be skipped by those who do not know them.
        guard packet.tag.rawValue >= 40 else {
          throw Self.failure(.noData, "")
        }
      }
    }
    let isBegun = !keyIDs.isEmpty || hasPassphrase
    throw Self.failure(isBegun ? .corrupt : .noData, isBegun ? "it is cut short" : "")
  }

  /// The key id in the body of a session key's packet; `nil` if the body is too
  /// short, or of an unknown version.
  private static func keyID(in body: ArraySlice<UInt8>) -> String? {
    let body = Array(body)
    switch body.first {
    case 2, 3:
      return body.count >= 9 ? hexadecimal(body[1..<9]) : nil
    case 6:
      // A length, the key's version and its fingerprint; length 0 is anonymous.
      guard body.count >= 2 else { return nil }
      guard body[1] > 0 else { return hiddenKeyID }
      let end = 2 + Int(body[1])
      guard body.count >= end else { return nil }
      switch (body[2], body[1]) {
      case (4, 21): return hexadecimal(body[(end - 8)..<end])
      case (6, 33): return hexadecimal(body[3..<11])
      default: return nil
      }
    default: return nil
    }
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func failure(_ reason: GPGError.Reason, _ detail: String) -> GPGError {
    GPGError(reason, .decrypt, operation: "MessageRecipients", detail: detail)
  }
}
