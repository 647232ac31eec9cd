import Glibc
import PWCore

extension Session {
  /// Lets the user pick an entry on the terminal.
  ///
  /// It leaves no trace there, and nothing is written to standard output.
  ///
  /// - Parameters:
  ///   - keys: The keys that there are.
  ///   - query: What is typed already.
  ///   - actions: What can be done with the one that is picked.
  /// - Returns: How it ended; `nil` if there is no terminal that can show a picker.
  /// - Throws: ``StreamError``.
  func pickOnTerminal(
    _ keys: FuzzyKeys, query: String, actions: Set<Picker.Action>
  ) throws -> Picker.End? {
    guard let kind = environment["TERM"], kind != "dumb" else { return nil }
    try output.flush()
    guard let terminal = try RawTerminal() else { return nil }
    let screen = terminal.screen(environment)
    let (isStyled, isUTF8) = (screen.wantsColor, screen.isUTF8)
    var picker = Picker(keys, query: query, actions: actions)
    var reader = TerminalKeys(typedAhead: terminal.typedAhead)
    // Whatever happens: nobody wants the picture to stay.
    defer { try? terminal.write(PickerDrawing.ending) }
    var before = PickerDrawing.beginning
    var cursor = 0
    while true {
      // Of what comes at once, the end is enough to see.
      if !terminal.hasInput {
        let drawing = PickerDrawing(
          terminal.size, isStyled: isStyled, isUTF8: isUTF8, keys: keys.count)
        picker.room = drawing.room
        picker.search()
        let picture = drawing.picture(of: picker)
        try terminal.write(before + picture.bytes)
        (before, cursor) = ([], picture.cursor)
      }
      var typed: [TerminalKey] = []
      switch try terminal.wait(reader.isWaiting ? Self.escapeDelay : -1) {
      case .typed(let byte): typed = reader.keys(in: [byte])
      case .pause: typed = reader.keysAfterPause()
      case .changed:
        before = PickerDrawing.erasing(cursor: cursor, columns: terminal.size.columns)
      case .signal(let number):
        try terminal.write(PickerDrawing.ending)
        terminal.deliver(number)
        before = PickerDrawing.beginning
      case .end: return .cancelled
      }
      for key in typed {
        if let end = picker.press(key) { return end }
        guard key == .suspend else { continue }
        try terminal.write(PickerDrawing.ending)
        terminal.deliver(SIGTSTP, toGroup: true)
        before = PickerDrawing.beginning
      }
    }
  }

  /// For how many milliseconds the key Esc may be the beginning of another one.
  private static let escapeDelay: Int32 = 100
}
