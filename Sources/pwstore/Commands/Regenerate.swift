import PWCore

enum Regenerate {
  static let keys = Positional(
    repeated: "KEY", atLeast: 1, completion: .entries, "An entry to give a new password",
    read: serviceKey)

  static let command = Command(
    name: "regenerate", summary: "Give entries new random passwords, and leave all else in them",
    topic: .generation,
    discussion: """
      The entries have to be there. Several are changed in one commit, or none is. Git keeps the \
      old passwords: "load KEY password --rev HEAD~1" prints one.

      Each password is made as "generate" makes it: by the options, the rule of its site, and the \
      environment.

      \(PolicyOptions.help)

      \(Session.clipboardHelp)
      """,
    examples: [
      .init("regenerate -c web/example.org", "A new password, copied"),
      .init("regenerate --bits 100 db/one db/two", "Two of them in one commit"),
    ],
    parameters: [Generate.noSymbols.parameter, PolicyOptions.length.parameter]
      + PolicyOptions.parameters + [Generate.clip.parameter, keys.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    var seen: Set<ServiceKey> = []
    let keys = try arguments[keys].filter { seen.insert($0).inserted }
    guard !arguments[Generate.clip] || keys.count == 1 else {
      throw UsageError("one password only can be copied")
    }
    if arguments[Generate.clip] { try session.checkClipboardSettings() }
    let maker = try PasswordMaker(arguments, in: session)
    let store = session.store()
    let change = { (key: ServiceKey, entry: inout Entry) throws in
      try entry.replacePassword(of: key, with: try maker.password(for: key, in: entry).bytes)
    }
    if keys.count == 1 {
      try store.update(keys[0], message: "Replace generated password for \(keys[0]).") { entry in
        try change(keys[0], &entry)
      }
    } else {
      try session.changingInBulk(store) {
        try store.update(
          keys, message: "Replace generated passwords for \(keys.count) entries.", change)
      }
    }
    for key in keys {
      let password = try maker.password(for: key)
      if arguments[Generate.clip] {
        try session.copyToClipboard(password.bytes.copy(), of: "\(key)")
      } else {
        try Generate.show(password.bytes, of: "\(key)", in: session)
      }
      maker.tellEntropy(of: key)
    }
  }
}
