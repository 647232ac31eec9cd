import Glibc

/// A byte buffer for a password, passphrase or other plaintext.
///
/// The bytes live in their own memory pages, which are locked against
/// swapping, left out of core dumps, and overwritten with zeroes when the value
/// ends its life. The type cannot be copied, so the compiler points out every
/// place where a second plaintext would come into being; it has no
/// `description`, so it cannot be printed by accident.
///
/// Growing moves the bytes to a larger mapping and wipes the smaller one.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of bytes in use.
  public private(set) var count = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter minimumCapacity: The room to reserve, in bytes; rounded up to
  ///   whole pages.
  public init(minimumCapacity: Int = 4096) {
    capacity = Self.roundUpToPages(max(minimumCapacity, 1))
    base = Self.map(capacity)
  }

  /// Creates a buffer with a copy of `bytes`.
  ///
  /// The original is still the caller's to wipe.
  public init(copying bytes: borrowing Span<UInt8>) {
    self.init(minimumCapacity: bytes.count)
    append(bytes)
  }

  /// Creates a buffer with a copy of `bytes`, which are no secret yet or no
  /// longer one, such as those of a literal.
  public init(_ bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes { append(byte) }
  }

  deinit { Self.unmap(base, capacity) }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// A second buffer with the same bytes.
  public borrowing func copy() -> SecretBytes { withBytes { SecretBytes(copying: $0) } }

  /// Whether another buffer holds the same bytes.
  public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    count == other.count && memcmp(base, other.base, count) == 0
  }

  /// Appends a copy of `bytes`.
  public mutating func append(_ bytes: borrowing Span<UInt8>) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a copy of another buffer's bytes.
  public mutating func append(_ other: borrowing SecretBytes) {
    other.withBytes { append($0) }
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { append($0) }
  }

  /// Appends bytes that are no secret, such as a separator.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }

  /// Appends a copy of what lies at `source`.
  public mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress, !source.isEmpty else { return }
    if count + source.count > capacity { grow(to: count + source.count) }
    (base + count).copyMemory(from: start, byteCount: source.count)
    count += source.count
  }

  /// Drops the last byte, and overwrites it.
  public mutating func removeLast() {
    guard count > 0 else { return }
    count -= 1
    (base + count).storeBytes(of: 0, as: UInt8.self)
  }

  /// Drops the first bytes; what was behind them moves up.
  package mutating func removeFirst(_ number: Int) {
    let number = min(max(number, 0), count)
    memmove(base, base + number, count - number)
    explicit_bzero(base + count - number, number)
    count -= number
  }

  /// Calls `body` with a view of the bytes that cannot outlive the call.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let view = UnsafeBufferPointer(
      start: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
    return try body(view.span)
  }

  /// Lets `fill` write up to `room` bytes behind those in use, as `read(2)`
  /// does.
  ///
  /// - Parameters:
  ///   - room: How many bytes may be written.
  ///   - fill: Returns how many it has written.
  /// - Returns: What `fill` returned.
  /// - Throws: What `fill` throws.
  package mutating func append<E: Error>(
    room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    if count + room > capacity { grow(to: count + room) }
    let filled = try fill(UnsafeMutableRawBufferPointer(start: base + count, count: room))
    count += min(max(filled, 0), room)
    return filled
  }

  private mutating func grow(to needed: Int) {
    let newCapacity = Self.roundUpToPages(max(needed, capacity * 2))
    let newBase = Self.map(newCapacity)
    newBase.copyMemory(from: base, byteCount: count)
    Self.unmap(base, capacity)
    (base, capacity) = (newBase, newCapacity)
  }

  private static func map(_ size: Int) -> UnsafeMutableRawPointer {
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { preconditionFailure("out of memory") }
    // Both are best effort: RLIMIT_MEMLOCK may forbid the lock.
    _ = mlock(address, size)
    _ = madvise(address, size, MADV_DONTDUMP)
    return address
  }

  private static func unmap(_ address: UnsafeMutableRawPointer, _ size: Int) {
    explicit_bzero(address, size)
    munmap(address, size)
  }

  private static func roundUpToPages(_ size: Int) -> Int {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    return (size + page - 1) / page * page
  }
}
