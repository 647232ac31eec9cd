import Glibc
import PWCore

enum Inject {
  static let output = Option(
    "output", "o", value: "FILE", completion: .files,
    "Write to this file, whole or not at all; else, or with \"-\", to standard output",
    read: filePath)
  static let mode = Option(
    "mode", value: "MODE", "The permissions of that file, in octal; else 600"
  ) { (word) throws(UsageError) -> mode_t in
    guard let mode = word.text.flatMap({ mode_t($0, radix: 8) }), mode <= 0o777 else {
      throw UsageError("\(word) is no octal number up to 777")
    }
    return mode
  }
  static let check = Flag("check", "Only find out whether all that is named is there")
  static let template = Positional(
    optional: "FILE", completion: .files, "The template; without, or as \"-\", standard input",
    read: filePath)

  static let command = Command(
    name: "inject", summary: "Fill the secrets into a template", topic: .programs,
    discussion: """
      In the template, {{ pw:KEY#FIELD }} is replaced by the value of a field, and {{ pw:KEY }} by \
      the password. Blanks within the braces do not matter. All else stays byte for byte, other \
      programs' {{ ... }} too. For the two braces themselves, where "pw:" is behind them, write \
      {{ pw:{{ }}.

      Nothing is written unless all is there: what is not is listed, with its lines. Each entry is \
      decrypted once.

      With --check, entries are decrypted only where a field is named: only that can tell whether \
      it is there.
      """,
    examples: [
      .init("inject app.conf.tpl -o app.conf", "Write a file that only its owner can read"),
      .init("inject < deploy.yml | kubectl apply -f -", "Fill what comes, and pass it on"),
      .init("inject --check app.conf.tpl", "See in a test whether all secrets are there"),
    ],
    parameters: [output.parameter, mode.parameter, check.parameter, template.parameter], run: run)

  /// Names of standard output, which is not to be replaced as a file is.
  private static let streams: Set = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let output = try arguments[output].flatMap { Self.streams.contains("\($0)") ? nil : $0 }
    let mode = try arguments[mode]
    let path = try arguments[template].flatMap { $0.bytes == Array("-".utf8) ? nil : $0 }
    if arguments[check], output != nil {
      throw UsageError("\"--check\" and \"--output\" exclude each other")
    }
    if mode != nil, output == nil {
      throw UsageError("\"--mode\" is for the file of \"--output\"")
    }
    let store = session.store()
    let name = path.map { quoted($0.bytes) } ?? "the template"
    let text = try path.map { SharedSecret(try SecretBytes.contents(of: $0)) }
    let template = try Template(
      text.map { $0.bytes.copy() } ?? session.readInput(), called: name, for: store)
    if arguments[check] { return try template.check(in: store) }
    let result = try template.fill(from: store)
    guard let output else { return try session.output.write(result) }
    // An interruption is not to leave a part of it.
    let interruption = Interruption()
    try replaceFile(output, with: result, mode: mode ?? 0o600)
    interruption.deliver()
  }
}
