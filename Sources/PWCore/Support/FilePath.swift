import Glibc

/// A path of a file: bytes, as the kernel takes them.
///
/// Names need not be UTF-8, and two names are equal only if their bytes are, so
/// a `String` would not do: it repairs the one and compares by Unicode's rules.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without a NUL at the end.
  public let bytes: [UInt8]

  /// Creates a path from its bytes.
  ///
  /// Trailing slashes are dropped; anything from a NUL on does not count, as in
  /// the system's own calls.
  public init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes)) }

  /// Creates a path from its bytes, in the same way.
  public init(_ bytes: [UInt8]) {
    var bytes = bytes
    if let end = bytes.firstIndex(of: 0) { bytes.removeSubrange(end...) }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    self.bytes = bytes
  }

  /// Creates a path from text.
  public init(_ text: String) { self.init(text.utf8) }

  /// Whether the path begins at the root of the file system.
  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The part behind the last slash.
  package var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The folder that holds the file; the root and a lone name have `/` and `.`.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(bytes[..<slash])
  }

  /// The path of `relative`, seen from this folder.
  public func appending(_ relative: some Sequence<UInt8>) -> FilePath {
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes + separator + Array(relative))
  }

  /// The path of `relative`, seen from this folder.
  public func appending(_ relative: String) -> FilePath { appending(relative.utf8) }

  /// The bytes that lead from `folder` to this path; `nil` if it is not below.
  ///
  /// Compares bytes, so both paths are to be written in the same way, as those
  /// from ``resolved()`` are.
  public func relative(to folder: FilePath) -> [UInt8]? {
    if folder.bytes == [UInt8(ascii: "/")] { return isAbsolute ? Array(bytes.dropFirst()) : nil }
    guard bytes.starts(with: folder.bytes), bytes.count > folder.bytes.count,
      bytes[folder.bytes.count] == UInt8(ascii: "/")
    else { return nil }
    return Array(bytes[(folder.bytes.count + 1)...])
  }

  /// The absolute path without symbolic links.
  ///
  /// - Throws: ``SystemError``, if a part of it does not exist.
  ///
  /// The corresponding C function is `realpath`.
  public func resolved() throws(SystemError) -> FilePath {
    let resolved = withCString { realpath($0, nil) }
    guard let resolved else { throw SystemError(code: errno, action: "find", path: self) }
    defer { free(resolved) }
    return FilePath(
      Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved)))
        .map { UInt8(bitPattern: $0) })
  }

  /// The current folder; the root if it is gone.
  static var current: FilePath {
    guard let path = getcwd(nil, 0) else { return FilePath("/") }
    defer { free(path) }
    return FilePath(
      UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) })
  }

  /// Where the symbolic link at the path leads, as it is written there; `nil` if
  /// it is none.
  ///
  /// The corresponding C function is `readlink`.
  package var linkTarget: [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = withCString { readlink($0, buffer.baseAddress!, buffer.count) }
      return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// Calls `body` with the path as a C string that lives as long as the call.
  package func withCString<R, E: Error>(
    _ body: (UnsafePointer<CChar>) throws(E) -> R
  ) throws(E) -> R {
    let string = bytes.map { CChar(bitPattern: $0) } + [0]
    return try string.withUnsafeBufferPointer { (buffer) throws(E) -> R in
      try body(buffer.baseAddress!)
    }
  }
}

extension FilePath: CustomStringConvertible {
  /// The path as messages show it, with control characters escaped.
  public var description: String { printable(bytes) }
}
