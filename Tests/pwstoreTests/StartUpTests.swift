import Fixtures
import Foundation
import Testing

/// What the process settles at its start, as the kernel sees it.
@Suite struct StartUpTests {
  @Test func `makes private files only, and leaves no core`() throws {
    let calls = try run(
      ["strace", "-e", "trace=umask,prctl,prlimit64", Pwstore.path, "version"]
    ).errorText
    #expect(calls.contains("umask(077)"))
    #expect(calls.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE) = 0"))
    #expect(
      calls.firstMatch(of: /prlimit64\(0, RLIMIT_CORE, \{rlim_cur=0, .*\}, NULL\) = 0/) != nil)
  }

  @Test func `gives no other file the number of a closed stream`() throws {
    let script = "exec strace -o /dev/stderr -e trace=openat,write \"$0\" help <&- >&-"
    let calls = try run(["sh", "-c", script, Pwstore.path]).errorText
    #expect(calls.contains(#"openat(AT_FDCWD, "/dev/null", O_WRONLY) = 0"#))
    #expect(calls.contains(#"openat(AT_FDCWD, "/dev/null", O_RDONLY) = 1"#))
  }
}
