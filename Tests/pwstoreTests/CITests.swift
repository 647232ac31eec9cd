import Fixtures
import Foundation
import Testing

/// A private key that is there for one command alone.
@Suite(.serialized) struct CITests {
  /// A shared store, the key of a job that can read `deploy`, and a machine with an
  /// empty home for the job.
  private struct Job {
    let machines: Machines
    let key: String
    let place: TemporaryFolder
    var pwstore: Pwstore

    init() throws {
      machines = try Machines(
        machines: ["ann"])
      let ann = machines.machines[0]
      try ann.must("init", ["ann@example.org"])
      try ann.must("save", ["deploy/db", "password=geheim", "user=app"])
      try ann.must("save", ["private", "password=hers"])
      let made = try ann.must("ci", ["init", "deploy"])
      key = made.text
      #expect(made.errorText.contains("which can read \"deploy\""))
      for platform in ["GitHub Actions", "GitLab CI", "Jenkins", "secrets.PWSTORE_GPG_KEY"] {
        #expect(made.errorText.contains(platform))
      }
      #expect(!made.errorText.contains("BEGIN PGP"))
      try ann.must("remote", ["add", "origin", machines.remote])
      try ann.must("sync")
      place = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: "\(place.path)/home/bin", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: "\(place.path)/home/bin/pwstore", withDestinationPath: Pwstore.path)
      pwstore = Pwstore([
        "HOME": "\(place.path)/home", "PATH": "\(place.path)/home/bin:/usr/bin:/bin",
        "PWSTORE_GPG_KEY": key, "REMOTE": machines.remote,
        "MARK": "job-\(UUID().uuidString)",
      ])
    }

    /// Runs a shell script as the job.
    func shell(_ script: String) throws -> Outcome {
      try run(
        ["setsid", "-w", "sh", "-c", script], environment: pwstore.environment, in: place.path)
    }

    /// Checks that nothing is left of a job, and of its home in memory.
    func expectNothingLeft(_ before: Set<String>, _ what: String) throws {
      #expect(eventually(within: 15) { JobTraces.homes.subtracting(before).isEmpty }, "\(what)")
      let mark = pwstore.environment["MARK"] ?? ""
      #expect(eventually(within: 15) { JobTraces.processes(with: mark).isEmpty }, "\(what)")
      #expect(try run(["find", "\(place.path)/home", "-name", ".gnupg"]).text == "", "\(what)")
      let line = key.split(separator: "\n").dropFirst(2).first ?? "-"
      #expect(
        try run(["grep", "-rlF", String(line), place.path, "/dev/shm"]).text == "", "\(what)")
    }
  }

  @Test func `runs a command with a key, and leaves nothing`() throws {
    var job = try Job()
    let ann = job.machines.machines[0]
    let before = JobTraces.homes
    // The private part never was in ann's key ring, nor in a file.
    #expect(try ann.gpg.gpg(["--list-secret-keys"]).text.contains("CI job") == false)
    #expect(try ann.must("who", ["deploy/db"]).text.contains("CI job for \"deploy\""))
    #expect(!(try ann.must("who", ["private"]).text.contains("CI job")))
    let cloned = try job.shell("pwstore ci -- pwstore clone --import-keys \"$REMOTE\"")
    #expect(cloned.status == 0, "\(cloned.errorText)")

    let outcome = try job.shell(
      """
      pwstore ci -- sh -c 'pwstore load deploy/db password; pwstore load private; echo $?
        echo "$PWSTORE_GPG_KEY"; stat -c %a "$GNUPGHOME"; stat -f -c %T "$GNUPGHOME"; umask; exit 7'
      """)
    #expect(outcome.status == 7)
    #expect(outcome.text == "geheim\n4\n\n700\ntmpfs\n0022\n", "\(outcome.errorText)")
    // It encrypts, too: for itself, and for those who are in the store.
    let saved = try job.shell(
      """
      git config --global user.name CI; git config --global user.email ci@example.org
      pwstore ci -- sh -c 'pwstore sync --quiet --import-keys && pwstore save deploy/new x=y'
      pwstore ci pwstore load deploy/new x
      """)
    #expect(saved.text == "y\n", "\(saved.errorText)")
    try job.expectNothingLeft(before, "commands")

    try job.key.write(toFile: "\(job.place.path)/key", atomically: true, encoding: .utf8)
    for (script, status, text) in [
      ("PWSTORE_GPG_KEY=$(base64 -w0 key) pwstore ci -- pwstore load deploy/db user", 0, "app\n"),
      ("PWSTORE_GPG_KEY=$(base64 key) pwstore ci -- pwstore load deploy/db user", 0, "app\n"),
      (
        #"PWSTORE_GPG_KEY=$(sed 's/$/\\n/' key | tr -d '\n') pwstore ci pwstore load deploy/db user"#,
        0, "app\n"
      ),
      ("pwstore ci -k key pwstore load deploy/db user", 0, "app\n"),
      ("pwstore ci -k - pwstore load deploy/db user < key", 0, "app\n"),
      ("pwstore ci -k none true", 2, ""), ("PWSTORE_GPG_KEY= pwstore ci true", 2, ""),
      ("pwstore ci", 2, ""), ("pwstore ci --print true", 2, "(exit 2)\n"),
      ("pwstore ci --github", 2, ""),
      ("pwstore ci --end", 2, ""), ("GNUPGHOME=/tmp pwstore ci --end", 2, ""),
      ("PWSTORE_GPG_KEY=rubbish! pwstore ci true", 4, ""),
      ("PWSTORE_GPG_KEY=abcd pwstore ci true", 4, ""),
      ("pwstore ci /no/such/program", 127, ""), ("pwstore ci /etc/passwd", 126, ""),
      ("pwstore ci -- sh -c 'kill -KILL $$'", 137, ""),
    ] as [(String, Int32, String)] {
      let outcome = try job.shell(script)
      #expect(outcome.status == status, "\(script): \(outcome.errorText)")
      #expect(outcome.text == text, "\(script): \(outcome.errorText)")
    }
    try FileManager.default.removeItem(atPath: "\(job.place.path)/key")
    job.pwstore.environment["PWSTORE_GPG_KEY"] = nil
    try job.expectNothingLeft(before, "other keys")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
  func `leaves nothing when the job is cancelled`(signal: Int32) throws {
    let job = try Job()
    let before = JobTraces.homes
    let script = """
      pwstore clone --import-keys "$REMOTE" &&
        pwstore exec -e PW=deploy/db -- sh -c 'echo "$PW"' > "$HOME/out"
      echo "$GNUPGHOME" > "$HOME/gnupghome"; trap 'exit 9' INT; touch "$HOME/ready"; sleep 300 & wait $!; kill $!
      """
    let running = try job.pwstore.alone(["ci", "--", "sh", "-c", script])
    #expect(eventually { FileManager.default.fileExists(atPath: "\(job.place.path)/home/ready") })
    #expect(
      String(decoding: try readFile("\(job.place.path)/home/out"), as: UTF8.self) == "geheim\n")
    let home = String(
      decoding: try readFile("\(job.place.path)/home/gnupghome"), as: UTF8.self
    ).trimmingCharacters(in: .newlines)
    #expect(FileManager.default.fileExists(atPath: "\(home)/S.gpg-agent"))
    #expect(!JobTraces.processes(with: home).isEmpty)
    // Who kills us leaves to us what the shell has begun.
    let sleeper = try run(["pgrep", "-P", "\(try child(of: running.process))"]).text
    running.send(signal)
    let outcome = try running.end(within: 20)
    #expect(outcome?.status == (signal == SIGINT ? 9 : 128 + signal), "\(outcome?.errorText ?? "")")
    if signal == SIGKILL, let number = Int32(sleeper.trimmingCharacters(in: .newlines)) {
      kill(number, SIGKILL)
    }
    try job.expectNothingLeft(before, "signal \(signal)")
    #expect(JobTraces.processes(with: home).isEmpty)
  }

  /// The command that `pwstore ci` runs, not the process that cleans up.
  private func child(of process: pid_t) throws -> pid_t {
    let list = try run(["pgrep", "-P", "\(process)", "-f", "ready"]).text
    return list.split(separator: "\n").compactMap { pid_t($0) }.first ?? 0
  }

  @Test func `unlocks a key that has a passphrase, for all programs`() throws {
    let store = try TestStore([], isInitialized: false)
    try store.gpg.makeLockedKey("pas", passphrase: "open sesame")
    try store.must("init", ["pas@example.org"])
    try store.must("save", ["a", "user=x"])
    try store.shell(
      """
      gpg --batch --pinentry-mode loopback --passphrase 'open sesame' --export-secret-keys > key
      printf 'open sesame\\n' > right; printf 'wrong\\n' > wrong; gpgconf --kill all
      """)
    let outcome = try store.shell(
      """
      PWSTORE_PASSPHRASE='open sesame' "$PW" ci -k key -- sh -c '
        "$PW" load a user; echo "[$PWSTORE_PASSPHRASE]"; echo x | gpg --batch -s | gpg --batch -d'
      """)
    #expect(outcome.text == "x\n[]\nx\n", "\(outcome.errorText)")
    for (script, reason) in [
      ("$PW ci -k key --passphrase-file wrong true", "wrong"),
      ("$PW ci -k key --batch true", "--passphrase-file"),
    ] {
      let outcome = try store.shell(script)
      #expect(outcome.status == 4 && outcome.errorText.contains(reason), "\(outcome.errorText)")
    }
    #expect(try store.shell("$PW ci -k key --passphrase-file right true").status == 0)
  }

  @Test func `serves the rest of a script, or the later steps`() throws {
    let job = try Job()
    let before = JobTraces.homes
    _ = try job.shell("pwstore ci -- pwstore clone --import-keys \"$REMOTE\"")
    for shell in ["sh", "bash"] {
      let outcome = try job.shell(
        """
        \(shell) -ec 'eval "$(pwstore ci --print)"; pwstore load deploy/db user
          echo "[$PWSTORE_GPG_KEY]"; exit 5'
        """)
      #expect(outcome.status == 5 && outcome.text == "app\n[]\n", "\(outcome.errorText)")
      try job.expectNothingLeft(before, "eval in \(shell)")
      let killed = try job.shell(
        "\(shell) -ec 'eval \"$(pwstore ci --print)\"; kill -TERM $$; sleep 1; echo still here'")
      #expect(killed.text == "")
      try job.expectNothingLeft(before, "eval in \(shell), killed")
    }
    let outcome = try job.shell(
      """
      export GITHUB_ENV=$HOME/env; pwstore ci --github && export $(cat $HOME/env)
      unset PWSTORE_GPG_KEY; pwstore load deploy/db user; pwstore ci --end && pwstore ci --end
      """)
    #expect(outcome.status == 0 && outcome.text == "app\n", "\(outcome.errorText)")
    try job.expectNothingLeft(before, "steps")
  }

  @Test func `leaves nothing when it is ended before its output is read`() throws {
    var job = try Job()
    let before = JobTraces.homes
    // Opening a pipe that nobody reads holds it up when all has been prepared.
    let pipe = "\(job.place.path)/pipe"
    mkfifo(pipe, 0o600)
    job.pwstore.environment["GITHUB_ENV"] = pipe
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGKILL] {
      let running = try job.pwstore.alone(["ci", "--github"])
      #expect(
        eventually {
          JobTraces.homes.subtracting(before).contains {
            FileManager.default.fileExists(atPath: "\($0)/S.gpg-agent")
          }
        })
      running.send(signal)
      #expect(try running.end(within: 20)?.status == 128 + signal)
      try job.expectNothingLeft(before, "signal \(signal)")
    }
    for (script, errors) in [
      ("pwstore ci --print > /dev/full", "standard output"), ("pwstore ci --print >&-", "output"),
      ("set -o pipefail; pwstore ci --print | exec 0<&-", ""),
      ("GITHUB_ENV=/dev/full pwstore ci --github", "GITHUB_ENV, \"/dev/full\""),
      ("GITHUB_ENV=/no/such pwstore ci --github", "GITHUB_ENV, \"/no/such\""),
    ] {
      let outcome = try job.shell("bash -c '\(script)'")
      #expect(outcome.status != 0, "\(script)")
      #expect(outcome.errorText.contains(errors) || errors == "", "\(outcome.errorText)")
      try job.expectNothingLeft(before, script)
    }
  }

  @Test func `fails in the shell that evals its output`() throws {
    let job = try Job()
    for shell in ["sh", "bash"] {
      for (words, status) in [
        ("--print", 4), ("--pri -k none", 2), ("--print --passphrase-file none", 2),
        ("--print --no-such-option", 2), ("--print -- true", 2),
      ] as [(String, Int32)] {
        let outcome = try job.shell(
          """
          PWSTORE_GPG_KEY=rubbish \(shell) -ec 'eval "$(pwstore ci \(words))"; echo still here'
          """)
        #expect(outcome.status == status && outcome.text == "", "\(words): \(outcome.errorText)")
        #expect(outcome.errorText.contains("pwstore: "), "\(words)")
      }
    }
  }

  @Test func `makes a key only for a folder, and for one who gets it`() throws {
    let store = try TestStore()
    try store.must("save", ["a", "user=x"])
    try store.must("save", ["work/b", "user=x"])
    let count = try store.commitCount()
    for (name, hint) in [
      ("a", "\"pwstore ci init\""), ("work/b", "\"pwstore ci init work\""), ("wrok", "pwstore ls"),
    ] {
      let outcome = try store.pwstore("ci", "init", name)
      #expect(outcome.status == 3 && outcome.text == "", "\(name)")
      #expect(outcome.errorText.contains("no folder \"\(name)\""), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(hint), "\(outcome.errorText)")
    }
    for script in ["$PW ci init work >/dev/full", "$PW ci init work --base64 >&-"] {
      let outcome = try store.shell(script)
      #expect(outcome.status == 1 && outcome.errorText.contains("standard output"), "\(script)")
    }
    #expect(try store.commitCount() == count)
    #expect(!(try store.gpg.gpg(["--list-keys"]).text.contains("CI job")))
    // What was printed, and then was of no use.
    let failed = try store.shell(
      "mkdir -p store/.git/hooks; printf '#!/bin/sh\\nexit 1' > store/.git/hooks/pre-commit; "
        + "chmod +x store/.git/hooks/pre-commit; $PW ci init work; "
        + "s=$?; rm store/.git/hooks/pre-commit; exit $s")
    #expect(failed.status != 0 && failed.text.contains("BEGIN PGP PRIVATE"))
    #expect(failed.errorText.contains("can read nothing"), "\(failed.errorText)")

    try store.must("init", ["-p", "work", "ann@example.org"])
    let made = try store.must("ci", ["init"])
    #expect(made.errorText.contains("cannot read \"work\""), "\(made.errorText)")
    #expect(made.errorText.contains("recipients add -p work"))
    #expect(!(try store.must("ci", ["init", "work"]).errorText.contains("cannot read")))
  }

  @Test func `makes no key where nobody could use it`() throws {
    let store = try TestStore()
    for (words, status) in [
      (["ci", "init", "--name", ""], 2), (["ci", "init", "a", "b"], 2),
      (["ci", "init", "../x"], 2),
      (["ci", "init", "-k", "x"], 2), (["ci", "--name", "x", "true"], 2),
    ] as [([String], Int32)] {
      #expect(try store.pwstore.run(words.map { Array($0.utf8) }).status == status, "\(words)")
    }
    try store.must("save", ["a", "user=x"])
    let count = try store.commitCount()
    try store.shell("echo nobody@example.org > store/.gpg-id")
    let outcome = try store.pwstore("ci", "init")
    #expect(outcome.status == 5 && outcome.text == "")
    #expect(!(try store.gpg.gpg(["--list-keys"]).text.contains("CI job")))
    #expect(try store.commitCount() == count)
    try store.shell("git -C store checkout -q .")
    let made = try store.must("ci", ["init", "--base64", "--name", "Robot"])
    #expect(made.text.split(separator: "\n").count == 1)
    store.pwstore.environment["PWSTORE_GPG_KEY"] = made.text
    #expect(try store.must("ci", ["--", "gpg", "-K"]).text.contains("Robot"))
  }
}
