import Glibc

/// A day in Coordinated Universal Time.
struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// The day as ISO 8601 has it: `2026-11-30`.
  let description: String
  /// The moment as ISO 8601 has it: `2026-11-30T14:23:42Z`.
  let moment: String

  /// The day of a moment.
  ///
  /// - Parameter seconds: Seconds since the beginning of 1970.
  init(secondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(digits)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(digits)
    description = day.joined(separator: "-")
    moment = "\(description)T\(clock.joined(separator: ":"))Z"
  }
}
