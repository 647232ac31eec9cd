enum Version {
  static let command = Command(
    name: "version", summary: "Show the program's version", isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    try session.output.write("pwstore \(PWStore.version)\n")
    if session.isCalledPass {
      // By these words programs such as Ansible know that it is no other store's.
      try session.output.write("as pass: the standard unix password manager v1.7.4\n")
    }
  }
}
