import Fixtures
import Foundation
import Testing

@Suite struct QRCodeTests {
  private let store: TestStore

  init() throws {
    store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { store.pwstore.environment[name] = nil }
  }

  @Test(arguments: ["C.UTF-8": "utf8", "C": "ascii"])
  func `prints the code with the characters of the locale`(locale: String, kind: String) throws {
    store.pwstore.environment["LC_ALL"] = locale
    let outcome = try store.pwstore("generate", "-q", "a")
    let password = Array(try store.decrypt("a.gpg").dropLast())
    #expect(outcome.output == (try run(["qrencode", "-t", kind], input: password)).output)
    #expect(outcome.status == 0 && outcome.errorText == "")
    #expect(outcome.output.count > 100)
  }

  @Test func `shows a picture if there is a display and a program for it`() throws {
    store.pwstore.environment["DISPLAY"] = ":98"
    let script = """
      mkdir bin; printf '#!/bin/sh\\nprintf "<%%s>" "$@"; cat > picture\\n' > bin/feh; chmod +x bin/feh
      PATH=$PWD/bin:$PATH "$PW" generate -q 'a b'; head -c 4 picture | tail -c 3
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "PNG")
    #expect(outcome.errorText == "<-x><--title><pwstore: a b><-g><+200+200><->")
  }

  @Test func `names the package that is missing`() throws {
    let folder = try TemporaryFolder()
    try store.shell("ln -s \"$(command -v gpg)\" \(folder.path)")
    store.pwstore.environment["PATH"] = folder.path
    let outcome = try store.pwstore("generate", "-q", "a")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.contains("install qrencode"))
  }

  @Test func `tells when there is too much for a code`() throws {
    let outcome = try store.pwstore("generate", "-q", "a", "3000")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.contains("Error: could not make a QR code\n"))
  }
}
