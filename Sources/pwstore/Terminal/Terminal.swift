import Glibc

/// What can be shown on a stream.
struct Terminal: Sendable {
  /// Whether the stream is a terminal.
  let isTerminal: Bool
  /// The width in columns: `COLUMNS`, else the terminal's own, else 80.
  let width: Int
  /// The height in lines; `nil` if it is not known.
  let height: Int?
  /// Whether to use colour: never if `NO_COLOR` is set, always if
  /// `CLICOLOR_FORCE` is set and not 0, else on a terminal that is not a dumb
  /// one.
  let wantsColor: Bool
  private let environment: Environment

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
      ?? Self.size(of: descriptor)?.columns ?? 80
    height = Self.size(of: descriptor)?.lines
    self.environment = environment
    let isForced = environment["CLICOLOR_FORCE"].map { $0 != "0" } ?? false
    let isAble = isTerminal && environment["TERM"] != "dumb"
    wantsColor = environment["NO_COLOR"] == nil && (isForced || isAble)
  }

  /// Whether the locale's characters are UTF-8: those of "C.UTF-8" by its name,
  /// those of others as the system knows them.
  ///
  /// A locale that is not installed is none, as for all other programs. The
  /// corresponding C functions are `newlocale` and `nl_langinfo`.
  var isUTF8: Bool {
    guard let name = environment.locale("LC_CTYPE") else {
      let name = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? "C"
      return name.hasPrefix("C.")
    }
    guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return false }
    defer { freelocale(locale) }
    return nl_langinfo_l(nl_item(CODESET), locale).map { String(cString: $0) } == "UTF-8"
  }

  /// A terminal's own size; `nil` if it has none.
  static func size(of descriptor: Int32) -> (columns: Int, lines: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
