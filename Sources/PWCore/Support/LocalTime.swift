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
  let text = formattedTime(seconds, isLocal: true, "%Y-%m-%dT%H:%M:%S%z")
  guard text.count > 5 else { return "\(seconds)" }
  if text.hasSuffix("+0000") { return text.dropLast(5) + "Z" }
  return text.dropLast(2) + ":" + text.suffix(2)
}

/// A moment as `strftime` writes it.
///
/// - Parameters:
///   - seconds: Seconds since the beginning of 1970.
///   - isLocal: Whether in local time, and not in Coordinated Universal Time.
///   - form: What is written, as `strftime` takes it.
/// - Returns: The text; empty if there is no such time.
func formattedTime(_ seconds: Int, isLocal: Bool, _ form: String) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    let count = csystem_format_time(
      time_t(seconds), isLocal ? 1 : 0, form, buffer.baseAddress, buffer.count)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
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
  var seconds = time_t()
  let isWhole = csystem_parse_time(text, form, form.hasSuffix("%z") ? 1 : 0, &seconds)
  return isWhole == 0 ? nil : seconds
}

/// The moment that someone has typed: seconds since the beginning of 1970, or ISO 8601
/// in local time or with a zone, such as `2026-11-30T14:23:51+01:00`.
///
/// - Returns: Seconds since the beginning of 1970; `nil` if it is neither, or earlier.
package func moment(_ text: String) -> Int? {
  if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int(text) }
  let forms = ["%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d"]
  return forms.lazy.compactMap { seconds(since1970: text, form: $0) }.first { $0 >= 0 }
}
