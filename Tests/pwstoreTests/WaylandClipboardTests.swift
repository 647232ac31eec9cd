import Fixtures
import Foundation
import Testing

/// What is copied to the clipboard of a real Wayland compositor.
@Suite struct WaylandClipboardTests {
  private let server: WaylandServer
  private let store: TestStore

  init() throws {
    server = try WaylandServer()
    store = try TestStore(isVersioned: false)
    store.pwstore.environment["DISPLAY"] = nil
    // The lock on the clipboard lies there: each test has its own.
    store.pwstore.environment["XDG_RUNTIME_DIR"] = store.home
    store.pwstore.environment.merge(server.environment) { $1 }
    try store.must("save", ["a", "password=first"])
    try store.must("save", ["b", "password=second"])
  }

  private func copy(_ name: String, for seconds: Int) throws -> Outcome {
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "\(seconds)"
    return try store.pwstore("show", "--clip", name)
  }

  @Test func `copies, begins anew, and puts back what was there`() throws {
    try server.copy("before\n")
    #expect(
      try copy("a", for: 60).text == "Copied a to clipboard. Will clear in 60 seconds.\n")
    #expect(try server.content() == Array("first".utf8))
    #expect(try copy("b", for: 0).status == 0)
    #expect(try eventually { try server.content() == Array("before\n".utf8) })
    // What was empty is empty again.
    try server.clear()
    _ = try copy("a", for: 60)
    _ = try copy("b", for: 0)
    #expect(try eventually { try server.content() == [] })
  }

  @Test func `leaves alone what someone else has copied since, and knows both selections`() throws {
    try server.copy("before")
    _ = try copy("a", for: 60)
    try server.copy("mine")
    _ = try copy("b", for: 0)
    #expect(try eventually { try server.content() == Array("mine".utf8) })
    store.pwstore.environment["PASSWORD_STORE_X_SELECTION"] = "primary"
    _ = try copy("a", for: 60)
    #expect(try server.content("--primary") == Array("first".utf8))
    #expect(try server.content() == Array("mine".utf8))
    _ = try copy("b", for: 0)
    #expect(try eventually { try server.content("--primary") == [] })
  }

  @Test func `hands the secret to wl-copy where no other program sees the file that it makes`()
    throws
  {
    let words = [
      "unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "t", "/mnt",
    ]
    // Not everywhere is that allowed.
    guard try run(words).status == 0 else { return }
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "60"
    // What wl-copy leaves behind lives as long as the clipboard, and strace with it.
    let script = """
      strace -f -qq -e trace=mkdir,mount -e signal=none -o trace "$PW" show -c a > output & process=$!
      for turn in $(seq 600); do
        test -s output && test "$(wl-paste 2>&1)" = first && break; sleep 0.1
      done
      kill -9 $process; grep -o -e 'mount("tmpfs", "/tmp", .* = 0' -e '/tmp/wl-copy-buffer' trace
      """
    let lines = try store.shell(script).text.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("mount") && lines[1] == "/tmp/wl-copy-buffer")
  }
}
