import PWCore

extension Session {
  /// What the help of a command that lets the user pick tells about it.
  static let pickerHelp = """
    Words narrow the list: an entry is in it if it has the letters of each word in their order, \
    in any case; the best match comes first. The arrow keys, Ctrl-P, Ctrl-N, Page Up, Page Down, \
    Home and End move through it. Enter takes the entry; Ctrl-Y copies its password instead, and \
    Ctrl-O shows its one-time code. Left, Right, Ctrl-A, Ctrl-E, Backspace, Ctrl-W and Ctrl-U edit \
    the words; Esc and Ctrl-C give up, with status 130.

    Another program picks if $PWSTORE_PICKER names it, or git's setting "pwstore.picker": such as \
    "fzf", "rofi -dmenu", "dmenu -l 20" or "wofi --dmenu". A shell runs it; it gets the keys, one \
    a line and with control characters escaped, and prints one of them. It needs no terminal.
    """

  /// Lets the user pick an entry.
  ///
  /// - Parameters:
  ///   - query: What is typed already.
  ///   - actions: What can be done with the entry.
  ///   - store: The store.
  ///   - missing: What is wrong if there is nobody to pick.
  /// - Returns: The entry, and what is to be done with it.
  /// - Throws: `missing`; ``QuietEnd`` if the user gives up; ``NothingToPick``,
  ///   ``OutsidePickerError``; what reading the store throws.
  func pick(
    startingWith query: String = "", for actions: Set<Picker.Action> = Picker.Action.all,
    in store: PasswordStore, else missing: UsageError
  ) throws -> (key: ServiceKey, action: Picker.Action) {
    guard attendance != .batch else { throw missing }
    let outside = OutsidePicker(environment, in: store)
    guard outside != nil || attendance == .attended else { throw missing }
    let keys = FuzzyKeys(try store.keyList().bytes)
    guard keys.count > 0 else { throw NothingToPick() }
    let end: Picker.End?
    if let outside {
      try output.flush()
      end = try outside.pick(keys, query: query).map { .picked(key: $0, .take) } ?? .cancelled
    } else {
      end = try pickOnTerminal(keys, query: query, actions: actions)
    }
    switch end {
    case .picked(let key, let action)?: return (try ServiceKey(bytes: key), action)
    case .cancelled?: throw QuietEnd(130)
    case nil: throw missing
    }
  }
}

/// There is no entry to pick.
struct NothingToPick: Failure, Hashable {
  var description: String { "there is nothing to pick: the store has no entries" }
  var hint: String? { "\"pwstore save KEY\" makes one" }
  var exitCode: ExitCode { .notFound }
}
