import Glibc
import PWCore

@main enum PWStore {
  /// The program's version; the changelog tells what it brings.
  static let version = "0.1.0"
  /// The day of that version, as the manual pages have it.
  static let date = "November 30, 2026"

  static func main() {
    let inherited = StartUp.prepare()
    let words = Argument.ofProcess()
    if words.first == Argument(ClipboardKeeper.name) { exit(ClipboardKeeper.run(Environment())) }
    GPGContext.prepareTerminal()
    let session = Session(words.first ?? "pwstore", environment: Environment())
    let program = Program(session: session, ignoresBrokenPipes: inherited.ignoresBrokenPipes)
    exit(program.run(Array(words.dropFirst())))
  }
}
