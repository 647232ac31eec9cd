import Fixtures
import Foundation
import Testing

/// A change of recipients: all that needs it, nothing else, and all or nothing.
@Suite struct ReencryptionTests {
  private let store: TestStore

  init() throws { store = try TestStore(["ann", "bob"]) }

  /// Copies one entry to many names, and commits them.
  private func fill(_ count: Int) throws {
    try store.pwstore("save", "e1", "x=y")
    try store.shell(
      "for i in $(seq 2 \(count)); do cp store/e1.gpg store/e$i.gpg; done; git -C store add .; git -C store commit -qm many"
    )
  }

  /// All that must be as before: files, modes, branch, index, and no more than that.
  private func state() throws -> String {
    try store.shell(
      """
      find store -name .git -prune -o -print | sort; git -C store rev-parse HEAD
      find store -name .git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
      git -C store status --porcelain; ls store/.git | grep -v -e COMMIT_EDITMSG -e others
      """
    ).text
  }

  /// Puts a program in gpg's place that notes what is done, and runs `script`
  /// before it goes on.
  private func watchGPG(_ script: String = "") throws -> Pwstore {
    try store.shell(
      """
      mkdir -p bin; cat >bin/gpg <<'END'
      #!/bin/bash
      case "$*" in
        *--encrypt*) kind=encrypt;; *--decrypt*) kind=decrypt;; *) kind=other;;
      esac
      log=${0%/bin/gpg}/log; echo $kind >>"$log"
      count() { grep -c $1 "$log"; }
      \(script)
      exec /usr/bin/gpg "$@"
      END
      chmod +x bin/gpg; : >log
      """)
    var pwstore = store.pwstore
    let bin = try store.shell("cd bin; pwd").text.trimmingCharacters(in: .newlines)
    pwstore.environment["PATH"] = "\(bin):\(pwstore.environment["PATH"] ?? "")"
    return pwstore
  }

  private func count(_ kind: String) throws -> Int {
    Int(try store.shell("grep -c \(kind) log").text.trimmingCharacters(in: .newlines)) ?? 0
  }

  @Test func `decrypts nothing that need not be encrypted anew`() throws {
    try fill(5)
    let pwstore = try watchGPG()
    #expect(try pwstore("init", "ann@example.org").status == 0)
    #expect(try count("decrypt") == 0 && count("encrypt") == 1)
    try store.pwstore("init", "-p", "own", "bob@example.org")
    for key in ["own/a", "own/b"] { try store.pwstore("save", key, "x=y") }
    try store.shell(": >log")
    #expect(try pwstore("init", "-p", "own", "").status == 0)
    #expect(try count("decrypt") == 2 && count("encrypt") == 3)
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    ("encrypt", "[[ $kind == encrypt ]] && (($(count encrypt) > 6)) && exit 2"),
    ("decrypt", "[[ $kind == decrypt ]] && (($(count decrypt) > 5)) && exit 2"),
    ("killed", "[[ $kind == decrypt ]] && (($(count decrypt) > 5)) && kill -9 $$"),
  ])
  func `changes nothing if gpg fails in the middle`(name: String, script: String) throws {
    try fill(12)
    let before = try state()
    let outcome = try watchGPG(script)("init", "bob@example.org")
    #expect(outcome.status != 0 && outcome.output.isEmpty, "\(name)")
    #expect(try state() == before, "\(name)")
    #expect(try store.pwstore("init", "bob@example.org").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `changes nothing if a signal comes in the middle`(signal: Int32) throws {
    try fill(30)
    let before = try state()
    // The program's own parent sends it, in the middle of an encryption.
    let pwstore = try watchGPG(
      "[[ $kind == decrypt ]] && (($(count decrypt) > 8)) && mkdir ${0%/bin/gpg}/sent && kill -\(signal) $(pgrep -x pwstore -s 0)"
    )
    let terminal = try pwstore.onTerminal("init", "bob@example.org")
    try terminal.wait(for: "of 30")
    #expect(try terminal.end() == 128 + signal)
    #expect(!terminal.shown.contains("nothing was changed"))
    #expect(try state() == before)
    #expect(try store.pwstore("init", "bob@example.org").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `changes nothing on Ctrl-C, and wipes its progress`() throws {
    try fill(60)
    let before = try state()
    let terminal = try store.pwstore.onTerminal("init", "bob@example.org")
    try terminal.wait(for: "reencrypting 5 of 60")
    terminal.type("\u{3}")
    #expect(try terminal.end() == 128 + SIGINT)
    #expect(terminal.shown.contains("\r\u{1B}[K") && !terminal.shown.contains("initialized"))
    #expect(try state() == before)
  }

  @Test(arguments: ["pre-commit", "commit-msg"])
  func `changes nothing if git takes only the first commit`(hook: String) throws {
    try fill(3)
    // Only as pass it makes two commits.
    store.pwstore.name = "pass"
    let before = try state()
    try store.shell(
      """
      cat >store/.git/hooks/\(hook) <<'END'
      #!/bin/sh
      ! git diff --cached --name-only | grep -q '^e'
      END
      chmod +x store/.git/hooks/\(hook)
      """)
    for settings in ["true", "git -C store config core.sharedRepository group"] {
      // The second one is for the git program, which makes commits one by one.
      try store.shell(settings)
      let outcome = try store.pwstore("init", "bob@example.org")
      #expect(outcome.status == 1 && outcome.errorText.contains("nothing was changed"))
      #expect(try state() == before)
    }
    try store.shell("rm store/.git/hooks/*")
    #expect(try store.pwstore("init", "bob@example.org").status == 0)
    #expect(
      try store.git("log", "-2", "--format=%s").text == """
        Reencrypt password store using new GPG id bob@example.org.
        Set GPG id to bob@example.org.

        """)
    #expect(try store.complaints() == "")
  }

  @Test func `does the others where some cannot be decrypted, and names those`() throws {
    try fill(6)
    let foreign = try GPGHome(["eve"])
    let message = try foreign.gpg(
      ["-e", "--trust-model", "always", "-r", "eve@example.org"], input: [1]
    ).output
    try Data(message).write(to: URL(filePath: "\(store.root)/e2.gpg"))
    try store.shell("git -C store commit -qam foreign")
    let pwstore = store.pwstore
    let lacking = try pwstore("init", "bob@example.org")
    #expect(lacking.status == 4 && lacking.errorText.contains("cannot decrypt \"e2\""))
    #expect(try readFile("\(store.root)/e2.gpg") == message)
    try store.shell(
      "head -c 60 store/e3.gpg >cut; cp cut store/e3.gpg; git -C store commit -qam cut")
    let broken = try pwstore("init", "ann@example.org", "bob@example.org")
    #expect(broken.status == 10)
    #expect(broken.errorText.contains("\"e2\"") && broken.errorText.contains("\"e3\""))
    #expect(broken.errorText.contains("e6: reencrypted"))
    #expect(broken.text == "Password store initialized for ann@example.org, bob@example.org\n")
    var pass = pwstore
    pass.name = "pass"
    #expect(try pass("init", "ann@example.org").status == 1)
    #expect(try store.complaints() == "")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("bob")])
    #expect(try pwstore("load", "e1", "x").text == "y\n")
  }

  @Test func `asks for a passphrase once`() throws {
    try store.gpg.makeLockedKey("pas", passphrase: "sesame")
    try store.pwstore("init", "pas@example.org")
    try fill(8)
    let before = try state()
    let script = """
      #!/bin/sh
      echo OK
      while read -r word rest; do
        case $word in
          GETPIN) echo asked >>\(store.home)/asked; ANSWER;;
          BYE) echo OK; exit;;
          *) echo OK;;
        esac
      done
      """
    for (answer, status) in [
      ("echo 'ERR 83886179 cancelled'", Int32(4)), ("echo 'D sesame'; echo OK", 0),
    ] {
      try script.replacing("ANSWER", with: answer).write(
        toFile: "\(store.gpg.path)/pinentry", atomically: true, encoding: .utf8)
      try "s2k-count 65536\npinentry-program \(store.gpg.path)/pinentry\n".write(
        toFile: "\(store.gpg.path)/gpg-agent.conf", atomically: true, encoding: .utf8)
      try store.shell(
        "chmod +x \(store.gpg.path)/pinentry; gpgconf --kill gpg-agent; rm -f home/asked")
      #expect(try store.pwstore("init", "bob@example.org").status == status)
      #expect(try store.shell("cat home/asked").text == "asked\n")
      if status != 0 { #expect(try state() == before) }
    }
    #expect(try store.complaints() == "")
  }

  @Test func `does not encrypt anew for ever where recipients are hidden`() throws {
    try store.gpg.configure("throw-keyids")
    try fill(3)
    let before = try state()
    #expect(try store.pwstore("init", "ann@example.org").errorText == "")
    #expect(try state() == before)
    #expect(try store.pwstore("init", "bob@example.org").status == 0)
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try store.pwstore("load", "e3", "x").text == "y\n")
    try store.shell("sed -i /throw/d \"$GNUPGHOME/gpg.conf\"")
    // They are told again.
    #expect(try store.pwstore("init", "bob@example.org").errorText.contains("e1: reencrypted"))
    #expect(try store.pwstore("init", "bob@example.org").errorText == "")
  }
}
