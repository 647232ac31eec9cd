import Foundation

/// Waits for something that another process is to bring about.
///
/// - Parameters:
///   - seconds: How long to wait at most.
///   - condition: Asked again and again.
/// - Returns: Whether it has come true.
public func eventually(
  within seconds: Double = 60, _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() > end { return false }
    usleep(20_000)
  }
  return true
}
