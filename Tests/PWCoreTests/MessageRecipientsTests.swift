import Fixtures
import PWCore
import Testing

@Suite struct MessageRecipientsTests {
  /// A session key's packet of version 3 with an id of one repeated byte.
  private func sessionKey(_ id: UInt8) -> [UInt8] {
    [3] + [UInt8](repeating: id, count: 8) + [18, 0xAA, 0xBB]
  }
  private let data: [UInt8] = [0xD2, 2, 1, 0xFF]

  @Test func `agrees with gpg`() throws {
    let home = try GPGHome(["ann", "bob"])
    let gpg = try GPGContext(home)
    let ids = try ["ann", "bob"].map { name in
      try #require(try gpg.keys(["\(name)@example.org"]).first).subkeys[1].keyID
    }
    let common = ["-e", "-r", "ann@example.org", "-r", "bob@example.org"]
    let hidden = MessageRecipients.hiddenKeyID
    let rows: [([String], [String])] = [
      ([], ids), (["--armor"], ids), (["--armor", "--comment", "two: words"], ids),
      (["--throw-keyids"], [hidden, hidden]),
    ]
    for (options, expected) in rows {
      let message = try home.gpg(options + common, input: [0x78]).output
      #expect(try MessageRecipients.keyIDs(of: message) == expected, "\(options)")
    }
    let both = try home.gpg(
      common + ["-c", "--pinentry-mode", "loopback", "--passphrase", "pw"], input: [0x78]
    ).output
    #expect(try MessageRecipients(of: both).hasPassphrase)
    #expect(try MessageRecipients(of: both).keyIDs.count == 2)
  }

  @Test func `reads every form of a length`() throws {
    let body = sessionKey(0x11)
    let count = UInt8(body.count)
    // A body of 600 bytes for the lengths that cannot be short.
    let long = body + [UInt8](repeating: 0, count: 600 - body.count)
    let part = body + [UInt8](repeating: 0, count: 512 - body.count)
    let packets: [[UInt8]] = [
      [0x84, count] + body, [0x85, 0, count] + body, [0x86, 0, 0, 0, count] + body,
      [0xC1, count] + body, [0xC1, 0xFF, 0, 0, 0, count] + body,
      [0xC1, 0xC1, 0x98] + long, [0xC1, 0xE9] + part + [count] + body,
      [0xC1, 0xE0, 3, count - 1] + body.dropFirst(),
    ]
    for packet in packets {
      #expect(try MessageRecipients.keyIDs(of: packet + data) == ["1111111111111111"])
      let two = [0xCA, 3, 0x50, 0x47, 0x50] + packet + [0xD5, 1, 0] + packet + data
      #expect(try MessageRecipients.keyIDs(of: two).count == 2)
    }
  }

  @Test func `reads the newer packets`() throws {
    let old = [6, 21, 4] + (1...20).map { UInt8($0) } + [25, 0]
    let new = [6, 33, 6] + (1...32).map { UInt8($0) } + [25, 0]
    let rows: [([UInt8], String)] = [
      (old, "0D0E0F1011121314"), (new, "0102030405060708"), ([6, 0, 25, 0], "0000000000000000"),
    ]
    for (body, expected) in rows {
      let message = [0xC1, UInt8(body.count)] + body + data
      #expect(try MessageRecipients.keyIDs(of: message) == [expected])
    }
  }

  @Test func `tells a message that is cut short from what is none`() throws {
    let message = [0xC1, 12] + sessionKey(0x11) + [0xC1, 12] + sessionKey(0x22) + data
    for length in 2..<28 {
      let error = gpgError { _ = try MessageRecipients(of: Array(message[..<length])) }
      #expect(error?.reason == .corrupt, "\(length)")
      #expect(error?.exitCode == .integrity)
    }
    #expect(try MessageRecipients.keyIDs(of: Array(message[..<30])).count == 2)
    for bytes in [
      [], [0], [0xFF], [0x80], Array("hello".utf8), [0xC1, 2, 3, 3] + data, [0xCB, 1, 0],
      [0xC1, 12, 9] + sessionKey(0x11).dropFirst() + data, Array("-----BEGIN PGP MESSAGE".utf8),
      Array("-----BEGIN PGP MESSAGE-----\n\n!!!!\n".utf8),
      Array("-----BEGIN PGP SIGNATURE-----\n\nwsB=\n".utf8),
    ] as [[UInt8]] {
      let error = gpgError { _ = try MessageRecipients(of: bytes) }
      #expect(error?.reason == .noData, "\(bytes)")
      #expect(error?.exitCode == .integrity)
    }
  }

  @Test func `survives whatever it is given`() throws {
    var random = SystemRandomNumberGenerator()
    let armor = Array("-----BEGIN PGP MESSAGE-----\n\n".utf8)
    let message = [0xC1, 12] + sessionKey(0x11) + [0x85, 0, 12] + sessionKey(0x22) + data
    var read = 0
    for round in 0..<20_000 {
      var bytes: [UInt8]
      switch round % 4 {
      case 0: bytes = (0..<Int.random(in: 0...80)).map { _ in UInt8.random(in: 0...255) }
      case 1:
        bytes = message
        for _ in 0...2 { bytes[Int(random.next(upperBound: UInt(bytes.count)))] ^= 0x80 }
      case 2:
        bytes = message
        bytes[Int(random.next(upperBound: UInt(bytes.count)))] = UInt8.random(in: 0...255)
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count)))
      default: bytes = armor + (0..<60).map { _ in UInt8.random(in: 0x0A...0x7A) }
      }
      do throws(GPGError) {
        for id in try MessageRecipients.keyIDs(of: bytes) {
          #expect(id.utf8.count == 16)
        }
        read += 1
      } catch {
        #expect(error.reason == .noData || error.reason == .corrupt)
      }
    }
    #expect(read > 0)
  }
}
