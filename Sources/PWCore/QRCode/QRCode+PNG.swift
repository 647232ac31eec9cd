extension QRCode {
  /// The code as a picture in black and white.
  ///
  /// The picture's data are stored and not compressed: it is small anyway, and a
  /// library would leave copies of it behind. The formats are in RFC 2083, 1950 and
  /// 1951.
  ///
  /// - Parameters:
  ///   - scale: How many pixels wide and high a module is.
  ///   - margin: The width of the quiet zone, in modules.
  /// - Returns: A PNG file.
  public borrowing func png(scale: Int = 10, margin: Int = 4) -> SecretBytes {
    let width = (size + 2 * margin) * scale
    var rows = SecretBytes(minimumCapacity: (width / 8 + 2) * width)
    for row in -margin..<(size + margin) {
      for _ in 0..<scale {
        rows.append(UInt8(0))  // The row is not filtered.
        var (bits, count): (UInt8, Int) = (0, 0)
        for column in -margin..<(size + margin) {
          let isLight = !isDark(column, row)
          for _ in 0..<scale {
            (bits, count) = (bits << 1 | (isLight ? 1 : 0), count + 1)
            if count == 8 {
              rows.append(bits)
              (bits, count) = (0, 0)
            }
          }
        }
        if count > 0 { rows.append(bits << (8 - count)) }
      }
    }
    var header = SecretBytes()
    for side in [width, width] { header.append(bigEndian: UInt32(side)) }
    header.append([1, 0, 0, 0, 0])  // One bit for each pixel, which is a grey.
    var png = SecretBytes(minimumCapacity: rows.count + 4096)
    png.append([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    png.append(chunk: "IHDR", header)
    png.append(chunk: "IDAT", rows.storedByZlib())
    png.append(chunk: "IEND", SecretBytes())
    return png
  }
}

extension SecretBytes {
  fileprivate mutating func append(bigEndian number: UInt32) {
    withUnsafeBytes(of: number.bigEndian) { append($0) }
  }

  /// Appends a part of a PNG file: its length, type, content and checksum.
  fileprivate mutating func append(chunk type: String, _ content: borrowing SecretBytes) {
    append(bigEndian: UInt32(content.count))
    let start = count
    append(type.utf8)
    append(content)
    append(bigEndian: withRawBytes { Self.crc32(of: $0.part(start..<$0.count)) })
  }

  /// The bytes as a zlib stream of blocks that are stored.
  fileprivate borrowing func storedByZlib() -> SecretBytes {
    withRawBytes { bytes in
      var stream = SecretBytes(minimumCapacity: bytes.count + bytes.count / 1024 + 64)
      stream.append([0x78, 0x01])
      var start = 0
      repeat {
        let end = min(start + 0xFFFF, bytes.count)
        stream.append(UInt8(end == bytes.count ? 1 : 0))
        for length in [UInt16(end - start), ~UInt16(end - start)] {
          withUnsafeBytes(of: length.littleEndian) { stream.append($0) }
        }
        stream.append(bytes.part(start..<end))
        start = end
      } while start < bytes.count
      var (a, b): (UInt32, UInt32) = (1, 0)  // Adler-32.
      for byte in bytes {
        a = (a + UInt32(byte)) % 65521
        b = (b + a) % 65521
      }
      stream.append(bigEndian: b << 16 | a)
      return stream
    }
  }

  private static func crc32(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    let table = (UInt32(0)..<256).map { number in
      (0..<8).reduce(number) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }
}
