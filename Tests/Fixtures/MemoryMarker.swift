import Foundation

/// A text that is nowhere in the process's memory unless someone writes it
/// there: it is held in a disguise.
public struct MemoryMarker: Sendable {
  private static let mask: UInt8 = 0x80
  /// One search must not come upon what another has read.
  private static let turn = NSLock()
  private let disguised: [UInt8]

  /// Makes up a marker of 32 letters and signs.
  public init() {
    // A rare first letter makes the search quick.
    disguised =
      [UInt8(ascii: "~") ^ Self.mask] + (0..<31).map { _ in .random(in: 0x61...0x7A) ^ Self.mask }
  }

  /// Calls `body` with each byte of the marker.
  public func forEachByte(_ body: (UInt8) -> Void) {
    for byte in disguised { body(byte ^ Self.mask) }
  }

  /// How often the marker is in the memory that this process can write to.
  public func occurrences() throws -> Int { try Self.turn.withLock { try count() } }

  private func count() throws -> Int {
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(memory) }
    // Windows overlap, so that none cuts the marker in two.
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer {
      window.initializeMemory(as: UInt8.self, repeating: 0)
      window.deallocate()
    }
    let ours =
      UInt(bitPattern: window.baseAddress)..<UInt(bitPattern: window.baseAddress)
      + UInt(window.count)
    var count = 0
    for area in try Self.writableAreas() {
      var start = area.lowerBound
      while start < area.upperBound {
        let length = min(window.count, Int(area.upperBound - start))
        let got = pread(memory, window.baseAddress, length, off_t(start))
        // Other threads unmap pages meanwhile.
        guard got > 0 else {
          start += 4096
          continue
        }
        count += places(in: UnsafeRawBufferPointer(rebasing: window[..<got]))
          .count { !ours.contains(start + UInt($0)) }
        start += UInt(got == window.count ? got - disguised.count + 1 : got)
      }
    }
    return count
  }

  private func places(in bytes: UnsafeRawBufferPointer) -> [Int] {
    guard let base = bytes.baseAddress, bytes.count >= disguised.count else { return [] }
    var places: [Int] = []
    var start = 0
    while start + disguised.count <= bytes.count,
      let found = memchr(
        base + start, Int32(disguised[0] ^ Self.mask), bytes.count - disguised.count + 1 - start)
    {
      let place = UnsafeRawPointer(found) - base
      if disguised.indices.allSatisfy({ bytes[place + $0] == disguised[$0] ^ Self.mask }) {
        places.append(place)
      }
      start = place + 1
    }
    return places
  }

  private static func writableAreas() throws -> [Range<UInt>] {
    // A handle, since String(contentsOfFile:) ends after the first 4 KB of such a file.
    let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
      .compactMap { line in
        let fields = line.split(separator: " ")
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard fields[1].hasPrefix("rw"), ends.count == 2, ends[0] < ends[1] else { return nil }
        // The address sanitizer's own books: terabytes, nearly all of it nothing.
        guard ends[1] - ends[0] < 1 << 36 else { return nil }
        return ends[0]..<ends[1]
      }
  }
}
