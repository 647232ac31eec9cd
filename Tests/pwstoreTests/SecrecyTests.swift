import Fixtures
import Foundation
import Testing

/// Where a secret must not be, and what a command may cost.
@Suite struct SecrecyTests {
  /// The system calls of one command and all its children.
  private func trace(
    _ store: TestStore, _ calls: String, _ arguments: String, input: String = ""
  ) throws -> String {
    let script =
      "strace -f -qq -v -s 100000 -e trace=\(calls) -o trace \"$PW\" \(arguments) > output; cat trace"
    let outcome = try store.shell(script, input: Array(input.utf8))
    #expect(outcome.status == 0 && outcome.errorText == "")
    return outcome.text
  }

  @Test(arguments: [true, false])
  func `starts gpg as often as it has to, and nothing else`(isVersioned: Bool) throws {
    let store = try TestStore(isVersioned: isVersioned)
    func programs(_ arguments: String) throws -> [String] {
      try trace(store, "execve", arguments).split(separator: "\n")
        .filter { $0.contains("execve(") && !$0.contains(") = -1") }.dropFirst().map { line in
          line.contains("--version")
            ? "version"
            : line.contains("--encrypt")
              ? "encrypt"
              : line.contains("--decrypt") ? "decrypt" : String(line)
        }
    }
    #expect(try programs("save a user=x") == ["version", "encrypt"])
    #expect(try programs("save a user=y") == ["version", "encrypt"])
    #expect(try programs("load a") == ["version", "decrypt"])
    #expect(try programs("show a") == ["version", "decrypt"])
    #expect(try programs("load a user") == ["version", "decrypt"])
    #expect(try programs("set a user=z") == ["version", "decrypt", "encrypt"])
    for command in ["ls", "ls --flat", "ls --json", "help", "help save", "version", "save --help"] {
      #expect(try programs(command) == [])
    }
    #expect(try programs("delete a") == [])
  }

  @Test func `does not load libgit2 to read`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "user=x")
    #expect(try trace(store, "openat", "save a user=y").contains("libgit2"))
    for command in ["load a", "ls", "ls --flat"] {
      #expect(!(try trace(store, "openat", command).contains("libgit2")))
    }
  }

  @Test func `puts no secret into a file, an argument or the environment`() throws {
    let store = try TestStore()
    let secret = "sEcReT-\(UUID().uuidString)"
    for (arguments, input) in [
      ("save a password=-", secret), ("save a --json", "{\"password\": \"\(secret)\"}"),
      ("save a", secret), ("set a other=-", secret), ("load a", ""), ("load a password", ""),
    ] {
      // Pipes to and from gpg, and the output, may have it; each is known by
      // what the kernel says of its descriptor.
      let script = """
        strace -f -qq -yy -v -s 100000 -e trace=execve,write,pwrite64,writev,sendto,sendmsg \
        -o trace "$PW" \(arguments) > output || echo failed; grep -F '\(secret)' trace
        """
      let lines = try store.shell(script, input: Array(input.utf8)).text.split(separator: "\n")
      // It did go to gpg, or come from it.
      #expect(!lines.isEmpty)
      for line in lines {
        let isPipe = line.contains("<pipe:")
        let isOutput = line.contains("write(1<") && line.contains("/output>")
        #expect(isPipe || isOutput, "\(line)")
        #expect(!line.contains("execve("))
      }
    }
    let found = try run(["grep", "-r", "-l", "-F", secret, store.root, store.home, store.gpg.path])
    #expect(found.text == "")
  }

  @Test(arguments: ["000", "022", "077"])
  func `keeps files and folders to their user`(umask: String) throws {
    let store = try TestStore(isInitialized: false)
    let script = """
      umask \(umask); "$PW" init ann@example.org > /dev/null; "$PW" save d/e/a user=x; "$PW" set d/e/a user=y
      find store -path store/.git/hooks -prune -o -perm /077 ! -type l -print
      stat -c '%a %n' store store/d store/d/e store/d/e/a.gpg store/.gpg-id
      """
    #expect(
      try store.shell(script).text == """
        700 store
        700 store/d
        700 store/d/e
        600 store/d/e/a.gpg
        600 store/.gpg-id

        """)
  }

  @Test func `leaves no core file, and lets no one look`() throws {
    let store = try TestStore()
    let calls = try trace(store, "prlimit64,setrlimit,prctl", "ls")
    #expect(calls.contains("RLIMIT_CORE") && calls.contains("rlim_cur=0"))
    #expect(calls.contains("PR_SET_DUMPABLE"))
  }

  @Test func `names no value in an error`() throws {
    let store = try TestStore()
    for arguments in [
      ["save", "a", "bad: name=hunter2"], ["save", "a", "=hunter2"], ["save", "../a", "x=hunter2"],
    ] {
      let outcome = try store.pwstore.run(arguments.map { Array($0.utf8) })
      #expect(outcome.status == 2)
      #expect(!outcome.errorText.contains("hunter2"))
    }
    let json = try store.pwstore("save", "a", "--json", input: Array("{\"a\": \"hunter2\"".utf8))
    #expect(json.status == 2 && !json.errorText.contains("hunter2"))
  }
}
