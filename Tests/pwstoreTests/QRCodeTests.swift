import Fixtures
import Foundation
import Testing

@Suite struct QRCodeTests {
  private let store: TestStore

  init() throws {
    store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "COLORTERM", "PWSTORE_QR_INVERT", "NO_COLOR"] {
      store.pwstore.environment[name] = nil
    }
  }

  @Test(arguments: ["C.UTF-8": "utf8", "C": "ascii"])
  func `prints the code with the characters of the locale`(locale: String, kind: String) throws {
    store.pwstore.environment["LC_ALL"] = locale
    let outcome = try store.pwstore("generate", "-q", "a")
    let password = Array(try store.decrypt("a.gpg").dropLast())
    #expect(outcome.output == (try run(["qrencode", "-t", kind], input: password)).output)
    #expect(outcome.status == 0 && outcome.errorText == "")
    #expect(outcome.output.count > 100)
    store.pwstore.environment["PWSTORE_QR_INVERT"] = "1"
    let inverted = try store.pwstore("load", "-q", "a")
    #expect(inverted.output == (try run(["qrencode", "-t", "\(kind)i"], input: password)).output)
    // Digits and capitals take less room.
    try store.pwstore("save", "b", "password=0123456789012345678901234567890123456789")
    let short = try store.pwstore("show", "-q", "b")
    #expect(
      short.output
        == (try run(
          ["qrencode", "-t", "\(kind)i"],
          input: Array("0123456789012345678901234567890123456789".utf8))).output)
  }

  @Test func `is read back from the screen, whatever its background`() throws {
    let secret = "otpauth://totp/ACME:ann@example.org?secret=JBSWY3DPEHPK3PXP&issuer=ACME"
    try store.pwstore("save", "a", "password=\(secret)")
    func shown(_ locale: String, _ kind: String, _ more: [String: String] = [:]) throws -> String {
      var pwstore = store.pwstore
      pwstore.environment["LC_ALL"] = locale
      pwstore.environment["TERM"] = kind
      pwstore.environment.merge(more) { $1 }
      let terminal = try pwstore.onTerminal("load", "-q", "a")
      #expect(try terminal.end() == 0)
      return terminal.shown
    }
    func read(_ text: String, onDark isDark: Bool) throws -> String {
      try RenderedScreen(text, onDark: isDark).qrCode()
    }
    for isDark in [true, false] {
      for kind in ["xterm", "xterm-256color"] {
        #expect(try read(shown("C.UTF-8", kind), onDark: isDark) == "\(secret)\n")
        #expect(
          try read(shown("C", kind, ["COLUMNS": "200"]), onDark: isDark) == "\(secret)\n")
      }
    }
    let plain = try shown("C.UTF-8", "dumb")
    #expect(!plain.contains("\u{1B}"))
    #expect(try read(plain, onDark: true) == "\(secret)\n")
    let inverted = try shown("C.UTF-8", "dumb", ["PWSTORE_QR_INVERT": "1"])
    #expect(inverted != plain)
    #expect(try read(inverted, onDark: false) == "\(secret)\n")
    let ascii = try shown("C", "dumb", ["COLUMNS": "200"])
    #expect(ascii.allSatisfy { "# \r\n".contains($0) })
    #expect(try read(ascii, onDark: false) == "\(secret)\n")
  }

  @Test func `makes do with a narrow quiet zone, and says what is needed`() throws {
    // 25 modules.
    try store.pwstore("save", "a", "password=a secret of 30 characters")
    func outcome(columns: Int) throws -> (status: Int32, shown: String) {
      var pwstore = store.pwstore
      pwstore.environment["TERM"] = "xterm"
      pwstore.environment["COLUMNS"] = "\(columns)"
      let terminal = try pwstore.onTerminal("load", "-q", "a")
      return (try terminal.end(), terminal.shown)
    }
    let wide = try outcome(columns: 33)
    let narrow = try outcome(columns: 32)
    for result in [wide, narrow] {
      #expect(result.status == 0)
      #expect(
        try RenderedScreen(result.shown, onDark: false).qrCode() == "a secret of 30 characters\n")
    }
    #expect(wide.shown.split(separator: "\r\n").count == 17)
    #expect(narrow.shown.split(separator: "\r\n").count == 15)
    let tooNarrow = try outcome(columns: 28)
    #expect(tooNarrow.status == 1)
    #expect(tooNarrow.shown.contains("the QR code needs 29 columns, and the terminal has 28"))
    #expect(tooNarrow.shown.contains("--qrcode=FILE.png"))
  }

  @Test func `makes a picture for its user alone`() throws {
    let picture = "\(store.home)/a b.PNG"
    // Several blocks of data.
    let secret = String(repeating: "A long secret: #&' ", count: 100)
    try store.pwstore("save", "a", "password=-", "pin=1234", input: Array(secret.utf8))
    try Data("old".utf8).write(to: URL(filePath: picture))
    for (arguments, expected) in [
      (["load", "--qrcode=\(picture)", "a"], secret),
      (["load", "--qrcode=\(picture)", "a", "pin"], "1234"),
      (["show", "--qrcode=\(picture)", "a"], secret),
    ] {
      let outcome = try store.pwstore.run(arguments.map { Array($0.utf8) })
      #expect(outcome.status == 0 && outcome.text == "" && outcome.errorText == "")
      #expect(try run(["zbarimg", "-q", "--raw", picture]).text == "\(expected)\n")
      #expect(try run(["stat", "-c", "%a", picture]).text == "600\n")
    }
    #expect(try store.pwstore("generate", "--qrcode=\(picture)", "b").text == "")
    #expect(
      try Array(run(["zbarimg", "-q", "--raw", picture]).output) == store.decrypt("b.gpg"))
    #expect(try run(["ls", "-A", store.home]).text == ".gitconfig\na b.PNG\n")

    let wrong = try store.pwstore("load", "--qrcode=\(store.home)/c", "a")
    #expect(wrong.status == 2 && wrong.errorText.contains("a picture's name ends in \".png\""))
    let nowhere = try store.pwstore("load", "--qrcode=/no/such/c.png", "a")
    #expect(nowhere.status == 1)
    #expect(nowhere.errorText.contains("cannot write \"/no/such/c.png\""))
    // In letters joined to one word, "-q" takes no value, as with pass.
    let joined = try store.pwstore("generate", "-qnf", "b", "20")
    #expect(joined.status == 0 && joined.text.contains("█"))
  }

  @Test func `called pass, shows a picture if there is a display and a program for it`() throws {
    store.pwstore.environment["DISPLAY"] = ":98"
    let script = """
      mkdir bin; printf '#!/bin/sh\\nprintf "<%%s>" "$@"; cat > picture\\n' > bin/feh; chmod +x bin/feh
      ln -s "$PW" bin/pass; PATH=$PWD/bin:$PATH; pass generate -q 'a b' >/dev/null
      zbarimg -q --raw picture 2>/dev/null; pwstore() { "$PW" "$@"; }; rm picture; pwstore show -q 'a b' | head -c 3
      ls picture 2>/dev/null
      """
    let outcome = try store.shell(script)
    let password = try store.decrypt("a b.gpg")
    #expect(outcome.output == password + Array("█".utf8))
    #expect(outcome.errorText == "<-x><--title><pass: a b><-g><+200+200><->")
  }

  @Test func `names the package that is missing`() throws {
    // A file that is no library stands in its way.
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: "\(folder.path)/libqrencode.so.4"))
    store.pwstore.environment["LD_LIBRARY_PATH"] = folder.path
    let outcome = try store.pwstore("generate", "-q", "a")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.contains("install the package libqrencode4"))
  }

  @Test func `tells when there is too much for a code`() throws {
    let outcome = try store.pwstore("generate", "-q", "a", "3000")
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(outcome.errorText.contains("could not make a QR code: it holds 2953 bytes at most\n"))
  }
}
