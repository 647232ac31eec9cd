/// The packets at the top level of an OpenPGP message, header by header.
///
/// Nothing is taken for granted: the bytes may come from anyone. See RFC 9580,
/// 4.2.
struct OpenPGPPackets {
  /// The kind of a packet.
  struct Tag: RawRepresentable, Hashable {
    let rawValue: UInt8

    static let publicKeyEncryptedSessionKey = Tag(rawValue: 1)
    static let symmetricKeyEncryptedSessionKey = Tag(rawValue: 3)
    static let secretKey = Tag(rawValue: 5)
    static let publicKey = Tag(rawValue: 6)
    static let secretSubkey = Tag(rawValue: 7)
    static let encryptedData = Tag(rawValue: 9)
    static let marker = Tag(rawValue: 10)
    static let encryptedDataWithIntegrity = Tag(rawValue: 18)
    /// Not in the RFC: what GnuPG writes to keys that ask for OCB.
    static let encryptedDataOfGnuPG = Tag(rawValue: 20)
    static let padding = Tag(rawValue: 21)
  }

  /// A packet, as far as we read it.
  struct Packet {
    var tag: Tag
    /// The body's first bytes: 64 at most.
    var start: ArraySlice<UInt8>
    /// Whether the body is not cut short.
    var isWhole: Bool
  }

  private var rest: ArraySlice<UInt8>

  /// Begins at the first packet in `bytes`.
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Reads the next packet and goes behind it.
  ///
  /// - Returns: `nil` where the bytes end, or no packet begins.
  mutating func next() -> Packet? {
    guard let first = takeByte(), first & 0x80 != 0 else { return nil }
    let isNewFormat = first & 0x40 != 0
    let tag = Tag(rawValue: isNewFormat ? first & 0x3F : first >> 2 & 0x0F)
    guard let length = isNewFormat ? newLength() : oldLength(first & 3) else { return nil }
    var packet = Packet(tag: tag, start: [], isWhole: true)
    var part = length
    while true {
      switch part {
      case .rest:
        packet.start += rest.prefix(64 - packet.start.count)
        rest = []
        return packet
      case .all(let count), .partial(let count):
        packet.start += rest.prefix(min(count, 64 - packet.start.count))
        guard count <= rest.count else {
          rest = []
          packet.isWhole = false
          return packet
        }
        rest.removeFirst(count)
      }
      guard case .partial = part else { return packet }
      guard let next = newLength() else {
        packet.isWhole = false
        return packet
      }
      part = next
    }
  }

  /// The length of a body, or of a part of it.
  private enum Length {
    case all(Int)
    /// Another part follows.
    case partial(Int)
    /// To the end of the bytes.
    case rest
  }

  private mutating func oldLength(_ kind: UInt8) -> Length? {
    kind == 3 ? .rest : takeNumber(bytes: 1 << Int(kind)).map { .all($0) }
  }

  private mutating func newLength() -> Length? {
    guard let first = takeByte() else { return nil }
    switch first {
    case ..<192: return .all(Int(first))
    case ..<224: return takeByte().map { .all((Int(first) - 192) << 8 + Int($0) + 192) }
    case 255: return takeNumber(bytes: 4).map { .all($0) }
    default: return .partial(1 << Int(first & 0x1F))
    }
  }

  private mutating func takeNumber(bytes count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    let number = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    rest.removeFirst(count)
    return number
  }

  private mutating func takeByte() -> UInt8? { rest.popFirst() }
}
