import Foundation
import Testing

/// Who may import what, where the compiler does not look: within one module.
@Suite struct LayoutTests {
  /// What all source files below a folder import.
  private func imports() throws -> [(file: String, module: String)] {
    let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = project.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 100)
    return try files.flatMap { file in
      try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("import ") || $0.hasPrefix("public import ") }
        .map { (file, String($0.split(separator: " ").last ?? "")) }
    }
  }

  @Test(
    arguments: [
      ("CGPGME", "PWCore/GPG/"), ("CGit2", "PWCore/Git/"), ("COath", "PWCore/OneTimeCodes/"),
      ("CQREncode", "PWCore/QRCode/"),
    ])
  func `keeps a C library to one folder`(module: String, folder: String) throws {
    let users = try imports().filter { $0.module == module }.map(\.file)
    #expect(!users.isEmpty)
    #expect(users.filter { !$0.hasPrefix(folder) } == [])
  }

  @Test func `does without Foundation`() throws {
    #expect(try imports().filter { $0.module == "Foundation" }.map(\.file) == [])
  }
}
