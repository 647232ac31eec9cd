import Fixtures
import Foundation
import Testing

/// A passphrase that is given beforehand.
@Suite struct PassphraseTests {
  private static let passphrase = "open sesame \u{E9}"

  /// A store of a key with a passphrase, and entries `a` and `b`.
  private func lockedStore() throws -> TestStore {
    let store = try TestStore([], isInitialized: false)
    try store.gpg.makeLockedKey("pas", passphrase: Self.passphrase)
    try store.must("init", ["pas@example.org"])
    for key in ["a", "b"] { try store.must("save", [key, "user=\(key)"]) }
    try store.shell(
      """
      printf '%s\\n' '\(Self.passphrase)' > right; printf 'wrong' > wrong; : > empty
      printf '%s\\r\\nsecond line\\n' '\(Self.passphrase)' > lines; printf 'x\\0y\\n' > nul
      """)
    return store
  }

  /// Runs a script while gpg-agent knows nothing.
  private func run(_ store: TestStore, _ script: String, input: String = "") throws -> Outcome {
    try store.shell("gpgconf --kill all; \(script)", input: Array(input.utf8))
  }

  @Test func `comes from a file, an open file or a variable`() throws {
    let store = try lockedStore()
    for script in [
      "$PW load a user --passphrase-file right", "$PW --passphrase-file=lines load a user",
      "$PW --passphrase-fd 3 load a user 3< right", "$PW load a user --passphrase-fd 0 < right",
      "PWSTORE_PASSPHRASE_FILE=right $PW load a user",
      "PWSTORE_PASSPHRASE_FD=3 $PW load a user 3< right",
      "PWSTORE_PASSPHRASE='\(Self.passphrase)' $PW load a user",
      // Options count more than variables.
      "PWSTORE_PASSPHRASE_FILE=wrong PWSTORE_PASSPHRASE=x $PW load a user --passphrase-file right",
      "$PW load a user --passphrase-file <(cat right)",
      // Where gpg is started with options of the user's own.
      "PASSWORD_STORE_GPG_OPTS=--no-throw-keyids $PW load a user --passphrase-file right",
      "cat right <(echo; echo 'user: a') | { $PW save c --passphrase-fd 0; $PW load c user --passphrase-file right; }",
    ] {
      let outcome = try run(store, script)
      #expect(outcome.status == 0 && outcome.text == "a\n", "\(script): \(outcome.errorText)")
    }
    // Several entries at once, and what is encrypted anew.
    #expect(try run(store, "$PW --passphrase-file right grep user").text.contains("b:"))
    try store.gpg.makeKey("ann")
    let ids = "pas@example.org ann@example.org"
    #expect(try run(store, "$PW init \(ids) --passphrase-file right").status == 0)
    #expect(try store.pwstore("load", "b", "user").text == "b\n")
  }

  @Test func `is refused where it cannot be had`() throws {
    let store = try lockedStore()
    for (script, status, reason) in [
      ("$PW load a --passphrase-file none", 2, "No such file"),
      ("$PW load a --passphrase-file empty", 4, "it is empty"),
      ("$PW load a --passphrase-file nul", 4, "line of text"),
      ("$PW load a --passphrase-file .", 2, "Is a directory"),
      ("$PW load a --passphrase-fd 7", 2, "Bad file descriptor"),
      ("$PW load a --passphrase-fd x", 2, "no number"),
      ("PWSTORE_PASSPHRASE_FD=x $PW load a", 2, "no number"),
      ("PWSTORE_PASSPHRASE_FILE=none $PW load a", 2, "PWSTORE_PASSPHRASE_FILE"),
      ("$PW load a --passphrase-file right --passphrase-fd 3", 2, "more than once"),
      ("$PW load a --passphrase-file right --passphrase-file right", 2, "more than once"),
    ] as [(String, Int32, String)] {
      let outcome = try run(store, script)
      #expect(outcome.status == status, "\(script)")
      #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
    }
    #expect(try run(store, "PWSTORE_PASSPHRASE_FILE=none $PW help").status == 2)
    #expect(try run(store, "PWSTORE_PASSPHRASE= $PW load a").status == 4)
  }

  @Test func `is tried once if it is wrong`() throws {
    let store = try lockedStore()
    for command in [
      ["load", "a"], ["grep", "user"], ["init", "pas@example.org", "ann@example.org"],
    ] {
      if command[0] == "init" { try store.gpg.makeKey("ann") }
      try store.shell("gpgconf --kill all")
      var outcome: Outcome?
      let calls = try store.gpgCalls { pwstore in
        outcome = try pwstore.run(
          (["--passphrase-file", "\(store.root)/../wrong"] + command).map { Array($0.utf8) })
      }
      #expect(outcome?.status == 4 && outcome?.errorText.contains("is wrong") == true)
      #expect(calls["decrypt"] == 1, "\(command)")
    }
  }

  @Test func `is in nobody's environment or arguments`() throws {
    let store = try lockedStore()
    // What a hook, an editor, gpg and git see; and we ourselves.
    try writeProgram(
      "#!/bin/sh\n{ env; cat /proc/$PPID/environ; } >> '\(store.home)/seen'\necho x >> \"${1:-/dev/null}\"\n",
      to: "\(store.home)/editor")
    try store.shell(
      """
      cp home/editor store/.git/hooks/pre-commit
      printf '#!/bin/sh\\ncat /proc/$PPID/environ >> "$HOME/seen"; env >> "$HOME/seen"\\n' \
        > home/pwstore-spy; chmod 700 home/pwstore-spy
      """)
    let script = """
      export PWSTORE_PASSPHRASE='\(Self.passphrase)' PWSTORE_GPG_KEY='\(Self.passphrase)' SEEN=yes
      export EDITOR="$HOME/editor" PATH="$HOME:$PATH"
      gpg-connect-agent /bye; strace -f -qq -v -s 100000 -e trace=execve -o trace $PW edit a && $PW spy
      """
    let outcome = try run(store, script)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let seen = try store.shell("cat trace home/seen | tr '\\0' '\\n'").text
    #expect(seen.contains("SEEN=yes"))
    // The first line of the trace is our own start.
    let lines = seen.split(separator: "\n").dropFirst()
    #expect(!lines.contains { $0.contains(Self.passphrase) || $0.contains("sesame") })
    #expect(!lines.contains { $0.contains("PWSTORE_PASSPHRASE=o") })
  }

  @Test(arguments: ["sha1", "sha256"])
  func `serves to sign commits, too`(format: String) throws {
    let store = try lockedStore()
    try store.shell(
      """
      git config --global pass.signCommits true; git config --global user.name Pas
      git config --global user.email pas@example.org
      rm -rf store/.git; GIT_DEFAULT_HASH=\(format) git init -q store
      git -C store add -A; git -C store -c commit.gpgSign=false commit -qm x
      """)
    let refused = try run(store, "$PW save c user=c --batch")
    #expect(refused.status != 0 && refused.errorText.contains("cannot be asked for"))
    let outcome = try run(store, "$PW save d user=d --passphrase-file right")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try store.git("verify-commit", "HEAD").status == 0)
  }

  @Test func `goes along when a change is shared in the background`() throws {
    let machines = try Machines(machines: ["ann"])
    let store = try lockedStore()
    try store.must("remote", ["add", "origin", machines.remote])
    try store.must("sync")
    try store.shell(
      "git clone -q '\(machines.remote)' other; git config --global pwstore.autoSync true")
    // Changed elsewhere, too: the merge has to decrypt both.
    let changed = try store.shell(
      """
      cd other && printf '\nuser: a\nmail: m\n' > text
      gpg --batch --yes -e -r pas@example.org -o a.gpg text && git commit -qam a && git push -q
      """)
    #expect(changed.status == 0, "\(changed.errorText)")
    let outcome = try run(store, "$PW set a url=u --passphrase-file right; gpgconf --kill all")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let isShared = try eventually {
      try !machines.git("log", "--merges", "--format=%s", "main").text.isEmpty
    }
    #expect(isShared)
  }
}
