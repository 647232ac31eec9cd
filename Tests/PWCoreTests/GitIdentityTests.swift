import Fixtures
import Testing

@testable import PWCore

@Suite struct GitIdentityTests {
  /// Variables of the environment and settings, in all kinds that git knows.
  private static let cases: [(variables: [String: String], settings: [String: String])] = [
    ([:], [:]),
    ([:], ["author.name": "Writer", "committer.email": "c@example.org"]),
    ([:], ["user.name": " .:Ann <x> \"O'Hara\", Jr.;", "user.email": "<ann@x>"]),
    (["GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@x"], ["author.name": "Writer"]),
    (["GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": ""], [:]),
    (["GIT_AUTHOR_DATE": "@1700000000 +0130"], [:]),
    (["GIT_AUTHOR_DATE": "1700000000 -0730", "GIT_COMMITTER_DATE": "@5 -0000"], [:]),
    (["GIT_AUTHOR_DATE": "Thu, 07 Apr 2005 22:13:13 +0200"], [:]),
    (["GIT_COMMITTER_DATE": "2005-04-07T22:13:13Z"], [:]),
    (["GIT_AUTHOR_DATE": "2005-04-07 22:13:13 -0330"], [:]),
    (["GIT_AUTHOR_DATE": "2005-04-07T22:13:13+02:00"], [:]),
    (["GIT_AUTHOR_DATE": "07.04.2005 22:13:13 +0000"], [:]),
    (["GIT_AUTHOR_NAME": "Zoë 🏠", "GIT_AUTHOR_EMAIL": "zoë@x"], [:]),
    (["EMAIL": "env@example.org"], ["user.email": ""]),
  ]

  @Test(arguments: cases.indices)
  func `is who git says it is`(number: Int) throws {
    let (variables, settings) = Self.cases[number]
    let folder = try GitFolder()
    for (name, value) in settings {
      try folder.git(["config", "--global", name, value])
    }
    folder.environment.merge(variables) { $1 }
    // A date that is not given is that of the moment.
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] where variables[name] == nil {
      folder.environment[name] = "@1234567890 +0000"
    }
    let expected = try folder.git("var GIT_AUTHOR_IDENT") + folder.git("var GIT_COMMITTER_IDENT")
    try folder.write("a", to: "a")
    try folder.open().commit([[0x61]], message: "A")
    let commit = try folder.git("cat-file commit HEAD")
    let lines = commit.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("author ") || line.hasPrefix("committer ") else { return nil }
      return line.split(separator: " ", maxSplits: 1).last.map { $0 + "\n" }
    }
    #expect(lines.joined() == expected)
  }

  @Test(arguments: ["nonsense", "2005-13-45T99:00:00Z"])
  func `refuses a date that git refuses`(date: String) throws {
    let folder = try GitFolder()
    folder.environment["GIT_AUTHOR_DATE"] = date
    #expect(throws: GitFailed.self) { try folder.git("commit -q --allow-empty -m A") }
    try folder.write("a", to: "a")
    #expect(throws: GitError.self) { try folder.open().commit([[0x61]], message: "A") }
  }

  @Test(
    arguments: [
      ("@0 +0000", 0, 0), ("1700000000 +0130", 1_700_000_000, 90), ("@17 -0130", 17, -90),
    ])
  func `reads git's own dates`(text: String, seconds: Int, offset: Int) {
    let date = GitIdentity.internalDate(text)
    #expect(date?.seconds == seconds && date?.offset == offset)
  }

  @Test(arguments: [
    "", "20051231 +0000", "@17", "@ +0000", "@-1 +0000", "@1 0000", "@@1 +0000", "@1 +0099",
  ])
  func `leaves other dates to git`(text: String) {
    #expect(GitIdentity.internalDate(text) == nil)
  }
}
