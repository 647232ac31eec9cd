import Fixtures
import Foundation
import Testing

/// The shell parts of the jobs in the chapter "Use it in CI" in README.md, word for
/// word.
@Suite struct ReadmeCITests {
  @Test(arguments: ["GitHub Actions", "GitLab CI"])
  func `is what a job can run`(platform: String) throws {
    let machines = try Machines(machines: ["ann"])
    let ann = machines.machines[0]
    let chapter = try Self.chapter()
    try ann.must("init", ["ann@example.org"])
    try ann.must("save", ["deploy/db", "password=geheim"])
    try ann.must("remote", ["add", "origin", machines.remote])
    // The first block is what a person does once.
    try ann.shell("mkdir bin; ln -s \"$PW\" bin/pwstore")
    let path = ann.pwstore.environment["PATH"] ?? "/usr/bin:/bin"
    let prepared = try ann.shell(
      "set -e; PATH=$PWD/bin:$PATH\n\(Self.block("sh", in: chapter))cat key.asc")
    #expect(prepared.status == 0, "\(prepared.errorText)")

    let folder = URL(filePath: machines.remote).deletingLastPathComponent().path
    let server = try GitServer(
      of: folder, user: "gitlab-ci-token", password: "t0ken", environment: ann.pwstore.environment)
    let place = try TemporaryFolder()
    try run(["mkdir", "\(place.path)/home", "\(place.path)/bin"])
    try run(["git", "clone", "-q", machines.remote, "\(place.path)/secrets"])
    try run(["ln", "-s", Pwstore.path, "\(place.path)/bin/pwstore"])
    try writeProgram(
      "#!/bin/sh\necho \"$GNUPGHOME\" > home-of-job\necho \"$* with $DB_PASSWORD, $PWSTORE_GPG_KEY\"\n",
      to: "\(place.path)/bin/make")
    let environment = [
      "HOME": "\(place.path)/home", "PATH": "\(place.path)/bin:\(path)", "CI": "true",
      "PWSTORE_GPG_KEY": prepared.text, "CI_JOB_TOKEN": "t0ken", "PWSTORE_BATCH": "1",
    ]
    let isGitHub = platform == "GitHub Actions"
    let yaml = Self.block("yaml", in: chapter.components(separatedBy: platform).last ?? "")
    let script = (isGitHub ? Self.steps(in: yaml) : Self.script(in: yaml))
      .replacing("https://gitlab.example.org/team/secrets.git", with: "\(server.address)remote")
    #expect(!script.isEmpty)
    var variables = environment
    if isGitHub { variables["PASSWORD_STORE_DIR"] = "\(place.path)/secrets" }
    let outcome = try run(
      ["setsid", "-w", "sh", "-e", "-c", script], environment: variables, in: place.path)
    #expect(outcome.status == 0, "\(script)\(outcome.errorText)")
    #expect(outcome.text.hasSuffix("deploy with geheim, \n"), "\(outcome.text)")
    let home = String(decoding: try readFile("\(place.path)/home-of-job"), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
    #expect(home.hasPrefix("/") && !FileManager.default.fileExists(atPath: home), "\(home)")
  }

  private static func chapter() throws -> String {
    let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let readme = try String(contentsOfFile: "\(project)/README.md", encoding: .utf8)
    return readme.components(separatedBy: "\n## Use it in CI\n").last?
      .components(separatedBy: "\n## ").first ?? ""
  }

  /// The first code block of a kind.
  private static func block(_ kind: String, in text: String) -> String {
    text.components(separatedBy: "```\(kind)\n").dropFirst().first?
      .components(separatedBy: "```").first ?? ""
  }

  /// The commands of a job's steps in GitHub's form.
  private static func steps(in yaml: String) -> String {
    yaml.split(separator: "\n").compactMap { line in
      line.firstRange(of: "run: ").map { line[$0.upperBound...] + "\n" }
    }.joined()
  }

  /// The commands of a job in GitLab's form.
  private static func script(in yaml: String) -> String {
    (yaml.components(separatedBy: "script:\n").last ?? "").split(separator: "\n").compactMap {
      line in
      line.firstRange(of: "- ").map { line[$0.upperBound...] + "\n" }
    }.joined()
  }
}
