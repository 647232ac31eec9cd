import Glibc

/// What can be shown on a stream.
struct Terminal: Sendable {
  /// Whether the stream is a terminal.
  let isTerminal: Bool
  /// The width in columns: `COLUMNS`, else the terminal's own, else 80.
  let width: Int
  /// Whether the locale's characters are UTF-8.
  let isUTF8: Bool
  /// Whether to use colour: never if `NO_COLOR` is set, always if
  /// `CLICOLOR_FORCE` is set and not 0, else on a terminal that is not a dumb
  /// one.
  let wantsColor: Bool

  /// Looks at a stream.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - environment: The variables that have a say.
  init(_ descriptor: Int32, environment: Environment) {
    let isTerminal = isatty(descriptor) == 1
    self.isTerminal = isTerminal
    width =
      environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      ?? Self.width(of: descriptor) ?? 80
    isUTF8 = Self.isUTF8(environment)
    let isForced = environment["CLICOLOR_FORCE"].map { $0 != "0" } ?? false
    let isAble = isTerminal && environment["TERM"] != "dumb"
    wantsColor = environment["NO_COLOR"] == nil && (isForced || isAble)
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the locale is one of UTF-8, by its name: `de_DE.UTF-8@euro`.
  ///
  /// Loading the locale, as `setlocale` does, would cost more than the rest of
  /// a listing.
  private static func isUTF8(_ environment: Environment) -> Bool {
    let name = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? "C"
    guard let dot = name.firstIndex(of: ".") else { return false }
    let encoding = name[dot...].dropFirst().prefix { $0 != "@" }.lowercased()
    return encoding == "utf-8" || encoding == "utf8"
  }
}
