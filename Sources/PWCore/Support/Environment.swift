import Glibc

/// The value of a variable of the process's environment.
///
/// - Returns: The value's bytes; `nil` if it is unset or empty.
func environmentValue(_ name: String) -> [UInt8]? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
}
