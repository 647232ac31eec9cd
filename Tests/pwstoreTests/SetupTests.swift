import Fixtures
import Foundation
import Testing

@Suite struct SetupTests {
  @Test func `sets up a key and a store in one go`() throws {
    let store = try TestStore([], isInitialized: false)
    let arguments = [
      "setup", "--batch", "--name", "Dora", "--email", "dora@example.org", "--no-passphrase",
    ]
    let outcome = try store.pwstore.run(arguments.map { Array($0.utf8) })
    #expect(outcome.status == 0)
    #expect(outcome.text == (try store.gpg.fingerprint("dora")) + "\n")
    #expect(try store.pwstore("save", "a", "x=y").status == 0)
    #expect(try store.pwstore("load", "a", "x").text == "y\n")
    #expect(try store.complaints() == "")
    #expect(try store.pwstore.run(arguments.map { Array($0.utf8) }).status == 2)
    // A second store of the same user needs no second key.
    var second = store.pwstore
    second.environment["PASSWORD_STORE_DIR"] = "\(store.root)2"
    #expect(try second.run(arguments.map { Array($0.utf8) }).text == outcome.text)
    for words in [
      ["setup", "--batch"], ["setup", "--batch", "--name", "E", "--email", "e@example.org"],
    ] {
      second.environment["PASSWORD_STORE_DIR"] = "\(store.root)3"
      #expect(try second.run(words.map { Array($0.utf8) }).status == 2)
    }
  }

  @Test func `asks for name and address, and knows what git knows`() throws {
    let store = try TestStore([], isInitialized: false)
    var pwstore = store.pwstore
    pwstore.environment["SHELL"] = "/bin/sh"
    let terminal = try pwstore.onTerminal("setup", "--no-passphrase")
    try terminal.wait(for: "(Enter makes a new one): ")
    terminal.type("\n")
    try terminal.wait(for: "Your mail address [tester@example.org]: ")
    terminal.type("eve@example.org\n")
    try terminal.wait(for: "Your name [Tester]: ")
    terminal.type("\n")
    #expect(try terminal.end() == 0)
    #expect(try store.shell("cat store/.gpg-id").text == (try store.gpg.fingerprint("eve")) + "\n")
    #expect(try store.gpg.gpg(["--list-keys"]).text.contains("Tester <eve@example.org>"))
  }

  @Test func `fetches a store that somebody shares, and makes the key for it`() throws {
    let machines = try Machines(["ann"], saving: ["a": "one"])
    let newcomer = try TestStore([], isInitialized: false)
    try newcomer.shell("rm home/.gitconfig")
    newcomer.pwstore.environment["SHELL"] = nil
    let terminal = try newcomer.pwstore.onTerminal("setup", "--no-passphrase")
    try terminal.wait(for: "(Enter makes a new one): ")
    terminal.type("\(machines.remote)\n")
    try terminal.wait(for: "Cloned 1 entry")
    try terminal.wait(for: "You have no OpenPGP key yet.")
    try terminal.wait(for: "Your mail address: ")
    terminal.type("fay@example.org\n")
    try terminal.wait(for: "Your name: ")
    terminal.type("Fay\n")
    try terminal.wait(for: "is it to be imported? [y/N] ")
    terminal.type("n\n")
    #expect(try terminal.end() == 0)
    let own = try newcomer.gpg.fingerprint("fay")
    #expect(terminal.shown.contains("ask for: pwstore recipients add \(own)"))
    #expect(terminal.shown.hasSuffix("\(own)\r\n"))
    #expect(try newcomer.git("config", "user.email").text == "fay@example.org\n")
    // By options alone, for someone who has a key.
    var second = newcomer.pwstore
    second.environment["PASSWORD_STORE_DIR"] = "\(newcomer.root)2"
    let outcome = try second("setup", "--batch", "--clone", machines.remote)
    #expect(outcome.status == 0 && outcome.text == "\(own)\n")
    #expect(try second("ls", "--flat").text == "a\n")
    #expect(try second("setup", "--clone", machines.remote).status == 2)
    // What cannot be is found out before anything is fetched.
    second.environment["PASSWORD_STORE_DIR"] = "\(newcomer.root)3"
    for words in [
      ["--clone", ""], ["--clone", machines.remote, "--no-git"],
      ["--clone", machines.remote, "--name", "N", "--email", "none", "--no-passphrase"],
      ["--clone", machines.remote, "--email", "n@example.org", "--no-passphrase"],
    ] {
      let words = ["setup", "--batch"] + words
      #expect(try second.run(words.map { Array($0.utf8) }).status == 2)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(newcomer.root)3"))
  }

  @Test func `gives git the name and address of a newcomer`() throws {
    let store = try TestStore(["ann"], isInitialized: false)
    try store.shell("printf '[user]\\n\\tuseConfigOnly = true\\n' > home/.gitconfig")
    for email in ["n@example.or", "example", "a b@example.org"] {
      let words = ["setup", "--batch", "--name", "N", "--email", email, "--no-passphrase"]
      let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
      #expect(outcome.status == (email == "n@example.or" ? 0 : 2))
      #expect(!outcome.text.contains(try store.gpg.fingerprint("ann")))
    }
    #expect(try store.git("log", "-1", "--format=%an <%ae>").text == "N <n@example.or>\n")
    #expect(try store.complaints() == "")
  }

  @Test func `tells how to begin where there is no store`() throws {
    let store = try TestStore(isInitialized: false)
    for words in [
      ["load", "a"], ["save", "a", "x=y"], ["set", "a", "x=y"], ["delete", "a"], ["mv", "a", "b"],
      ["ls"], ["show", "a"], ["find", "a"], ["grep", "a"], ["otp", "a"], ["sync"], ["log"], [],
    ] {
      let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
      #expect(outcome.status == 6 && outcome.output.isEmpty)
      #expect(
        outcome.errorText.contains("pwstore setup") && outcome.errorText.contains("pwstore init"))
      #expect(outcome.errorText.split(separator: "\n").count == 2)
    }
    try run(["mkdir", store.root])
    let outcome = try store.pwstore("save", "a", "x=y")
    #expect(outcome.status == 6 && outcome.errorText.contains("pwstore init"))
  }

  @Test func `installs completion where the user's shell looks for it`() throws {
    let store = try TestStore()
    for (name, folders, file) in [
      ("bash", [:], "home/.local/share/bash-completion/completions/pwstore"),
      ("bash", ["BASH_COMPLETION_USER_DIR": "\(store.home)/b"], "home/b/completions/pwstore"),
      ("zsh", ["XDG_DATA_HOME": "\(store.home)/d"], "home/d/zsh/site-functions/_pwstore"),
      ("fish", ["XDG_CONFIG_HOME": "relative"], "home/.config/fish/completions/pwstore.fish"),
    ] {
      for way in ["--completion=\(name)", "--completion"] {
        var pwstore = store.pwstore
        pwstore.environment["SHELL"] = way == "--completion" ? "/usr/bin/\(name)" : nil
        pwstore.environment.merge(folders) { $1 }
        let outcome = try pwstore("setup", way)
        #expect(outcome.status == 0 && outcome.text == "", "\(outcome.errorText)")
        #expect(outcome.errorText.contains(file.dropFirst("home/".count)))
        #expect(outcome.errorText.contains("To turn it on") == (name == "zsh"))
        let script = try store.shell("stat -c %a \(file); cat \(file); rm \(file)").text
        #expect(script == "644\n" + (try pwstore("completion", name).text))
      }
    }
    var pwstore = store.pwstore
    pwstore.environment["SHELL"] = "/bin/dash"
    #expect(try pwstore("setup", "--completion").status == 2)
    #expect(try pwstore("setup", "--completion=dash").status == 2)
    // Without bash-completion, bash has to be told where it is.
    pwstore.environment["XDG_DATA_DIRS"] = store.home
    #expect(
      try pwstore("setup", "--completion=bash").errorText.contains("add to ~/.bashrc: source /"))
  }

  @Test func `offers completion to someone who has none yet`() throws {
    let store = try TestStore(isInitialized: false)
    let file = "\(store.home)/.config/fish/completions/pwstore.fish"
    var pwstore = store.pwstore
    pwstore.environment["SHELL"] = "/usr/bin/fish"
    pwstore.environment["XDG_DATA_DIRS"] = store.home
    for (number, isThere) in [(1, false), (2, true)] {
      pwstore.environment["PASSWORD_STORE_DIR"] = "\(store.root)\(number)"
      let terminal = try pwstore.onTerminal("setup")
      try terminal.wait(for: "new one): ")
      terminal.type("\n")
      try terminal.wait(for: "Your mail address")
      terminal.type("ann@example.org\n")
      if !isThere {
        try terminal.wait(for: "Install Tab completion for fish? [Y/n] ")
        terminal.type("\n")
      }
      #expect(try terminal.end() == 0)
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `makes no key for a store that cannot be made, and none of a name that git refuses`()
    throws
  {
    let store = try TestStore([], isInitialized: false)
    try store.shell("echo x > home/file; ln -s nowhere home/link; rm home/.gitconfig")
    let options = ["--batch", "--email", "c@example.org", "--no-passphrase"]
    for (words, status) in [
      (["--store", "\(store.home)/file", "setup", "--name", "C"], Int32(1)),
      (["--store", "\(store.home)/link", "setup", "--name", "C"], 1),
      (["--store", "/proc/none", "setup", "--name", "C"], 1),
      (["setup", "--name", "  "], 2), (["setup", "--name", ".,"], 2),
      (["setup", "--name", String(repeating: "n", count: 600)], 2), (["setup"], 2),
      (["setup", "--name", "C", "--passphrase-file", "\(store.home)/file"], 2),
      (["setup", "--clone", "/nosuch", "--name", "C"], 8),
    ] {
      let outcome = try store.pwstore.run((words + options).map { Array($0.utf8) })
      #expect(outcome.status == status, "\(words): \(outcome.errorText)")
      #expect(!outcome.errorText.contains("pwstore remote"))
      #expect(!FileManager.default.fileExists(atPath: store.root), "\(words)")
    }
    #expect(try store.gpg.gpg(["--list-secret-keys"]).text == "")
    // A name that a key has already does not count if git would not take it.
    let make = ["--pinentry-mode", "loopback", "--passphrase", "", "--quick-gen-key"]
    try store.gpg.gpg(make + ["... <c@example.org>", "default", "default", "never"])
    let outcome = try store.pwstore.run((["setup"] + options).map { Array($0.utf8) })
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try store.git("log", "-1", "--format=%an").text == "c@example.org\n")
  }

  @Test func `asks again where an answer will not do`() throws {
    let store = try TestStore([], isInitialized: false)
    var pwstore = store.pwstore
    pwstore.environment["SHELL"] = nil
    let terminal = try pwstore.onTerminal("setup", "--no-passphrase")
    try terminal.wait(for: "new one): ")
    terminal.type("  \n")
    try terminal.wait(for: "mail address [tester@example.org]: ")
    terminal.type("gus\n")
    try terminal.wait(for: "\"gus\" is not a mail address")
    try terminal.wait(for: "mail address [tester@example.org]: ")
    terminal.type("  gus@example.org \n")
    try terminal.wait(for: "Your name [Tester]: ")
    terminal.type("<>\n")
    try terminal.wait(for: "cannot be part")
    try terminal.wait(for: "Your name [Tester]: ")
    terminal.type(" Gus \n")
    #expect(try terminal.end() == 0)
    #expect(try store.gpg.gpg(["--list-keys"]).text.contains("] Gus <gus@example.org>"))
  }
}
