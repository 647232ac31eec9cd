/// What a terminal shows, as a picture: characters, half blocks and colours are
/// drawn as a screen would.
public struct RenderedScreen {
  /// Each row of half characters; whether each is dark.
  private var rows: [[Bool]] = []

  /// Draws text.
  ///
  /// - Parameters:
  ///   - text: What was output, with its escape sequences for colours.
  ///   - isDark: Whether the terminal's background is dark, and its text light.
  public init(_ text: String, onDark isDark: Bool) {
    // To Swift, CR and LF are one character, which is no LF.
    for line in text.split(whereSeparator: \.isNewline) {
      var (ink, paper) = (!isDark, isDark)
      var (upper, lower): ([Bool], [Bool]) = ([], [])
      var rest = line[...]
      while let character = rest.popFirst() {
        switch character {
        case "\u{1B}":
          let codes = rest.prefix { $0 != "m" }.dropFirst()
          rest = rest.drop { $0 != "m" }.dropFirst()
          switch codes {
          case "0": (ink, paper) = (!isDark, isDark)
          case "30;47", "38;5;16;48;5;231": (ink, paper) = (true, false)
          case "37;40", "38;5;231;48;5;16": (ink, paper) = (false, true)
          default: break
          }
          continue
        case "█", "#": (upper, lower) = (upper + [ink], lower + [ink])
        case "▀": (upper, lower) = (upper + [ink], lower + [paper])
        case "▄": (upper, lower) = (upper + [paper], lower + [ink])
        default: (upper, lower) = (upper + [paper], lower + [paper])
        }
      }
      rows += [upper, lower]
    }
    // The screen around it.
    let width = (rows.map(\.count).max() ?? 0) + 8
    rows = rows.map { row in
      let padded = Array(repeating: isDark, count: 4) + row
      return padded + Array(repeating: isDark, count: width - padded.count)
    }
    let blank = Array(repeating: Array(repeating: isDark, count: width), count: 4)
    rows = blank + rows + blank
  }

  /// What zbarimg reads in the picture; empty if that is nothing.
  ///
  /// - Throws: An error if it cannot be started.
  public func qrCode() throws -> String {
    let scale = 4
    let lines = rows.map { row in
      row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
    }
    var picture = "P1\n\((rows.first?.count ?? 0) * scale) \(rows.count * scale)\n"
    for line in lines { for _ in 0..<scale { picture += "\(line)\n" } }
    return try run(
      ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-"],
      input: Array(picture.utf8)
    ).text
  }
}
