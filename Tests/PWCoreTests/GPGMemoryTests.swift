import Fixtures
import Foundation
@testable import PWCore
import Testing

@Suite(.serialized) struct GPGMemoryTests {
  @Test(arguments: [1, 40, 400, 20_000])
  func `leaves no copy of a plaintext behind`(lines: Int) throws {
    let home = try GPGHome()
    let marker = Marker()
    // The test must not hold the plaintext, so a child makes it.
    let message = try run(
      [
        "sh", "-c",
        "perl -0777 -pe 's/(.)/chr(ord($1)^0x55)/ges; $_ = qq($_\\n) x \(lines)'"
          + " | gpg --batch -q -e -r ann@example.org",
      ], environment: home.environment, input: marker.masked
    ).output
    let gpg = try GPGContext(home)
    func decrypt() throws {
      let plaintext = try gpg.decrypt(message)
      #expect(plaintext.count == lines * (marker.masked.count + 1))
      // The proof that the search finds what is there.
      #expect(try marker.count() >= lines)
    }
    try decrypt()
    #expect(try marker.count() == 0)

    func encrypt() throws {
      let plaintext = try gpg.decrypt(message)
      #expect(try gpg.encrypt(plaintext, to: ["ann@example.org"]).count > plaintext.count)
    }
    try encrypt()
    #expect(try marker.count() == 0)
  }

  @Test func `leaves no copy of a damaged message's plaintext`() throws {
    let home = try GPGHome()
    let marker = Marker()
    var message = try run(
      [
        "sh", "-c",
        "perl -0777 -pe 's/(.)/chr(ord($1)^0x55)/ges; $_ = qq($_\\n) x 2000'"
          + " | gpg --batch -q -e -z 0 -r ann@example.org",
      ], environment: home.environment, input: marker.masked
    ).output
    message[message.count - 3] ^= 1
    #expect(gpgError { _ = try GPGContext(home).decrypt(message) }?.reason == .corrupt)
    #expect(try marker.count() == 0)
  }
}

/// Random bytes that this process never holds as they are.
private struct Marker {
  let masked: [UInt8] = (0..<24).map { _ in UInt8.random(in: 0x80...0xFF) }

  /// Counts the marker's places in all of this process's memory.
  func count() throws -> Int {
    let memory = open("/proc/self/mem", O_RDONLY)
    defer { close(memory) }
    let size = 1 << 20
    // A mapping of its own, wiped at the end: it gets a copy of what is found.
    let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    defer {
      explicit_bzero(window, size)
      munmap(window, size)
    }
    let own = UInt(bitPattern: window)..<UInt(bitPattern: window) + UInt(size)
    let maps = String(
      decoding: try FileDescriptor(FilePath("/proc/self/maps"), O_RDONLY).readAll(), as: UTF8.self)
    try #require(maps.contains("[stack]"))
    var found = 0
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      // What is not writable, we have not written.
      // Terabytes are the address sanitizer's own books.
      guard words[1].hasPrefix("rw"), ends.count == 2, ends[1] - ends[0] < 1 << 36 else { continue }
      // The kernel shows neighbouring mappings as one, ours among them.
      let region = ends[0]..<ends[1]
      let parts =
        own.overlaps(region)
        ? [ends[0]..<max(ends[0], own.lowerBound), min(own.upperBound, ends[1])..<ends[1]]
        : [region]
      for part in parts {
        var position = part.lowerBound
        while position < part.upperBound {
          let length = min(Int(part.upperBound - position), size)
          let got = pread(memory, window, length, off_t(position))
          guard got >= masked.count else { break }
          found += occurrences(window, got)
          guard got == length, length == size else { break }
          // The windows overlap, so that no place falls between two.
          position += UInt(got - masked.count + 1)
        }
      }
    }
    return found
  }

  private func occurrences(_ window: UnsafeMutableRawPointer, _ length: Int) -> Int {
    var found = 0
    var offset = 0
    while offset + masked.count <= length,
      let hit = memchr(window + offset, Int32(masked[0] ^ 0x55), length - offset - masked.count + 1)
    {
      if masked.indices.allSatisfy({
        hit.load(fromByteOffset: $0, as: UInt8.self) == masked[$0] ^ 0x55
      }) {
        found += 1
      }
      offset = hit - window + 1
    }
    return found
  }
}
