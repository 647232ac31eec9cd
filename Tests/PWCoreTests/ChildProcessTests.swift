@testable import PWCore
import Testing

@Suite struct ChildProcessTests {
  @Test func `exchanges more than a pipe holds`() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    var child = ChildProcess(["cat"])
    child.input = .bytes(bytes)
    #expect(try child.run().output == bytes)
  }

  @Test func `tells a status from a signal`() throws {
    #expect(try ChildProcess(["sh", "-c", "exit 3"]).run().status == 3)
    #expect(try ChildProcess(["sh", "-c", "kill -9 $$"]).run().status == 137)
  }

  @Test func `changes the environment and the folder`() throws {
    var child = ChildProcess(["sh", "-c", "echo $A-$HOME-$PWD; echo no >&2"], in: FilePath("/usr"))
    child.environment = ["A": [0x31], "HOME": nil]
    child.errors = .collected
    let result = try child.run()
    #expect(String(decoding: result.output, as: UTF8.self) == "1--/usr\n")
    #expect(String(decoding: result.errors, as: UTF8.self) == "no\n")
  }

  @Test func `says which program is missing`() {
    let error = #expect(throws: SystemError.self) { try ChildProcess(["/no/such"]).run() }
    #expect(error?.description == #"cannot run "/no/such": No such file or directory"#)
  }
}
