import Fixtures
import Foundation
import Testing

@Suite struct EditTests {
  /// A store with the entry `x` and an editor that runs a script: `$1` is the
  /// file, and the file `folder` in the home learns its folder's name.
  static func store(editor script: String, text: String? = "old\nuser: a\n") throws -> TestStore {
    let store = try TestStore()
    if let text { try store.pwstore("insert", "-m", "x", input: Array(text.utf8)) }
    let editor = "\(store.home)/ed"
    try writeProgram(
      "#!/bin/bash\ndirname \"$1\" > \"$HOME/folder\"\n\(script)\n", to: editor)
    store.pwstore.environment["EDITOR"] = editor
    return store
  }

  /// The folder in which the editor was given the text; `nil` if it is gone.
  static func folder(of store: TestStore) throws -> String? {
    let name = try String(contentsOfFile: "\(store.home)/folder", encoding: .utf8)
      .trimmingCharacters(in: .newlines)
    return FileManager.default.fileExists(atPath: name) ? name : nil
  }

  @Test func `saves what the editor leaves`() throws {
    let store = try Self.store(
      editor: """
        cp "$1" "$HOME/seen"; stat -c %a "$1" "${1%/*}" > "$HOME/modes"; echo "$1" > "$HOME/path"
        cp "$1" "$1~"; mkdir "${1%/*}/.undo"; cp "$1" "${1%/*}/.undo/u"
        printf 'new\\n' > "${1%/*}/other"; mv "${1%/*}/other" "$1"; exit 3
        """)
    let outcome = try store.pwstore("edit", "x/")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try store.decrypt("x.gpg") == Array("new\n".utf8))
    #expect(
      try store.lastMessage() == "Edit password for x using \(store.home)/ed.")
    #expect(try Self.folder(of: store) == nil)
    #expect(try String(contentsOfFile: "\(store.home)/seen", encoding: .utf8) == "old\nuser: a\n")
    #expect(try String(contentsOfFile: "\(store.home)/modes", encoding: .utf8) == "600\n700\n")
    let path = try String(contentsOfFile: "\(store.home)/path", encoding: .utf8)
    #expect(path.hasPrefix("/dev/shm/pass.") && path.hasSuffix("-x.txt\n"))
    #expect(try store.complaints() == "")
  }

  @Test func `makes a new entry of what the editor writes`() throws {
    let store = try Self.store(editor: #"test ! -e "$1" && printf 'v' > "$1""#, text: nil)
    #expect(try store.pwstore("edit", "a/b").status == 0)
    #expect(try store.decrypt("a/b.gpg") == Array("v".utf8))
    #expect(try store.lastMessage() == "Add password for a/b using \(store.home)/ed.")
  }

  @Test(
    arguments: [
      ("true", "Password unchanged."), (#"rm "$1""#, "New password not saved."),
      (#"echo new > "$1"; kill -9 $$"#, "ended by signal 9"),
    ])
  func `leaves the entry where nothing is to be saved`(script: String, reason: String) throws {
    let store = try Self.store(editor: script)
    let outcome = try store.pwstore("edit", "x")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
    #expect(try store.decrypt("x.gpg") == Array("old\nuser: a\n".utf8))
    #expect(try Self.folder(of: store) == nil)
    #expect(try store.commitCount() == 2)
  }

  @Test func `gives the editor its own arguments`() throws {
    let store = try Self.store(editor: #"printf '%s\n' "$#" "$2" > "$HOME/words"; echo n > "$3""#)
    let editor = "\(store.home)/ed"
    store.pwstore.environment["EDITOR"] = "  \(editor) dir/ --wait  "
    #expect(try store.pwstore("edit", "x").status == 0)
    #expect(try String(contentsOfFile: "\(store.home)/words", encoding: .utf8) == "3\n--wait\n")
    // VISUAL counts where EDITOR is not set.
    store.pwstore.environment["EDITOR"] = nil
    store.pwstore.environment["VISUAL"] = "/no/such/editor"
    let outcome = try store.pwstore("edit", "x")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("/no/such/editor"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL])
  func `leaves no text behind when it is killed`(signal: Int32) throws {
    let store = try Self.store(
      editor: #"cp "$1" "$1~"; touch "$HOME/ready"; while test -e "$1"; do sleep 0.05; done"#)
    let terminal = try store.pwstore.onTerminal("edit", "x")
    var left = 2000
    while !FileManager.default.fileExists(atPath: "\(store.home)/ready"), left > 0 {
      usleep(10_000)
      left -= 1
    }
    #expect(try Self.folder(of: store) != nil)
    terminal.send(signal)
    #expect(try terminal.end() == 128 + signal)
    left = 2000
    while try Self.folder(of: store) != nil, left > 0 {
      usleep(10_000)
      left -= 1
    }
    #expect(try Self.folder(of: store) == nil)
    #expect(try store.decrypt("x.gpg") == Array("old\nuser: a\n".utf8))
  }

  @Test func `leaves an interrupt to the editor`() throws {
    let store = try Self.store(
      editor: #"trap 'echo new > "$1"; exit' INT; echo ready; while :; do sleep 0.05; done"#)
    let terminal = try store.pwstore.onTerminal("edit", "x")
    try terminal.wait(for: "ready")
    terminal.type("\u{3}")
    #expect(try terminal.end() == 0)
    #expect(try store.decrypt("x.gpg") == Array("new\n".utf8))
  }

  @Test func `opens no editor for what could not be saved`() throws {
    let store = try Self.store(editor: "true")
    #expect(try store.pwstore("edit", String(repeating: "n", count: 252)).status == 2)
    #expect(!FileManager.default.fileExists(atPath: "\(store.home)/folder"))
    try store.shell("echo nobody@example.org >> store/.gpg-id")
    let outcome = try store.pwstore("edit", "x")
    #expect(outcome.status == 5)
    #expect(outcome.errorText.contains("nobody@example.org"))
    #expect(!FileManager.default.fileExists(atPath: "\(store.home)/folder"))
  }

  @Test(arguments: [
    "echo nobody@example.org >> \"$PASSWORD_STORE_DIR/.gpg-id\"",
    "cd \"$PASSWORD_STORE_DIR\"; cp x.gpg y; echo other | gpg --batch -qer ann@example.org > x.gpg",
  ])
  func `keeps a text that cannot be saved, and says how to get it`(script: String) throws {
    let store = try Self.store(editor: "echo precious > \"$1\"\n\(script)")
    let outcome = try store.pwstore("edit", "x")
    #expect(outcome.status != 0)
    let folder = try #require(try Self.folder(of: store))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(outcome.errorText.contains("the text is in \"\(folder)/"))
    // The commands of the hint do what they say.
    try store.shell("echo ann@example.org > store/.gpg-id")
    let commands = outcome.errorText.components(separatedBy: "\"")
      .filter { $0.hasPrefix("pwstore insert") || $0.hasPrefix("rm ") }
    #expect(commands.count == 2)
    for command in commands {
      let line = command.replacingOccurrences(of: "pwstore ", with: "$PW ")
      #expect(try store.shell(line).status == 0)
    }
    #expect(try store.decrypt("x.gpg") == Array("precious\n".utf8))
    #expect(try Self.folder(of: store) == nil)
  }
}
