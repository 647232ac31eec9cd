import PWCore

/// Draws QR codes in characters.
struct QRCodeDrawing {
  /// What a module is made of.
  enum Style: Hashable {
    /// Half of a character, in black and white.
    case coloredHalfBlocks
    /// Two blanks, in black and white.
    case coloredBlanks
    /// Half of a character, in the colour of text.
    case halfBlocks
    /// Two number signs, or two blanks.
    case ascii
  }

  let style: Style
  /// Without colours, whether light modules are those that are drawn: right for
  /// light text on a dark background.
  let drawsLight: Bool
  /// What switches to black on white, and to the reverse.
  private let (blackOnWhite, whiteOnBlack): (String, String)
  private let terminal: Terminal

  /// Draws for a stream.
  init(for terminal: Terminal, _ environment: Environment) {
    self.terminal = terminal
    let isUTF8 = terminal.isUTF8
    switch (terminal.wantsColor, isUTF8) {
    case (true, true): style = .coloredHalfBlocks
    case (true, false): style = .coloredBlanks
    case (false, true): style = .halfBlocks
    case (false, false): style = .ascii
    }
    let isInverted = ["1", "true", "yes"].contains(environment["PWSTORE_QR_INVERT"])
    drawsLight = isUTF8 != isInverted
    // The sixteen basic colours are what a theme makes of them.
    let hasMany =
      environment["COLORTERM"] != nil || environment["TERM"]?.contains("256") ?? false
    blackOnWhite = hasMany ? "\u{1B}[38;5;16;48;5;231m" : "\u{1B}[30;47m"
    whiteOnBlack = hasMany ? "\u{1B}[38;5;231;48;5;16m" : "\u{1B}[37;40m"
  }

  /// The lines that show a code.
  ///
  /// The quiet zone has four modules, as it should; on a terminal where that is too
  /// much, two.
  ///
  /// - Throws: ``QRCodeTooWide``.
  func lines(for code: borrowing QRCode) throws -> SecretBytes {
    let isDouble = style == .coloredBlanks || style == .ascii
    func columns(_ margin: Int) -> Int { (code.size + 2 * margin) * (isDouble ? 2 : 1) }
    func lines(_ margin: Int) -> Int {
      isDouble ? code.size + 2 * margin : (code.size + 2 * margin + 1) / 2
    }
    var margin = 4
    if terminal.isTerminal {
      // The next prompt takes a line, too.
      let isTooHigh = terminal.height.map { lines(4) >= $0 && lines(2) < $0 } ?? false
      if columns(4) > terminal.width || isTooHigh { margin = 2 }
      guard columns(margin) <= terminal.width else {
        throw QRCodeTooWide(needed: columns(margin), width: terminal.width)
      }
    }
    return isDouble ? doubled(code, margin) : halved(code, margin)
  }

  private func halved(_ code: borrowing QRCode, _ margin: Int) -> SecretBytes {
    var text = SecretBytes(minimumCapacity: 65536)
    let isColored = style == .coloredHalfBlocks
    let inksDark = isColored || !drawsLight
    for row in stride(from: -margin, to: code.size + margin, by: 2) {
      if isColored { text.append(blackOnWhite.utf8) }
      for column in -margin..<(code.size + margin) {
        switch (
          code.isDark(column, row) == inksDark, code.isDark(column, row + 1) == inksDark
        ) {
        case (true, true): text.append("█".utf8)
        case (true, false): text.append("▀".utf8)
        case (false, true): text.append("▄".utf8)
        case (false, false): text.append(" ".utf8)
        }
      }
      text.append((isColored ? "\u{1B}[0m\n" : "\n").utf8)
    }
    return text
  }

  private func doubled(_ code: borrowing QRCode, _ margin: Int) -> SecretBytes {
    var text = SecretBytes(minimumCapacity: 65536)
    for row in -margin..<(code.size + margin) {
      var color: Bool?
      for column in -margin..<(code.size + margin) {
        let isDark = code.isDark(column, row)
        if style == .ascii {
          text.append((isDark != drawsLight ? "##" : "  ").utf8)
          continue
        }
        if color != isDark { text.append((isDark ? whiteOnBlack : blackOnWhite).utf8) }
        color = isDark
        text.append("  ".utf8)
      }
      text.append((style == .ascii ? "\n" : "\u{1B}[0m\n").utf8)
    }
    return text
  }
}

/// The terminal is too narrow for a QR code.
struct QRCodeTooWide: Failure, Hashable {
  let needed: Int
  let width: Int

  var description: String {
    "the QR code needs \(needed) columns, and the terminal has \(width)"
  }

  var exitCode: ExitCode { .failure }

  var hint: String? {
    "make the window wider or the characters smaller, or take a picture: --qrcode=FILE.png"
  }
}
