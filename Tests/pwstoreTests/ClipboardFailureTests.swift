import Fixtures
import Foundation
import Testing

/// Clipboards that are not there, and those that there is no server for in a
/// test: a file takes their place.
@Suite struct ClipboardFailureTests {
  private let store: TestStore
  private let folder: TemporaryFolder

  init() throws {
    store = try TestStore(isVersioned: false)
    folder = try TemporaryFolder()
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { store.pwstore.environment[name] = nil }
    store.pwstore.environment["XDG_RUNTIME_DIR"] = store.home
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "0"
    // The programs that the tests are about are there only if a test puts them.
    try store.shell("ln -s \"$(command -v gpg)\" \"$(command -v cat)\" /bin/sh \(folder.path)")
    store.pwstore.environment["PATH"] = folder.path
  }

  private func addProgram(_ name: String, _ script: String) throws {
    try writeProgram("#!/bin/sh\n\(script)\n", to: "\(folder.path)/\(name)")
  }

  private func lines(_ file: String) -> [Substring] {
    let bytes = (try? readFile("\(folder.path)/\(file)")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func `says that there is no display`() throws {
    store.pwstore.environment["TERM"] = "dumb"
    let outcome = try store.pwstore("generate", "-c", "a")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.hasPrefix("Error: there is no X11 or Wayland display"))
  }

  @Test(arguments: ["DISPLAY": "xclip", "WAYLAND_DISPLAY": "wl-clipboard"])
  func `names the package that is missing`(variable: String, package: String) throws {
    store.pwstore.environment[variable] = "nowhere"
    let outcome = try store.pwstore("generate", "-c", "a")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.hasPrefix("Error: Could not copy data to the clipboard\n"))
    #expect(outcome.errorText.contains("install \(package)"))
  }

  @Test func `tells when the program fails, and claims nothing`() throws {
    store.pwstore.environment["DISPLAY"] = ":98"
    try addProgram("xclip", "cat > /dev/null; exit 1")
    let outcome = try store.pwstore("generate", "-c", "a")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.hasPrefix("Error: Could not copy data to the clipboard\n"))
  }

  @Test(arguments: ["x", "1.5", "-1", "99999999999", " 5"])
  func `takes no other time than a number of seconds`(time: String) throws {
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = time
    let outcome = try store.pwstore("generate", "-c", "a")
    #expect(outcome.status == 2 && outcome.text == "")
    #expect(outcome.errorText.contains("PASSWORD_STORE_CLIP_TIME"))
    #expect(!FileManager.default.fileExists(atPath: "\(store.root)/a.gpg"))
  }

  @Test func `falls back to X11 if the programs for Wayland are missing`() throws {
    store.pwstore.environment["DISPLAY"] = ":98"
    store.pwstore.environment["WAYLAND_DISPLAY"] = "wayland-9"
    try addProgram(
      "xclip",
      "case $1 in -out) exit 1;; esac; echo \"$@\" >> \(folder.path)/words; cat > \(folder.path)/copy"
    )
    #expect(try store.pwstore("generate", "-c", "a").status == 0)
    #expect(lines("words").first == "-in -selection clipboard")
  }

  @Test func `copies to a Wayland display, and puts back what was there`() throws {
    store.pwstore.environment["DISPLAY"] = ":98"
    store.pwstore.environment["WAYLAND_DISPLAY"] = "wayland-9"
    store.pwstore.environment["PASSWORD_STORE_X_SELECTION"] = "primary"
    let copy = "\(folder.path)/copy"
    try Data("before\n\n".utf8).write(to: URL(filePath: copy))
    try addProgram("wl-paste", "echo paste \"$@\" >> \(folder.path)/words; cat \(copy)")
    // Each copy is kept.
    try addProgram(
      "wl-copy",
      "echo copy \"$@\" >> \(folder.path)/words; cat > \(copy); cat \(copy) >> \(folder.path)/all; echo >> \(folder.path)/all"
    )
    try addProgram("qdbus", "echo \"$@\" > \(folder.path)/history")
    let outcome = try store.pwstore("generate", "-c", "a")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(eventually { !lines("history").isEmpty })
    let password = String(decoding: try store.decrypt("a.gpg").dropLast(), as: UTF8.self)
    #expect(lines("all").map(String.init) == [password, "before"])
    #expect(try readFile(copy) == Array("before\n\n".utf8))
    #expect(
      // Each copy is waited for.
      lines("words") == [
        "paste --no-newline --primary", "copy --primary", "paste --no-newline --primary",
        "paste --no-newline --primary", "copy --primary", "paste --no-newline --primary",
      ])
    #expect(
      lines("history") == [
        "org.kde.klipper /klipper org.kde.klipper.klipper.clearClipboardHistory"
      ])
  }
}
