import Fixtures
import Foundation
import Testing

/// What is copied to the clipboard of a real X server.
@Suite struct ClipboardTests {
  private let server: XServer
  private let store: TestStore

  init() throws {
    server = try XServer()
    store = try TestStore(isVersioned: false)
    store.pwstore.environment["DISPLAY"] = server.display
    store.pwstore.environment["WAYLAND_DISPLAY"] = nil
    store.pwstore.environment["XDG_RUNTIME_DIR"] = store.home
  }

  /// Makes an entry, and copies its password, for some seconds.
  @discardableResult
  private func generate(_ name: String, for seconds: Int) throws -> Outcome {
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "\(seconds)"
    return try store.pwstore("generate", "--clip", name)
  }

  private func password(_ name: String) throws -> [UInt8] {
    Array(try store.decrypt("\(name).gpg").dropLast())
  }

  @Test func `copies a password, and puts back what was there when the time is over`() throws {
    try server.copy("before\r\n\n")
    let start = ContinuousClock.now
    let outcome = try generate("a", for: 1)
    #expect(outcome.text == "Copied a to clipboard. Will clear in 1 seconds.\n")
    #expect(outcome.status == 0 && outcome.errorText == "")
    #expect(try eventually { try server.content() == Array("before\r\n\n".utf8) })
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test func `clears a clipboard that was empty`() throws {
    try generate("a", for: 60)
    #expect(try server.content() == password("a"))
    try generate("b", for: 0)
    #expect(try eventually { try server.content() == [] })
  }

  @Test func `copies one-time codes and their URIs`() throws {
    let uri = "otpauth://hotp/ACME:ann?secret=JBSWY3DPEHPK3PXP&counter=7"
    try store.pwstore("save", "a", input: Array("\(uri)\n".utf8))
    let code = try store.pwstore("otp", "-c", "a/")
    #expect(code.text == "Copied OTP code for a to clipboard. Will clear in 45 seconds.\n")
    #expect(try server.content() == Array("964230".utf8))
    let copied = try store.pwstore("otp", "uri", "--clip", "a")
    #expect(copied.text == "Copied OTP key URI for a to clipboard. Will clear in 45 seconds.\n")
    #expect(try server.content() == Array(uri.replacing("=7", with: "=8").utf8))
    try generate("b", for: 0)
    #expect(try eventually { try server.content() == [] })
  }

  @Test func `begins anew with each copy, and puts back the original in the end`() throws {
    try server.copy("original")
    try generate("a", for: 60)
    try generate("b", for: 60)
    #expect(try server.content() == password("b"))
    try generate("c", for: 0)
    #expect(try eventually { try server.content() == Array("original".utf8) })
  }

  @Test func `leaves alone what someone else has copied since`() throws {
    try server.copy("before")
    try generate("a", for: 60)
    try server.copy("mine")
    try generate("b", for: 0)
    #expect(try eventually { try server.content() == Array("mine".utf8) })
  }

  @Test func `uses the selection that is asked for`() throws {
    store.pwstore.environment["PASSWORD_STORE_X_SELECTION"] = "primary"
    try server.copy("other")
    try generate("a", for: 60)
    #expect(try server.content("primary") == password("a"))
    let other = try server.content()
    #expect(other == Array("other".utf8))
    try generate("b", for: 0)
  }

  @Test func `uses xsel where there is no xclip`() throws {
    let folder = try TemporaryFolder()
    let script = """
      for program in sh gpg gpg-agent xsel; do ln -s "$(command -v $program)" \(folder.path); done
      """
    try store.shell(script)
    try server.copy("before\n")
    store.pwstore.environment["PATH"] = folder.path
    #expect(try generate("a", for: 60).status == 0)
    #expect(try server.content() == password("a"))
    try generate("b", for: 0)
    #expect(try eventually { try server.content() == Array("before\n".utf8) })
  }

  @Test func `lets no one wait for the process that it leaves behind`() throws {
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "60"
    // Substitution and pipe end when nobody holds the stream any more.
    let outcome = try store.shell(#"echo "[$("$PW" generate -c a 2>&1)]" | timeout 50 cat"#)
    #expect(outcome.text == "[Copied a to clipboard. Will clear in 60 seconds.]\n")
    #expect(outcome.status == 0)
    try generate("b", for: 0)
  }

  @Test func `outlives the terminal`() throws {
    try server.copy("before")
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "1"
    do {
      let terminal = try PseudoTerminal(
        running: "/bin/sh", ["sh"], environment: store.pwstore.environment)
      terminal.type("\(Pwstore.path) generate -c a\n")
      try terminal.wait(for: "Copied a to clipboard. Will clear in 1 seconds.")
    }
    #expect(try eventually { try server.content() == Array("before".utf8) })
  }

  @Test func `hands the secret on by pipes alone`() throws {
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "0"
    // What xclip leaves behind lives as long as the server, and strace with it.
    let script = """
      strace -f -qq -yy -v -s 100000 -e trace=execve,write,sendto,sendmsg,writev -o trace \
        "$PW" generate -n -c a 12 > output & process=$!
      for turn in $(seq 600); do
        test -s output && test -z "$(xclip -o -selection clipboard 2>&1)" && break; sleep 0.1
      done
      kill -9 $process; gpg -dq store/a.gpg > password; grep -F -f password trace; rm password
      """
    let lines = try store.shell(script).text.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      // Also xclip's own: it sends what it has to the display's socket.
      #expect(!line.contains("execve(") && (line.contains("<pipe:") || line.contains("<UNIX")))
    }
    #expect(try store.shell("cat trace").text.contains("pwstore-clipboard"))
  }
}
