import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct TerminalTests {
  @Test(
    arguments: [
      ([:], false), (["LANG": "C.UTF-8"], true), (["LANG": "not_INSTALLED.UTF-8"], false),
      (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false), (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true),
      (["LC_ALL": "POSIX", "LC_CTYPE": "C.UTF-8"], false), (["LANG": "C.utf8"], true),
    ] as [([String: String], Bool)])
  func `knows a locale of UTF-8`(variables: [String: String], expected: Bool) {
    #expect(Terminal(-1, environment: Environment(variables)).isUTF8 == expected)
  }

  @Test(
    arguments: [
      ([:], true, false), (["NO_COLOR": "1"], false, false), (["NO_COLOR": ""], true, false),
      (["TERM": "dumb"], false, false), (["CLICOLOR_FORCE": "1"], true, true),
      (["CLICOLOR_FORCE": "0"], true, false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
    ] as [([String: String], Bool, Bool)])
  func `uses colour where it is wanted`(
    variables: [String: String], onTerminal: Bool, elsewhere: Bool
  ) throws {
    let terminal = try PseudoTerminal()
    let side = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(side) }
    let environment = Environment(variables)
    #expect(Terminal(side, environment: environment).wantsColor == onTerminal)
    #expect(Terminal(-1, environment: environment).wantsColor == elsewhere)
  }

  @Test func `takes the width from the variable, else from the terminal, else 80`() throws {
    let terminal = try PseudoTerminal()
    let side = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(side) }
    var size = winsize(ws_row: 24, ws_col: 133, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(side, UInt(TIOCSWINSZ), &size)
    #expect(Terminal(side, environment: Environment(["COLUMNS": "60"])).width == 60)
    #expect(Terminal(side, environment: Environment(["COLUMNS": "x"])).width == 133)
    #expect(Terminal(-1, environment: Environment([:])).width == 80)
  }

  @Test(
    arguments: [
      (["HOME": "/h"], "/h/.password-store"),
      (["HOME": "/h", "PASSWORD_STORE_DIR": "/s/"], "/s"),
      (["HOME": "/h", "PASSWORD_STORE_DIR": ""], "/h/.password-store"),
    ])
  func `finds the store's folder`(variables: [String: String], expected: String) {
    let session = Session("/bin/pass", environment: Environment(variables))
    #expect(session.storeFolder == FilePath(expected))
    #expect(session.isCalledPass)
  }
}
