import PWCore

/// The helper with which docker, podman and others keep the passwords of registries.
///
/// Entries are laid out and called as by docker-credential-pass, so that each takes
/// over the other's: the secret alone, under
/// `docker-credential-helpers/BASE64-OF-THE-URL/USER`.
enum DockerCredential {
  static let operation = Positional(
    "OPERATION", completion: .words(["get", "store", "erase", "list", "version"]),
    "\"get\", \"store\", \"erase\", \"list\" or \"version\"", read: text)

  static let command = Command(
    name: "docker-credential", summary: "Keep the passwords of registries for docker and podman",
    topic: .programs,
    discussion: """
      Docker calls it, as docker-credential-pwstore, where ~/.docker/config.json has "credsStore": \
      "pwstore". An account is the entry docker-credential-helpers/URL/USER, with the URL in \
      base64, as docker-credential-pass has them: the accounts that it has saved are found. Errors \
      go to standard output as well, where docker looks for them.
      """,
    examples: [
      .init("docker-credential list", "See the registries, and the users there"),
      .init(
        "docker-credential get <<< https://index.docker.io/v1/", "See what docker would get"),
    ],
    parameters: [operation.parameter], alsoCalled: "docker-credential-pwstore", run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let operation = try arguments[operation]
    do {
      let registries = DockerRegistries(store: session.store())
      switch operation {
      case "get": try get(try address(in: session), from: registries, in: session)
      case "store": try save(try Entry(json: try session.readInput()), in: registries)
      case "erase": try registries.remove(try address(in: session))
      case "list": try list(registries, in: session)
      case "version":
        try session.output.write("docker-credential-pwstore (pwstore) \(PWStore.version)\n")
      default: throw UsageError("unknown operation \(quoted(Array(operation.utf8)))")
      }
    } catch {
      let text = (error as? any Failure)?.description ?? "\(error)"
      try session.output.write("\(text)\n")
      throw error
    }
  }

  /// The registry's address, which is all of standard input.
  private static func address(in session: Session) throws -> String {
    let input = try session.readInput()
    let text = input.withBytes { $0.withUnsafeBytes { String(validating: $0, as: UTF8.self) } }
    let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
    let address = text.map { $0.trimmingPrefix { blanks.contains($0) } }
      .map { String($0.reversed().trimmingPrefix { blanks.contains($0) }.reversed()) }
    guard let address, !address.isEmpty else { throw CredentialError.incomplete("server URL") }
    return address
  }

  private static func get(
    _ address: String, from registries: DockerRegistries, in session: Session
  ) throws {
    guard let (key, user) = try registries.account(of: address) else {
      throw CredentialError.notFound
    }
    var answer = Entry()
    try answer.set("ServerURL", to: SecretBytes(address.utf8))
    try answer.set("Username", to: SecretBytes(user.utf8))
    try answer.set("Secret", to: try registries.store.load(key).bytes)
    try session.output.write(try answer.json())
  }

  private static func save(
    _ account: borrowing Entry, in registries: DockerRegistries
  ) throws {
    func value(_ name: String, _ what: String) throws -> SharedSecret {
      switch try account.field(name) {
      case .some(let value) where !value.isEmpty: SharedSecret(value)
      default: throw CredentialError.incomplete(what)
      }
    }
    func text(_ name: String, _ what: String) throws -> String {
      try value(name, what).bytes.withBytes {
        $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      }
    }
    let address = try text("ServerURL", "server URL")
    let user = try text("Username", "username")
    switch try account.field("Secret") {
    case .some(let secret): try registries.save(secret, of: user, at: address)
    case .none: try registries.save(SecretBytes(), of: user, at: address)
    }
  }

  private static func list(_ registries: DockerRegistries, in session: Session) throws {
    let members = try registries.all().map { ($0.address, JSONText.text($0.user)) }
    try session.output.write(JSONText.object(members).encoded(isIndented: false))
  }
}
