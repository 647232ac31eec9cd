import PWCore

/// A program that lets the user pick a line, such as fzf, rofi or dmenu.
///
/// It reads the keys, one a line, from its standard input, and writes the one that
/// was picked to its standard output. It never gets a secret.
struct OutsidePicker {
  /// What a shell runs.
  let command: [UInt8]

  /// The program that the user has chosen; `nil` for our own picker.
  ///
  /// `PWSTORE_PICKER` counts before git's `pwstore.picker`; if it is empty, that one
  /// does not count, either.
  init?(_ environment: Environment, in store: PasswordStore) {
    let chosen =
      if let named = environment.bytes("PWSTORE_PICKER") {
        named
      } else {
        // Reading an entry takes no git, and need not fail because of it.
        (try? store.settings())?("pwstore.picker").map { Array($0.utf8) } ?? []
      }
    guard chosen.contains(where: { !Array(" \t\n".utf8).contains($0) }) else { return nil }
    command = chosen
  }

  /// Lets the user pick.
  ///
  /// - Parameters:
  ///   - keys: The keys that there are.
  ///   - query: Words that narrow them.
  /// - Returns: What was picked, which need not be a key; `nil` if the user has given
  ///   up.
  /// - Throws: ``OutsidePickerError``, ``SystemError``.
  func pick(_ keys: FuzzyKeys, query: String) throws -> [UInt8]? {
    var lines: [[UInt8]: [UInt8]] = [:]
    var input: [UInt8] = []
    for index in keys.best(FuzzyMatch(line: query)) {
      let key = keys[index]
      // A key may hold the end of a line, and what has an effect on a terminal.
      let isPlain = key.allSatisfy { (0x20..<0x7F).contains($0) }
      let line = isPlain ? key : Array(printable(key).utf8)
      // Should another key look the same when it is escaped, the first one counts.
      guard lines.updateValue(lines[line] ?? key, forKey: line) == nil else { continue }
      input += line
      input.append(UInt8(ascii: "\n"))
    }
    var child = ChildProcess([Array("sh".utf8), Array("-c".utf8), command])
    child.input = .bytes(input)
    let result = try leavingInterruptsToChildren { try child.run() }
    switch result.status {
    case 0: break
    case 1, 130: return nil
    default: throw OutsidePickerError(command: command, status: result.status)
    }
    let picked = result.output.split(separator: UInt8(ascii: "\n")).map(Array.init)
    guard let line = picked.first else { return nil }
    guard picked.count == 1 else { throw OutsidePickerError(command: command, status: 0) }
    // Some programs let the user type a line that they were not given.
    return lines[line] ?? line
  }
}

/// A program for picking has not picked.
struct OutsidePickerError: Failure, Hashable {
  let command: [UInt8]
  /// The exit status; 0 if it has picked more than one line.
  let status: Int32

  var description: String {
    let reason =
      switch status {
      case 0: "it has picked several entries"
      case 126: "the shell cannot run it"
      case 127: "the shell does not find it"
      case 129...: "it was ended by signal \(status - 128)"
      default: "it has ended with status \(status)"
      }
    return "cannot pick with \(quoted(command)): \(reason)"
  }

  var hint: String? {
    "name another program in PWSTORE_PICKER, or in git's setting \"pwstore.picker\""
  }

  var exitCode: ExitCode { .failure }
}
