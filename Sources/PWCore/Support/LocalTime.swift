import CSystem
import Glibc

/// A moment in local time as ISO 8601 has it: `2026-11-30T14:23:51+01:00`, with
/// `Z` for Coordinated Universal Time.
///
/// The corresponding C functions are `localtime_r` and `strftime`.
///
/// - Parameter seconds: Seconds since the beginning of 1970.
/// - Returns: The text.
package func localTime(secondsSince1970 seconds: Int) -> String {
  var time = time_t(seconds)
  var parts = tm()
  // It alone need not read TZ.
  tzset()
  guard localtime_r(&time, &parts) != nil else { return "\(seconds)" }
  let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    let count = strftime(buffer.baseAddress!, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  guard parts.tm_gmtoff != 0 else { return text.dropLast(5) + "Z" }
  return text.dropLast(2) + ":" + text.suffix(2)
}

/// The moment that a text tells.
///
/// The corresponding C functions are `strptime` and `mktime`.
///
/// - Parameters:
///   - text: The text.
///   - form: What it has to be, as `strptime` takes it; without `%z`, the time is
///     local.
/// - Returns: Seconds since the beginning of 1970; `nil` if the text is not so.
func seconds(since1970 text: String, form: String) -> Int? {
  var parts = tm()
  parts.tm_isdst = -1
  let isWhole = text.withCString { strptime($0, form, &parts)?.pointee == 0 }
  guard isWhole else { return nil }
  let offset = parts.tm_gmtoff
  return form.hasSuffix("%z") ? timegm(&parts) - offset : mktime(&parts)
}
