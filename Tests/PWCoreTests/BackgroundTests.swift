import Glibc
import Testing

@testable import PWCore

@Suite struct BackgroundTests {
  private final class Log: @unchecked Sendable { var hasEnded = false }

  @Test func `gives the value of its work, or its error`() throws {
    #expect(try Background { 1 + 1 }.value == 2)
    let failing = Background { () throws -> Int in
      throw SystemError(code: 2, action: "a", path: FilePath("b"))
    }
    #expect(throws: SystemError.self) { try failing.value }
  }

  @Test func `has ended when nobody needs it any more`() {
    let log = Log()
    func start() {
      _ = Background {
        usleep(50_000)
        log.hasEnded = true
      }
    }
    start()
    #expect(log.hasEnded)
  }
}
