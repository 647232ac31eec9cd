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
  /// - Returns: The key that was picked; `nil` if the user has given up.
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
    default: throw OutsidePickerError(command, .status(result.status))
    }
    let picked = result.output.split { [0, 0x0A, 0x0D].contains($0) }.map(Array.init)
    guard let line = picked.first else { return nil }
    guard picked.count == 1 else { throw OutsidePickerError(command, .several) }
    // Some programs let the user type a line that they were not given.
    guard let key = lines[line] else { throw OutsidePickerError(command, .unknown(line)) }
    return key
  }
}

/// A program for picking has not picked.
struct OutsidePickerError: Failure, Hashable {
  let command: [UInt8]
  let reason: Reason

  enum Reason: Hashable {
    /// It has ended so.
    case status(Int32)
    case several
    /// It has printed a line that it was not given.
    case unknown([UInt8])
  }

  init(_ command: [UInt8], _ reason: Reason) { (self.command, self.reason) = (command, reason) }

  var description: String {
    let words =
      switch reason {
      case .several: "it has picked several entries"
      case .unknown(let line): "there is no entry \(quoted(line.prefix(255)))"
      case .status(126): "the shell cannot run it"
      case .status(127): "the shell does not find it"
      case .status(let status) where (129...192).contains(status):
        "it was ended by signal \(status - 128)"
      case .status(let status): "it has ended with status \(status)"
      }
    return "cannot pick with \(quoted(command)): \(words)"
  }

  var hint: String? {
    if case .unknown = reason { return nil }
    return "name another program in PWSTORE_PICKER, or in git's setting \"pwstore.picker\""
  }

  var exitCode: ExitCode {
    if case .unknown = reason { return .notFound }
    return .failure
  }
}
