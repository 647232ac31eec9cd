import Fixtures
import Foundation
import PWCore
import Testing

@testable import pwstore

@Suite struct TerminalClipboardTests {
  private func sequence(
    _ variables: [String: String], _ text: String, _ selection: Clipboard.Selection = .clipboard
  ) -> String? {
    let terminal = TerminalClipboard(Environment(variables))
    return terminal.map { terminal in
      terminal.sequence(copying: SecretBytes(text.utf8), to: selection).withBytes { bytes in
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  @Test func `asks the terminal to copy`() {
    #expect(sequence(["TERM": "xterm"], "hunter2") == "\u{1B}]52;c;aHVudGVyMg==\u{7}")
    #expect(sequence(["TERM": "xterm"], "", .primary) == "\u{1B}]52;p;\u{7}")
    for kind in ["dumb", "linux", ""] { #expect(sequence(["TERM": kind], "x") == nil) }
  }

  @Test func `reaches the terminal through tmux and screen`() {
    let plain = "\u{1B}]52;c;aGk=\u{7}"
    let throughTmux = "\(plain)\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
    #expect(sequence(["TERM": "screen", "TMUX": "/tmp/x"], "hi") == throughTmux)
    #expect(sequence(["TERM": "tmux-256color"], "hi") == throughTmux)
    #expect(sequence(["TERM": "screen", "STY": "1.x"], "hi") == "\u{1B}P\(plain)\u{1B}\\")
    let pieces = sequence(["TERM": "screen", "STY": "1.x"], String(repeating: "x", count: 1000))?
      .components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces?.count == 3)
    #expect(pieces?.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 514 } == true)
  }

  @Test func `copies without a display, and clears in the end`() throws {
    let store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY"] {
      store.pwstore.environment[name] = nil
    }
    store.pwstore.environment["TERM"] = "xterm"
    store.pwstore.environment["XDG_RUNTIME_DIR"] = store.home
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "0"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", ["sh"], environment: store.pwstore.environment)
    // Standard streams are not needed for it.
    terminal.type("\(Pwstore.path) generate -c a > \(store.home)/output 2>&1 < /dev/null\n")
    try terminal.wait(for: "\u{1B}]52;c;")
    try terminal.wait(for: "\u{7}")
    let password = Data(try store.decrypt("a.gpg").dropLast()).base64EncodedString()
    #expect(terminal.shown.contains("\u{1B}]52;c;\(password)\u{7}"))
    try terminal.wait(for: "\u{1B}]52;c;\u{7}")
    let output = try readFile("\(store.home)/output")
    #expect(
      String(decoding: output, as: UTF8.self) == "Copied a to clipboard. Will clear in 0 seconds.\n"
    )
  }

  @Test func `refuses what is more than a terminal takes`() throws {
    let store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { store.pwstore.environment[name] = nil }
    store.pwstore.environment["TERM"] = "xterm"
    let terminal = try store.pwstore.onTerminal("generate", "-c", "a", "74995")
    try terminal.wait(for: "Could not copy data to the clipboard")
    try terminal.wait(for: "74994 bytes at most")
    #expect(try terminal.end() == 1)
  }
}
