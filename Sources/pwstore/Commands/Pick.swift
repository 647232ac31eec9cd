import PWCore

enum Pick {
  static let clip = Flag("clip", "c", "Enter copies the password, or the one-time code")
  static let otp = Flag("otp", "o", "Enter shows the one-time code")
  static let key = Flag("key", "k", "Print the entry's key, and decrypt nothing")
  static let words = Positional(
    repeated: "WORD", "What to begin with, as if it was typed", read: text)

  static let command = Command(
    name: "pick", summary: "Pick an entry from a list that narrows while you type",
    topic: .search,
    discussion: """
      The list is shown below the prompt, and leaves no trace. The entry that you pick is printed, \
      as by \"load\"; with --clip, or with Ctrl-Y in place of Enter, its password is copied. With \
      --key, only Enter picks.

      \(Session.pickerHelp)

      \(Session.clipboardHelp)
      """,
    examples: [
      .init("pick", "Pick an entry, and print it"),
      .init("pick -c gith al", "Copy a password, beginning with what matches \"gith al\""),
      .init("edit \"$(pwstore pick --key)\"", "Change the entry that you pick"),
    ],
    parameters: [clip.parameter, otp.parameter, key.parameter, words.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    for option in [clip, otp] where arguments[key] && arguments[option] {
      throw UsageError("\"--key\" and \"--\(option.parameter.name)\" exclude each other")
    }
    let words = try arguments[words]
    if arguments[clip] { try session.checkClipboardSettings() }
    let store = session.store()
    let picked = try session.pick(
      startingWith: words.joined(separator: " "),
      for: arguments[key] ? [.take] : Picker.Action.all, in: store,
      else: UsageError(
        "there is no terminal on which an entry could be picked",
        hint: "\"pwstore find --fuzzy\" lists what matches; $PWSTORE_PICKER names a program to pick"
      ))
    if arguments[key] {
      return try session.output.write(picked.key.bytes + [UInt8(ascii: "\n")])
    }
    let showsCode = picked.action == .code || (picked.action == .take && arguments[otp])
    if showsCode {
      return try OTP.code(of: picked.key, copying: arguments[clip], in: session)
    }
    try Load.load(
      .entry(picked.key), Arguments(), copying: arguments[clip] || picked.action == .copy,
      from: store, in: session)
  }
}
