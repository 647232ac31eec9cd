import Fixtures
import Foundation
import Testing

/// The example in README.md, word for word.
@Suite struct ReadmeTests {
  private let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  /// Where the library lies that was built with the tests.
  private let build = URL(filePath: Pwstore.path).deletingLastPathComponent().path

  @Test func `has an example that compiles and does what it says`() throws {
    let store = try TestStore()
    let folder = try TemporaryFolder()
    let source = "\(folder.path)/main.swift"
    try block(with: "import PWCore").write(toFile: source, atomically: true, encoding: .utf8)
    try compile(source, to: "\(folder.path)/myapp")

    let outcome = try run(["\(folder.path)/myapp"], environment: store.pwstore.environment)
    #expect(
      outcome.text == """
        alice
        ["password", "username"] bob
        5432
        3
        [com.example.app, tls/example.org, work/db]

        """)
    #expect(outcome.errorText == "myapp: there is no entry \"com.example.app\"\n")
    #expect(outcome.status == 3)
    #expect(try store.commitCount() == 7)
    #expect(try store.decrypt("work/db.gpg") == Array("pw\nport: 5432\nusername: app\n".utf8))
    #expect(try store.complaints() == "")
  }

  @Test func `has a manifest that the package manager understands`() throws {
    let folder = try TemporaryFolder()
    try block(with: "import PackageDescription")
      .write(toFile: "\(folder.path)/Package.swift", atomically: true, encoding: .utf8)
    let outcome = try run(["swift", "package", "dump-package"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.text.contains("\"PWCore\""))
  }

  /// The code block that holds a line.
  private func block(with line: String) throws -> String {
    let readme = try String(contentsOfFile: "\(project)/README.md", encoding: .utf8)
    let parts = readme.components(separatedBy: "```")
    // What stands between two fences has an odd place, and begins with its language.
    let blocks = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    let found = try #require(blocks.first { $0.hasPrefix("swift\n") && $0.contains("\n\(line)\n") })
    return String(found.dropFirst("swift\n".count))
  }

  private func compile(_ source: String, to program: String) throws {
    let objects = try FileManager.default.contentsOfDirectory(atPath: "\(build)/PWCore.build")
      .filter { $0.hasSuffix(".o") }.map { "\(build)/PWCore.build/\($0)" }
    let maps = ["CGPGME", "CGit2", "COath", "CQREncode", "CSystem"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(project)/Sources/\($0)/module.modulemap"]
    }
    // The library may have been built with the address sanitizer.
    let sanitizer = dlsym(nil, "__asan_init") == nil ? [] : ["-sanitize=address"]
    let outcome = try run(
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", "\(build)/Modules"]
        + ["-module-cache-path", "\(build)/ModuleCache"] + maps + sanitizer + objects
        + [source, "-o", program])
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }
}
