import Fixtures
import Foundation
import Testing

/// `make install` and `make uninstall`, below a folder of its own.
@Suite struct InstallTests {
  private let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  @Test func `puts everything in its place, and takes it away again`() throws {
    let folder = try TemporaryFolder()
    // A script in the place of the program: it is only copied, and is quicker so.
    let binary = "\(folder.path)/binary"
    try writeProgram("#!/bin/sh\necho \"$0\"\n", to: binary)
    let root = "\(folder.path)/root"
    func make(_ target: String, _ more: String...) throws {
      let words = ["make", "-C", project, "-s", target, "DESTDIR=\(root)", "BINARY=\(binary)"]
      let outcome = try run(["sh", "-c", "umask 077; exec \"$@\"", "sh"] + words + more)
      #expect(outcome.status == 0, "\(outcome.errorText)")
    }
    try make("install")
    let local = try modes(below: "\(root)/usr/local")
    #expect(local["bin/pwstore"] == "-rwxr-xr-x")
    for name in ["git-credential-pwstore", "docker-credential-pwstore"] {
      #expect(local["bin/\(name)"] == "lrwxrwxrwx")
      #expect(try run(["\(root)/usr/local/bin/\(name)"]).status == 0)
    }
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(project)/man")
    #expect(pages.count > 40)
    let completions =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(project)/completions")) ?? []
    let places = [
      "pwstore.bash": "share/bash-completion/completions/pwstore",
      "_pwstore": "share/zsh/site-functions/_pwstore",
      "pwstore.fish": "share/fish/vendor_completions.d/pwstore.fish",
    ]
    let documents = ["README.md", "CHANGELOG.md", "LICENSE", "docs/json.md"]
    let files =
      pages.map { "share/man/man1/\($0)" } + documents.map { "share/doc/pwstore/\($0)" }
      + completions.map { places[$0] ?? "no place for \($0)" }
    for file in files { #expect(local[file] == "-rw-r--r--", "\(file)") }
    for (path, mode) in local where mode.hasPrefix("d") { #expect(mode == "drwxr-xr-x", "\(path)") }

    // What is not ours stays.
    try Data().write(to: URL(filePath: "\(root)/usr/local/share/man/man1/pwstore-hello.1"))
    try make("uninstall")
    let left = try modes(below: "\(root)/usr/local")
    #expect(
      left.filter { !$0.value.hasPrefix("d") }.keys.sorted() == ["share/man/man1/pwstore-hello.1"])
    #expect(left["share/doc/pwstore"] == nil)
    try make("uninstall")

    try make("install", "PREFIX=/usr", "ZSH_COMPLETIONS=share/zsh/vendor-completions")
    let system = try modes(below: "\(root)/usr").keys.filter { !$0.hasPrefix("local") }
    #expect(system.contains("bin/pwstore"))
    #expect(!system.contains { $0.contains("site-functions") })
  }

  /// All below a folder, with its mode as `ls` shows it.
  private func modes(below folder: String) throws -> [String: String] {
    let outcome = try run(["find", folder, "-mindepth", "1", "-printf", "%P\t%M\n"])
    let lines = outcome.text.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }
}
