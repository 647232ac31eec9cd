enum Version {
  static let command = Command(
    name: "version", summary: "Show the program's version", isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    try session.output.write("pwstore \(PWStore.version)\n")
  }
}
