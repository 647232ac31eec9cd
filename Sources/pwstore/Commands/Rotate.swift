import PWCore

enum Rotate {
  static let json = Flag("json", "Print the list as JSON")

  static let command = Command(
    name: "rotate", summary: "List the secrets that former recipients know", topic: .sharing,
    discussion: """
      Prints the entries that somebody could read who cannot read them now, and whose secret has \
      not been changed since: git's history still holds what they could read, and they may have a \
      copy. Each line has the day when they were left out, the entry's key, and who it is. Change \
      the password where it is used, and save the new one; then the entry is off the list. Nothing \
      is decrypted for this, so any change of an entry counts; if its secret need not be changed, \
      save it again as it is.
      """,
    examples: [
      .init("rotate", "What is still to be changed"),
      .init("rotate --json", "The same for a program"),
      .init("generate -i mail/alice", "Change one of them"),
    ],
    parameters: [json.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    guard let exposures = try session.store().exposures() else {
      throw PassError(
        "Error: the password store is not a git repository. Try \"\(session.program) git init\".",
        .noStore)
    }
    if arguments[json] {
      return try session.output.write(JSONText.array(exposures.map(json)).encoded())
    }
    for exposure in exposures {
      let people = exposure.people.map { printable($0.name) }.joined(separator: ", ")
      try session.output.write("\(exposure.day)  \(exposure.key)  \(people)\n")
    }
  }

  private static func json(_ exposure: Exposure) -> JSONText {
    .object([
      ("key", .string(exposure.key.bytes)), ("people", .array(exposure.people.map(\.json))),
      ("since", .text(localTime(secondsSince1970: exposure.since))),
    ])
  }
}
