import Fixtures
import Foundation
import Testing

@Suite struct OneTimeCodeTests {
  private static let secret = "JBSWY3DPEHPK3PXP"
  private static let uri = "otpauth://totp/ACME:ann@example.org?secret=\(secret)&issuer=ACME"

  /// A store with an entry that has a password, a key for the time and one that
  /// counts.
  private static func store() throws -> TestStore {
    let store = try TestStore()
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "COLORTERM", "NO_COLOR"] {
      store.pwstore.environment[name] = nil
    }
    let text = "word\n\(uri)\notpauth://hotp/Bank:ann?counter=7&secret=\(secret)\n"
    try store.pwstore("insert", "-m", "site", input: Array(text.utf8))
    return store
  }

  @Test func `prints codes by label, for a time, as JSON`() throws {
    let store = try Self.store()
    let pwstore = store.pwstore
    let expected = try run(["oathtool", "-b", "--totp", "--now=@59", Self.secret]).text
    for words in [["site"], ["code", "site"], ["show", "site"], ["site", "acme"]] {
      let outcome = try pwstore.run(
        (["otp"] + words + ["--at", "59"]).map { Array($0.utf8) })
      #expect(outcome.text == expected && outcome.errorText == "")
    }
    #expect(try pwstore("otp", "--at=1970-01-01T01:00:59+01:00", "site").text == expected)
    let json = try pwstore("otp", "--json", "--at", "50", "site").text
    let code = expected.trimmingCharacters(in: .newlines)
    #expect(
      json == """
        {"code":"\(code)","valid_for":10,"type":"totp","period":30,"issuer":"ACME",\
        "account":"ann@example.org"}

        """)
    #expect(try store.commitCount() == 2)
    let counted = try pwstore("otp", "--json", "-l", "bank", "site").text
    #expect(counted.contains(#""valid_for":null,"type":"hotp","counter":8"#))
    #expect(try store.lastMessage() == "Increment HOTP counter for site.")
    #expect(
      try pwstore("show", "site").text
        == "word\n\(Self.uri)\notpauth://hotp/Bank:ann?counter=8&secret=\(Self.secret)\n")
    #expect(try pwstore("otp", "uri", "site", "Bank:ann").text.contains("counter=8"))

    let missing = try pwstore("otp", "site", "nobody")
    #expect(missing.status == 3)
    #expect(missing.errorText.contains(#"hint: it has "ACME:ann@example.org", "Bank:ann""#))
    for words in [
      ["otp", "--at", "yesterday", "site"], ["otp", "--at", "59", "site", "bank"],
      ["otp", "--watch", "site"], ["otp", "-c", "--json", "site"], ["otp"], ["otp", "-f", "site"],
      ["otp", "validate", "-c", "x"], ["otp", "site", "-l", "a", "b"], ["otp", "insert", "a", "b"],
      ["otp", "append", "--add", "-l", "a", "site"], ["otp", "append", "site"],
    ] {
      #expect(try pwstore.run(words.map { Array($0.utf8) }).status == 2, "\(words)")
    }
    #expect(try pwstore("otp", "nosuch").status == 3)
    #expect(try store.complaints() == "")
  }

  @Test func `decrypts once, and encrypts only to count`() throws {
    let store = try Self.store()
    #expect(try store.gpgCalls { try $0("otp", "site") } == ["decrypt": 1])
    #expect(try store.gpgCalls { try $0("otp", "uri", "site") } == ["decrypt": 1])
    #expect(
      try store.gpgCalls { try $0("otp", "site", "bank") } == ["decrypt": 1, "encrypt": 1])
    #expect(
      try store.gpgCalls {
        try $0("otp", "append", "-l", "acme", "site", input: Array(Self.uri.utf8))
      } == ["decrypt": 1, "encrypt": 1])
    // Nothing of it is loaded to show or list, and git only to count.
    let script = """
      for words in 'show site' 'ls' 'otp site'; do
        strace -f -qq -e trace=openat -o trace "$PW" $words >/dev/null
        grep -c -e liboath -e libqrencode trace; grep -c libgit2 trace
      done
      """
    let lines = try store.shell(script).text.split(separator: "\n")
    #expect(lines.count == 6 && lines[..<4].allSatisfy { $0 == "0" })
    #expect(lines.count == 6 && lines[4] != "0" && lines[5] == "0")
  }

  @Test func `gives no code to two callers`() throws {
    let store = try Self.store()
    let outcome = try store.shell(
      "for i in 1 2 3 4 5 6; do \"$PW\" otp site bank & done | sort; wait")
    let codes = outcome.text.split(separator: "\n").map(String.init)
    let window = try run(["oathtool", "-b", "--hotp", "-c", "8", "-w", "5", Self.secret]).text
    #expect(codes == window.split(separator: "\n").map(String.init).sorted())
    #expect(try store.pwstore("otp", "uri", "site", "bank").text.contains("counter=13&"))
    #expect(try store.commitCount() == 8)
  }

  @Test func `gives no code away that could not be saved`() throws {
    let store = try Self.store()
    try store.shell(
      "printf '#!/bin/sh\\nexit 1\\n' > store/.git/hooks/pre-commit; chmod +x store/.git/hooks/*")
    let outcome = try store.pwstore("otp", "site", "bank")
    #expect(outcome.status != 0 && outcome.text == "")
    try store.pwstore(
      "insert", "-mf", "end",
      input: Array("otpauth://hotp/a?secret=AAAA&counter=9223372036854775807".utf8))
    let end = try store.pwstore("otp", "end")
    #expect(end.status == 1 && end.text == "" && end.errorText.contains("too large"))
  }

  @Test func `adds and replaces keys, and leaves all else as it was`() throws {
    let store = try TestStore()
    let pwstore = store.pwstore
    try pwstore("insert", "-m", "x", input: Array("\nuser: a\r\nlast".utf8))
    let two = "otpauth://totp/Two:b?secret=AAAA"
    #expect(try pwstore("otp", "append", "x", input: Array("  \(Self.uri) \r\n".utf8)).status == 0)
    #expect(try pwstore("show", "x").text == "\nuser: a\r\nlast\n\(Self.uri)\n")
    #expect(try store.lastMessage() == "Append OTP secret for x.")
    #expect(try pwstore("otp", "append", "--add", "x", input: Array(two.utf8)).status == 0)
    #expect(try pwstore("show", "x").text == "\nuser: a\r\nlast\n\(Self.uri)\n\(two)\n")
    let three = two.replacing("Two", with: "Three")
    #expect(try pwstore("otp", "append", "-l", "two", "x", input: Array(three.utf8)).status == 0)
    #expect(try pwstore("show", "x").text == "\nuser: a\r\nlast\n\(Self.uri)\n\(three)\n")
    #expect(try store.lastMessage() == "Replace OTP secret for x.")
    let which = try pwstore("otp", "append", "x", input: Array(two.utf8))
    #expect(which.status == 2 && which.errorText.contains("--label"))

    try pwstore("insert", "-m", "y", input: Array("w\ntotp: JBSW Y3DP\nuser: a\n".utf8))
    #expect(try pwstore("otp", "uri", "y").text == "otpauth://totp/y?secret=JBSWY3DP\n")
    #expect(try pwstore("otp", "append", "y", input: Array(two.utf8)).status == 0)
    #expect(try pwstore("show", "y").text == "w\ntotp: \(two)\nuser: a\n")
    // What is refused changes nothing.
    let count = try store.commitCount()
    #expect(try pwstore("otp", "append", "y", input: Array("otpauth://totp/a".utf8)).status == 1)
    #expect(try pwstore("otp", "insert", "z", input: []).status == 1)
    #expect(try pwstore("otp", "insert", "-s", "z", input: Array("AAAA".utf8)).status == 2)
    #expect(try pwstore("otp", "insert", "-sa", "q", "z", input: Array("AAA1".utf8)).status == 1)
    #expect(
      try pwstore("otp", "insert", input: Array("otpauth://totp/..%2Fa?secret=AAAA".utf8)).status
        == 2)
    #expect(try store.commitCount() == count)
    #expect(
      try pwstore(
        "otp", "insert", "-s", "-i", "My Co", "-a", "ä", "z", input: Array("aaaa aaaa=".utf8)
      )
      .status == 0)
    #expect(
      try pwstore("show", "z").text
        == "otpauth://totp/My%20Co:%C3%A4?secret=AAAAAAAA&issuer=My%20Co\n")
  }

  @Test func `asks without echo, twice, and before it overwrites`() throws {
    let store = try TestStore()
    let terminal = try store.pwstore.onTerminal("otp", "insert")
    try terminal.wait(for: "Enter otpauth:// URI for this token: ")
    #expect(!terminal.isEchoing)
    terminal.type("\(Self.uri)\n")
    try terminal.wait(for: "Retype otpauth:// URI for this token: ")
    terminal.type("\(Self.uri)\n")
    try terminal.wait(for: "Insert into ACME/ann@example.org? [y/N] ")
    terminal.type("y\n")
    #expect(try terminal.end() == 0)
    #expect(!terminal.shown.contains(Self.secret))
    #expect(try store.decrypt("ACME/ann@example.org.gpg") == Array("\(Self.uri)\n".utf8))

    let differs = try store.pwstore.onTerminal("otp", "insert", "-sa", "a", "b")
    try differs.wait(for: "Enter secret for b: ")
    differs.type("AAAA\n")
    try differs.wait(for: "Retype secret for b: ")
    differs.type("AAAB\n")
    #expect(try differs.end() == 1)
    #expect(differs.shown.contains("Error: the entered secrets do not match."))

    let again = try store.pwstore.onTerminal("otp", "append", "ACME/ann@example.org")
    try again.wait(
      for: "An OTP secret already exists for ACME/ann@example.org. Overwrite it? [y/N] ")
    again.type("n\n")
    #expect(try again.end() == 1)
    #expect(try store.commitCount() == 2)
    let forced = try store.pwstore.onTerminal(
      "otp", "append", "-fes", "-i", "New", "ACME/ann@example.org")
    try forced.wait(for: "Enter secret for ACME/ann@example.org: ")
    forced.type("AAAA\n")
    #expect(try forced.end() == 0)
    #expect(
      try store.pwstore("show", "ACME/ann@example.org").text
        == "otpauth://totp/New?secret=AAAA&issuer=New\n")
  }

  @Test func `shows how long a code is good, and watches`() throws {
    let store = try Self.store()
    store.pwstore.environment["TERM"] = "xterm"
    let once = try store.pwstore.onTerminal("otp", "site")
    #expect(try once.end() == 0)
    #expect(
      once.shown.contains(
        #/^[0-9]{6}\r\n\u{1B}\[3[123]m█+░*\u{1B}\[0m [0-9]+ s\r\n$/#),
      "\(once.shown.debugDescription)")
    store.pwstore.environment["LC_ALL"] = "C"
    store.pwstore.environment["NO_COLOR"] = "1"
    let watch = try store.pwstore.onTerminal("otp", "--watch", "site")
    try watch.wait(for: " s\u{1B}[K")
    try watch.wait(for: " s\u{1B}[K")
    #expect(watch.shown.contains(#/\r[0-9]{6}  #+\.* [0-9]+ s\u{1B}\[K\r/#))
    #expect(watch.isEchoing)
    watch.type("\u{3}")
    #expect(try watch.end() == 130)
    #expect(watch.shown.hasSuffix("\r\u{1B}[K"))
    let counting = try store.pwstore.onTerminal("otp", "-w", "site", "bank")
    #expect(try counting.end() == 2)
  }

  @Test func `reads pictures and the screen`() throws {
    let store = try TestStore()
    let script = """
      mkdir bin; printf %s '\(Self.uri)' | qrencode -o 'a:b.png'; printf hello | qrencode -o other.png
      "$PW" otp insert --from-picture a:b.png one && "$PW" otp uri one
      for picture in other.png store/.gpg-id nosuch.png; do "$PW" otp insert --from-picture $picture no; echo $?; done
      printf '#!/bin/sh\\ntest "$*" = "--select --format=png" && cat a:b.png\\n' > bin/maim; chmod +x bin/maim
      PATH=$PWD/bin:$PATH DISPLAY=:99 "$PW" otp append --from-screen -f one; echo $?
      "$PW" show one
      PATH=$PWD/bin DISPLAY=:99 "$PW" otp insert --from-screen two; echo $?
      """
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { store.pwstore.environment[name] = nil }
    let outcome = try store.shell(script)
    #expect(outcome.text == "\(Self.uri)\n1\n1\n1\n0\n\(Self.uri)\n1\n")
    let errors = outcome.errorText
    #expect(errors.contains("the picture \"other.png\" has no QR code of a key URI"))
    #expect(errors.contains("has no QR code that can be read"))
    #expect(errors.contains("cannot read \"nosuch.png\""))
    #expect(errors.contains("zbar-tools") && !errors.contains(Self.secret))
    let nowhere = try store.pwstore("otp", "append", "--from-screen", "one")
    #expect(nowhere.status == 1 && nowhere.errorText.contains("there is no display"))
  }

  @Test func `says what is wrong with a URI, and never shows it`() throws {
    let store = try Self.store()
    for words in [
      "otpauth://totp/x?secret=SECRETS1", "otpauth://SECRETAA", "SECRETAA",
      "otpauth://totp/x?secret=SECRETAA&digits=SECRETAA",
    ] {
      for outcome in [
        try store.pwstore("otp", "validate", words),
        try store.pwstore("otp", "validate", input: Array(words.utf8)),
        try store.pwstore("otp", "insert", "x", input: Array(words.utf8)),
      ] {
        #expect(outcome.status == 1 && outcome.text == "")
        #expect(outcome.errorText.contains("key URI") && !outcome.errorText.contains("SECRET"))
      }
    }
    for words in [["otp"], ["otp", "insert"], ["otp", "append"], ["otp", "uri"]] {
      let outcome = try store.pwstore.run((words + [Self.uri]).map { Array($0.utf8) })
      #expect(outcome.status == 2 && !outcome.errorText.contains(Self.secret))
    }
    #expect(try store.pwstore("otp", "validate", input: Array(Self.uri.utf8)).status == 0)
    try store.pwstore("save", "bad", "totp=SECRET11")
    let bad = try store.pwstore("otp", "bad")
    #expect(bad.status == 1 && !bad.errorText.contains("SECRET1"))
    #expect(bad.errorText.hasPrefix("pwstore: the entry \"bad\" has a bad key URI: "))
    let folder = try TemporaryFolder()
    for library in ["liboath.so.0", "libgcrypt.so.20"] {
      try Data().write(to: URL(filePath: "\(folder.path)/\(library)"))
    }
    var pwstore = store.pwstore
    pwstore.environment["LD_LIBRARY_PATH"] = folder.path
    // Where GnuPG has to start, only it goes without the path.
    let gpg = "\(store.home)/gpg"
    try writeProgram("#!/bin/sh\nunset LD_LIBRARY_PATH\nexec /usr/bin/gpg \"$@\"\n", to: gpg)
    pwstore.environment["PATH"] = "\(store.home):\(pwstore.environment["PATH"] ?? "")"
    let missing = try pwstore("otp", "site")
    #expect(missing.status == 1 && missing.errorText.contains("install the package liboath0"))
    try store.pwstore("save", "s", "totp=steam://AAAA")
    #expect(try pwstore("otp", "s").errorText.contains("install the package libgcrypt20"))
  }

  @Test func `puts no secret into a file or an argument`() throws {
    let store = try Self.store()
    try store.shell("printf %s '\(Self.uri)' | qrencode -o a.png")
    for words in [
      "otp site", "otp site bank", "otp uri site", "otp append -l acme site < uri",
      "otp validate < uri",
      "otp insert -f --from-picture a.png new", "otp uri -q site",
    ] {
      let script = """
        printf '%s' '\(Self.uri)' > uri
        strace -f -qq -yy -v -s 100000 -e trace=execve,write,pwrite64,writev,sendto,sendmsg \
        -o trace "$PW" \(words) > output || echo failed; rm -f uri; grep -F '\(Self.secret)' trace
        """
      let lines = try store.shell(script).text.split(separator: "\n")
      for line in lines {
        #expect(!line.contains("execve("))
        #expect(line.contains("<pipe:") || line.contains("/output>"), "\(line)")
      }
    }
  }
}
