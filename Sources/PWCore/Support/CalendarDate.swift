/// A day in Coordinated Universal Time.
struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// The day as ISO 8601 has it: `2026-11-30`.
  let description: String

  /// The day of a moment.
  ///
  /// - Parameter seconds: Seconds since the beginning of 1970.
  init(secondsSince1970 seconds: Int) {
    description = formattedTime(seconds, isLocal: false, "%Y-%m-%d")
  }
}
