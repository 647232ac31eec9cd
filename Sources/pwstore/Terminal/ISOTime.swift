import Glibc

/// A point of time as ISO 8601 has it, in UTC: `2026-11-30T14:05:00Z`.
///
/// - Parameter seconds: Seconds since the beginning of 1970.
func isoTime(_ seconds: Int) -> String {
  var time = time_t(seconds)
  var parts = tm()
  gmtime_r(&time, &parts)
  var buffer = [CChar](repeating: 0, count: 32)
  let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
  return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
