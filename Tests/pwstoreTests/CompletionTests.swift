import Fixtures
import Foundation
import Testing

/// What a shell is told at Tab, and what it costs.
@Suite struct CompletionTests {
  /// Files that look like a store, a repository and its remote; there is no key.
  private let folder: TemporaryFolder
  private let pwstore: Pwstore

  init() throws {
    folder = try TemporaryFolder()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    pwstore = Pwstore([
      "HOME": folder.path, "PATH": "\(folder.path)/bin:\(path)",
      "PASSWORD_STORE_DIR": "\(folder.path)/store",
    ])
    try run(
      [
        "bash", "-c",
        """
        mkdir -p bin store/{mail/old/deep,.hidden/x,empty,none.gpg} other store/.git/refs/heads/f
        printf '#!/bin/sh\\n' > bin/pwstore-loan; chmod +x bin/pwstore-loan; touch bin/pwstore-lost
        touch store/{load,login,mail,-dash,a:b,'k#f','x=y'}.gpg store/{.dot.gpg,plain.txt,.gpg}
        touch store/mail/{alice,bob}.gpg store/mail/old/'my key.gpg' other/else.gpg
        ln -s mail store/link; ln -s nowhere.gpg store/dead.gpg; ln -s mail/bob.gpg store/alias.gpg
        printf 'ann@example.org # that is I\\n' > store/.gpg-id
        printf '\\nBOB\\n' > store/mail/old/.gpg-id
        echo 1 | tee store/.git/refs/heads/{main,f/g,main.lock} > store/.git/HEAD
        printf '# pack-refs\\n12 refs/tags/v1\\n^34\\n' > store/.git/packed-refs
        printf '[core]\\n[remote "origin"]\\n\\turl = x\\n [remote "a\\\\"b"]\\n' > store/.git/config
        """,
      ], in: folder.path)
  }

  /// What the shell gets for lines, whose words are divided by blanks.
  private func answers(_ lines: [String], _ form: String = "lines") throws -> [[String]] {
    // One shell for all: each line is sent with NULs between words and behind the last.
    let script = """
      while read -r count; do
        mapfile -d '' -t -n "$count" words
        "$PW" complete-words \(form) "${words[@]}" || echo "failed: $?"
        printf '\\036'
      done
      """
    let input = lines.map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      return "\(words.count)\n" + words.map { "\($0)\0" }.joined()
    }.joined()
    var environment = pwstore.environment
    environment["PW"] = Pwstore.path
    let outcome = try run(
      ["bash", "-c", script], environment: environment, input: Array(input.utf8))
    #expect(outcome.errors.isEmpty, "\(outcome.errorText)")
    let end: Character = form == "lines" ? "\n" : "\0"
    return outcome.text.split(separator: "\u{1E}", omittingEmptySubsequences: false).map { line in
      let fields = line.split(separator: end, omittingEmptySubsequences: false).map(String.init)
      #expect(fields.last == "", "each field has an end")
      return fields.prefix(1) + fields.dropFirst().dropLast().sorted()
    }
  }

  @Test func `finds the words for a line`() throws {
    let lines: [(String, String)] = [
      // Commands and keys; those of our own that are hidden from people are no words.
      ("lo", "commands loan login load"),
      ("loan x", "keys x=y"),
      ("mail", "commands mail mail/"),
      ("mail/", "commands mail/alice mail/bob mail/old/"),
      ("/mail//ol", "commands /mail//old/"),
      (".", "commands"), ("../", "commands"), ("complete-w", "commands"),
      ("--store DIR/other e", "commands else"),
      // Keys, whatever else there is in the folder.
      ("load ", "keys ./-dash a:b alias k#f link/ load login mail mail/ none.gpg/ x=y empty/"),
      ("load mail/o", "keys mail/old/"), ("load ./-", "keys ./-dash"), ("load mail/.", "keys"),
      ("load -- -", "keys -dash"), ("load --clip mail/b", "keys mail/bob"),
      ("rm -r ma", "keys mail mail/"), ("delete a: ma", "keys mail mail/"),
      ("cp mail/bob em", "keys empty/"), ("-c ma", "keys mail mail/"),
      ("load mail/bob#", "keys mail/bob#password"), ("load nobody#", "keys"),
      ("load k#", "keys k#f"), ("exists k#f#pass", "keys k#f#password"),
      ("init -p ma", "keys mail/"), ("init --path=ma", "keys --path=mail/"),
      ("init -pma", "keys -pmail/"), ("generate --rules x ma", "keys mail mail/"),
      ("exec -e V=ma", "keys V=mail V=mail/"), ("exec -e V", ""), ("exec --stdin -", "keys -dash"),
      ("exec -e A=mail ma", "keys mail mail/"), ("otp m", "keys mail mail/"),
      ("otp v", "keys validate"), ("otp uri ma", "keys mail mail/"),
      ("--store=DIR/other load ", "keys else"), ("load --store ~/other ", "keys else"),
      ("load --batch --sto DIR/other ", "keys else"), ("load --store DIR/nowhere ", "keys"),
      // Words.
      ("load mail p", "words password"), ("save k u", "words url= username="),
      ("save k user=", ""), ("help l", "commands"), ("completion f", "words fish"),
      ("load mail --rev H", "words HEAD HEAD~1 HEAD~2 HEAD~3"),
      ("load --rev=m", "words --rev=main"), ("restore mail f", "words f/g"),
      ("diff mail HEAD v", "words v1"), ("save k --if-rev n", "words none"),
      ("sync ", "words a\"b origin"), ("who --can ", "words BOB ann@example.org"),
      ("recipients a", "words add"), ("recipients add B", "words BOB"),
      ("git-credential ", "words erase get store"), ("apply --format=e", "words --format=env"),
      // What is for the shell, or for other programs.
      ("save k --file ", "files "), ("save k --file=x", "files --file="),
      ("inject -o", ""), ("inject -ox", "files -o"), ("set k a=@x", "files a=@"),
      ("--store x", "folders "), ("clone x ", "folders "), ("exec mail -- ls ma", "run 4"),
      ("exec -- ", "run 3"), ("ci -k f ma", "run 4"), ("ci i", "run 2 init"),
      ("ci init ma", "keys mail/"), ("git log ma", "git 2 STORE"),
      ("remote -v", "git 2 STORE remote"), ("--store x git ", "git 4 x"),
      ("grep -i x", ""), ("find x", ""), ("version x", ""), ("-", "commands"), ("load --jso", ""),
    ]
    let answers = try answers(lines.map { $0.0.replacing("DIR", with: folder.path) })
    for ((line, expected), answer) in zip(lines, answers) {
      let parts = expected.replacing("STORE", with: "\(folder.path)/store")
        .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      #expect(answer == parts.prefix(1) + parts.dropFirst().sorted(), "\(line)")
    }
    #expect(answers.count == lines.count + 1)
  }

  @Test func `tells all names of a folder to a shell that compares by itself`() throws {
    let answers = try answers(["load mail/ol", "sync x"], "all")
    #expect(answers[0] == ["keys", "mail/alice", "mail/bob", "mail/old/"])
    #expect(answers[1] == ["words", "a\"b", "origin"])
  }

  @Test func `tells names that are no text as they are`() throws {
    try run(["bash", "-c", "touch store/$'l\\xe9\\n\\1'.gpg"], in: folder.path)
    let words = ["complete-words", "lines", "load", "l"].map { Array($0.utf8) }
    let name: [UInt8] = [0x6C, 0xE9, 1, 0x6E, 1, 0x61]
    #expect(try pwstore.run(words).output.split(separator: 0x0A).contains(name[...]))
    let all = try pwstore("complete-words", "all", "load", "").output
    #expect(all.split(separator: 0).contains([0x6C, 0xE9, 0x0A, 1]))
  }

  @Test func `reads one folder, and starts and loads nothing`() throws {
    try run(["bash", "-c", "cd store/mail; touch {1..300}.gpg; mkdir d{1..30}"], in: folder.path)
    let trace = "\(folder.path)/trace"
    for line in [
      ["load", "mail/"], ["load", "x", "--rev", ""], ["sync", ""], ["who", "--can", ""],
    ] {
      try run(
        ["strace", "-f", "-o", trace, Pwstore.path, "complete-words", "all"] + line,
        environment: pwstore.environment)
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      #expect(calls.count { $0.contains("execve(") } == 1)
      #expect(!calls.contains { $0.contains("clone") || $0.contains("fork(") })
      #expect(!calls.contains { $0.contains("libgit2") })
      guard line == ["load", "mail/"] else { continue }
      #expect(calls.count { $0.contains("\(folder.path)/store") } == 1)
      #expect(calls.contains { $0.contains("O_DIRECTORY") })
    }
  }

  @Test func `needs no passphrase, and takes none`() throws {
    var alone = pwstore
    alone.environment["PWSTORE_PASSPHRASE_FILE"] = "\(folder.path)/nowhere"
    #expect(try alone("complete-words", "all", "load", "").status == 0)
    #expect(try alone("ls").status != 0)
  }

  @Test func `completes pass in bash where that is pwstore, and starts nothing to know`() throws {
    let script = """
      "$PW" completion bash > script; ln -s script pass; mkdir link real
      printf '#!/bin/sh\\n' > real/pass; chmod +x real/pass; ln -s "$PW" real/pwstore
      ln -s "$PW" link/pass; ln -s "$PW" link/pwstore
      (exec -a pass "$PW" completion bash) > forpass
      try() { PATH=$1 strace -f -qqo trace "$BASH" --norc -c "set -u; $2; complete -p pass" 2>&1; }
      STRACE=$(type -P strace); strace() { "$STRACE" "$@"; }
      try "$PWD/link" '. ./script'; try "$PWD/real" '. ./script'; try "$PWD/real" '. ./pass'
      try "$PWD/real" 'shopt -s expand_aliases; alias pass=pwstore; . ./script'
      try "$PWD/real" '. ./forpass'; try "$PWD" '. ./script'
      grep -cE 'execve|clone|fork' trace
      """
    var environment = pwstore.environment
    environment["PW"] = Pwstore.path
    let outcome = try run(["bash", "-c", script], environment: environment, in: folder.path)
    let yes = "complete -F _pwstore pass\n"
    let lines = outcome.text.replacing(/.*no completion specification\n/, with: "no\n")
    #expect(lines == "\(yes)no\n\(yes)\(yes)\(yes)no\n1\n", "\(outcome.errorText)")
  }

  @Test(arguments: [("bash", "pwstore.bash"), ("zsh", "_pwstore"), ("fish", "pwstore.fish")])
  func `scripts are up to date`(shell: String, file: String) throws {
    let path = URL(filePath: #filePath).appending(path: "../../../completions/\(file)").standardized
    let outcome = try pwstore("completion", shell)
    #expect(outcome.status == 0)
    #expect(try String(contentsOf: path, encoding: .utf8) == outcome.text, "run make completions")
    try run(["cp", path.path, folder.path])
    let check = try run([shell, "-n", "\(folder.path)/\(file)"])
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errorText)")
    #expect(!outcome.text.contains("complete-words\n") && !outcome.text.contains("for-extensions"))
    #expect(try pwstore("completion", "csh").status == 2)
  }
}
