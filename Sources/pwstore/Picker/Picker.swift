/// Which key is picked, while words are typed for it: all of the picker but the
/// terminal.
struct Picker: Sendable {
  /// What is to be done with the key that was picked.
  enum Action: Hashable, Sendable {
    /// What the command does.
    case take
    /// Copy the password.
    case copy
    /// Show the one-time code.
    case code

    static let all: Set = [take, copy, code]
  }

  /// How picking ended.
  enum End: Hashable, Sendable {
    case picked(key: [UInt8], Action)
    case cancelled
  }

  let keys: FuzzyKeys
  /// What can be done with a key; the keystrokes for anything else do nothing.
  let actions: Set<Action>
  private(set) var query: QueryLine
  /// What was looked for last.
  private(set) var match = FuzzyMatch([])
  /// The keys that match, the best first, as of the last ``search()``.
  private(set) var matches: [Int] = []
  /// Which of the matches Enter takes.
  private(set) var selection = 0
  /// Which of the matches is at the top of the list.
  private(set) var top = 0
  /// How many matches are shown at a time; at least 1.
  var room = 1 {
    didSet {
      room = max(room, 1)
      scroll()
    }
  }

  /// Begins to pick.
  ///
  /// - Parameters:
  ///   - keys: The keys that there are.
  ///   - query: What is typed already.
  ///   - actions: What can be done with the one that is picked.
  init(_ keys: FuzzyKeys, query: String = "", actions: Set<Action> = Action.all) {
    (self.keys, self.query, self.actions) = (keys, QueryLine(query), actions)
    matches = keys.best(match)
    search()
  }

  /// Finds what matches what is typed by now.
  ///
  /// To be called before the matches are shown, and not for each letter of many that
  /// come at once.
  mutating func search() {
    let new = FuzzyMatch(line: query.text)
    guard new != match else { return }
    // Whoever types on is looking among what was found so far.
    matches = keys.best(new, among: new.narrows(match) ? matches : nil)
    match = new
    (selection, top) = (0, 0)
  }

  /// The matches that are shown.
  var shown: ArraySlice<Int> { matches[top..<min(top + room, matches.count)] }

  /// The key that Enter takes; `nil` if none matches.
  var selected: [UInt8]? {
    matches.indices.contains(selection) ? keys[matches[selection]] : nil
  }

  /// Takes a key that was pressed.
  ///
  /// - Returns: How picking has ended; `nil` if it has not.
  mutating func press(_ key: TerminalKey) -> End? {
    if !key.edits { search() }
    switch key {
    case .enter: return end(.take)
    case .copy: return end(.copy)
    case .code: return end(.code)
    case .cancel: return .cancelled
    case .endOfInput where query.isEmpty: return .cancelled
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: select(selection - room)
    case .pageDown: select(selection + room)
    case .first: select(0)
    case .last: select(matches.count - 1)
    case .text(let text): query.insert(text)
    case .left: query.moveLeft()
    case .right: query.moveRight()
    case .lineStart: query.moveToStart()
    case .lineEnd: query.moveToEnd()
    case .deleteBackward: query.deleteBackward()
    case .deleteForward, .endOfInput: query.deleteForward()
    case .deleteWord: query.deleteWord()
    case .deleteToStart: query.deleteToStart()
    case .redraw, .suspend: break
    }
    return nil
  }

  private func end(_ action: Action) -> End? {
    actions.contains(action) ? selected.map { .picked(key: $0, action) } : nil
  }

  private mutating func select(_ index: Int) {
    selection = max(0, min(index, matches.count - 1))
    scroll()
  }

  /// Keeps the selection among what is shown, and shows as many as there is room for.
  private mutating func scroll() {
    top = max(selection - room + 1, min(top, selection))
    top = max(0, min(top, matches.count - room))
  }
}
