import Glibc

/// A day in Coordinated Universal Time.
struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// The day as ISO 8601 has it: `2026-11-30`.
  let description: String

  /// The day of a moment.
  ///
  /// - Parameter seconds: Seconds since the beginning of 1970.
  init(secondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let numbers = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(String.init)
    description = numbers.map { $0.count < 2 ? "0" + $0 : $0 }.joined(separator: "-")
  }
}
