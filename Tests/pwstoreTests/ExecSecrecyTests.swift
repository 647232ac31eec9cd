import Fixtures
import Foundation
import Testing

/// Where a command's secrets are, and where not.
@Suite struct ExecSecrecyTests {
  private let store: TestStore
  private let secret = "sEcReT-\(UUID().uuidString)"

  init() throws {
    store = try TestStore()
    try store.pwstore("save", "a", input: Array("\(secret)\n".utf8))
  }

  /// The system calls that have the secret.
  private func calls(_ arguments: String) throws -> [Substring] {
    let script = """
      strace -f -qq -yy -v -s 100000 -o trace \
      -e trace=execve,write,pwrite64,writev,sendto,sendmsg,openat,memfd_create \
      "$PW" exec \(arguments) > output || echo failed; grep -F '\(secret)' trace
      """
    let lines = try store.shell(script).text.split(separator: "\n")
    #expect(!lines.contains("failed"))
    return lines
  }

  @Test(arguments: ["", "--mask"])
  func `puts a value into the command's environment, and nowhere else`(mask: String) throws {
    let lines = try calls("\(mask) -e S=a -- true")
    let execs = lines.filter { $0.contains("execve(") }
    #expect(execs.count == 1)
    #expect(
      execs.allSatisfy { $0.contains(#"/true", ["true"], ["#) && $0.contains("\"S=\(secret)\"") })
    // What gpg writes to us.
    #expect(lines.count > 1)
    for line in lines where !line.contains("execve(") {
      #expect(line.contains("<pipe:"), "\(line)")
    }
    let found = try run(["grep", "-r", "-l", "-F", secret, store.root, store.home, store.gpg.path])
    #expect(found.text == "")
  }

  @Test func `puts what is read into memory only`() throws {
    for line in try calls("--fd F=a --stdin a -- true") {
      #expect(line.contains("<pipe:") || line.contains("/memfd:secret"), "\(line)")
      #expect(!line.contains("execve("))
    }
  }

  @Test(arguments: [[], ["--mask"]])
  func `shows no process a value but the command`(mask: [String]) throws {
    let script = """
      import os, sys
      secret = os.environb[b"S"]
      for process in filter(str.isdigit, os.listdir("/proc")):
        for name in "environ", "cmdline":
          try:
            with open(f"/proc/{process}/{name}", "rb") as file: found = secret in file.read()
          except OSError: continue
          if found: print(int(process) == os.getpid(), name)
      """
    let words = ["exec"] + mask + ["-e", "S=a", "--", "python3", "-c", script]
    let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
    #expect(outcome.text == "True environ\n" && outcome.errorText == "")
  }
}
