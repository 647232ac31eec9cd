import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct OutsidePickerTests {
  @Test func `another program picks, without a terminal`() throws {
    let store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { store.pwstore.environment[name] = nil }
    for name in ["mail/alice", "new\nline", "日本", "x"] {
      try store.must("save", ["--", name, "password=secret of \(name.count)"])
    }
    func pick(
      _ picker: String?, _ words: String..., setting: String? = nil
    ) throws -> Outcome {
      store.pwstore.environment["PWSTORE_PICKER"] = picker
      try setting.map {
        _ = try run(
          ["git", "config", "--global", "pwstore.picker", $0],
          environment: store.pwstore.environment)
      }
      return try #require(try store.pwstore.alone(words).end(within: 20))
    }
    // It gets names only, one a line, and what it prints is loaded.
    let list = "\(store.home)/list"
    #expect(try pick("tee \(list) | sed -n 2p", "load").text == "secret of 8\n")
    #expect(
      String(decoding: try readFile(list), as: UTF8.self) == "mail/alice\nnew\\x0aline\nx\n日本\n")
    #expect(try pick("grep x0a", "pick", "-k").text == "new\nline\n")
    #expect(try pick("head -n 1", "pick", "-k", "li", "a").text == "mail/alice\n")
    #expect(try pick("head -n 1", "load", "--json").text.contains("\"secret of 10\""))
    // Git's setting, unless the variable is there.
    #expect(try pick(nil, "pick", "-k", setting: "tail -n 1").text == "日本\n")
    #expect(try pick("sed -n '/^x/p'", "pick", "-k").text == "x\n")
    let own = try pick("", "pick")
    #expect(own.status == 2 && own.errorText.contains("no terminal"))
    #expect(try pick("head -n 1", "--batch", "pick").status == 2)

    // Who gives up gets nothing.
    for picker in ["exit 1", "exit 130", "true", "kill -INT $$"] {
      let outcome = try pick(picker, "load")
      #expect(outcome.status == 130 && outcome.output == [] && outcome.errors == [], "\(picker)")
    }
    for (picker, status, reason) in [
      ("exit 7", Int32(1), "it has ended with status 7"), ("no-such-picker", 1, "does not find it"),
      ("/etc", 1, "cannot run it"), ("kill -TERM $$", 1, "signal 15"), ("cat", 1, "several"),
      ("echo typed", 3, "no entry \"typed\""), ("echo ../x", 3, "no entry"),
      ("exit 255", 1, "status 255"), ("head -c 9000 /dev/zero | tr '\\0' x", 3, "no entry"),
    ] {
      let outcome = try pick(picker, "load")
      #expect(outcome.status == status && outcome.output == [], "\(picker): \(outcome.errorText)")
      #expect(outcome.errorText.contains(reason), "\(picker): \(outcome.errorText)")
      #expect(outcome.errors.count < 1000)
      #expect(try pick(picker, "pick", "--key").status == status)
    }
    // Those of other systems end lines in other ways.
    #expect(try pick("printf 'x\\r\\n'", "load").text == "secret of 1\n")
    #expect(try pick("printf 'x\\0'", "load").text == "secret of 1\n")
  }
}
