/// A bar that shows for how long a code is good: `██████████░░░░░░░░░░ 15 s`.
struct TimeLeftBar {
  /// The bar's width, in columns.
  let width: Int
  private let (full, empty): (String, String)
  private let wantsColor: Bool

  /// Draws for a stream.
  ///
  /// - Parameters:
  ///   - terminal: The stream.
  ///   - columns: How many columns of its width something else takes.
  init(for terminal: Terminal, reserving columns: Int) {
    // The seconds of a day, a blank and a unit stand behind the bar.
    width = max(0, min(30, terminal.width - columns - 9))
    (full, empty) = terminal.isUTF8 ? ("█", "░") : ("#", ".")
    wantsColor = terminal.wantsColor
  }

  /// The bar, and the seconds in digits.
  ///
  /// - Parameters:
  ///   - left: The seconds left.
  ///   - period: For how many a code is good in all; greater than 0.
  /// - Returns: One line.
  func text(_ left: Int, of period: Int) -> String {
    let count = min(width, (left * width + period - 1) / period)
    let bar =
      String(repeating: full, count: count) + String(repeating: empty, count: width - count)
    // Who begins to type now may be too late.
    let color = left * 6 <= period ? "31" : left * 3 <= period ? "33" : "32"
    return (wantsColor ? "\u{1B}[\(color)m\(bar)\u{1B}[0m" : bar) + " \(left) s"
  }
}
