import Fixtures
import Foundation
import Testing

@Suite struct ExtensionTests {
  /// A store with a folder `bin` in `$PATH`, and extensions enabled on demand.
  static func store(enabled: String? = "true") throws -> TestStore {
    let store = try TestStore()
    try store.shell("mkdir -p home/bin store/.extensions")
    let path = store.pwstore.environment["PATH"] ?? "/usr/bin:/bin"
    store.pwstore.environment["PATH"] = "\(store.home)/bin:\(path)"
    store.pwstore.environment["PASSWORD_STORE_ENABLE_EXTENSIONS"] = enabled
    try store.pwstore("insert", "-m", "x", input: Array("one\nuser: a\n".utf8))
    return store
  }

  static func write(_ script: String, to file: String, in store: TestStore) throws {
    let path =
      file.hasPrefix("bin/") ? "\(store.home)/\(file)" : "\(store.root)/.extensions/\(file)"
    try writeProgram(script, to: path)
  }

  @Test func `runs a program of the path as git does`() throws {
    let store = try Self.store(enabled: nil)
    try Self.write(
      """
      #!/bin/sh
      printf '%s|' "$PASSWORD_STORE_DIR" "$#" "$@"
      "$PWSTORE" show x
      cat
      exit 7
      """, to: "bin/pwstore-hello", in: store)
    let outcome = try store.pwstore("hello", "a  b", "--help", "-x", input: Array("input".utf8))
    #expect(outcome.status == 7)
    #expect(outcome.text == "\(store.root)|3|a  b|--help|-x|one\nuser: a\ninput")
    // Options of the program's own stand before it.
    let other = try store.pwstore("--store", "\(store.home)/other", "hello")
    #expect(other.text.hasPrefix("\(store.home)/other|0|"))
    #expect(try store.pwstore("no/hello").status != 7)
  }

  @Test(arguments: [nil, "1", "yes", "TRUE"] as [String?])
  func `runs nothing in the store unless that is enabled`(value: String?) throws {
    let store = try Self.store(enabled: value)
    for name in ["hello.bash", "pwstore-hello"] {
      try Self.write("#!/bin/sh\ntouch \"$HOME/ran\"\n", to: name, in: store)
    }
    #expect(try store.pwstore("hello").status == 3)
    try store.pwstore("insert", "-m", "hello", input: Array("entry".utf8))
    #expect(try store.pwstore("hello").text == "entry")
    #expect(!FileManager.default.fileExists(atPath: "\(store.home)/ran"))
  }

  @Test func `runs what is executable in the folder that is named`() throws {
    let store = try Self.store()
    try Self.write("#!/bin/sh\necho git\n", to: "pwstore-hello", in: store)
    #expect(try store.pwstore("hello").text == "git\n")
    try Self.write("echo pass\nreturn 3\n", to: "hello.bash", in: store)
    let outcome = try store.pwstore("hello")
    #expect(outcome.text == "pass\n")
    // As with pass, only "exit" decides on the status.
    #expect(outcome.status == 0)
    try store.shell("chmod -x store/.extensions/*; cd home && echo 'echo other' > hello.bash")
    #expect(try store.pwstore("hello").status == 3)
    try store.shell("chmod +x home/hello.bash")
    store.pwstore.environment["PASSWORD_STORE_EXTENSIONS_DIR"] = store.home
    #expect(try store.pwstore("hello").text == "other\n")
    #expect(try store.pwstore("../hello").status == 2)
    // Commands of the program's own come first.
    try store.shell("cp home/hello.bash home/ls.bash")
    #expect(try store.pwstore("ls", "--flat").text == "x\n")
    try store.shell("cp home/hello.bash home/otp.bash")
    #expect(try store.pwstore("otp", "x").status == 3)
  }

  @Test func `gives extensions of pass what pass gives them`() throws {
    let store = try Self.store()
    try Self.write(
      """
      local name=$1
      echo "$PROGRAM $COMMAND $PREFIX $GPG $CLIP_TIME $GENERATED_LENGTH"
      check_sneaky_paths "$name"
      set_git "$PREFIX/$name.gpg"
      set_gpg_recipients "$(dirname -- "$name")"
      echo "${GPG_RECIPIENTS[*]} ${GPG_RECIPIENT_ARGS[*]}"
      mkdir -p "$PREFIX/$(dirname -- "$name")"
      tmpdir
      test -d "$SECURE_TMPDIR" && echo "$SECURE_TMPDIR" > "$HOME/folder"
      echo new | $GPG -e "${GPG_RECIPIENT_ARGS[@]}" -o "$PREFIX/$name.gpg" "${GPG_OPTS[@]}"
      git_add_file "$PREFIX/$name.gpg" "Add $name." >/dev/null
      cmd_show "$name"
      cmd_copy_move "move" "$name" "moved" >/dev/null
      cmd_show missing
      echo "not reached"
      """, to: "try.bash", in: store)
    var pass = store.pwstore
    pass.name = "pass"
    let outcome = try pass("try", "team/a")
    #expect(outcome.status == 1)
    #expect(outcome.errorText == "Error: missing is not in the password store.\n")
    #expect(
      outcome.text == """
        pass try \(store.root) gpg 45 25
        ann@example.org -r ann@example.org
        new

        """)
    let folder = try String(contentsOfFile: "\(store.home)/folder", encoding: .utf8)
    #expect(
      !FileManager.default.fileExists(atPath: folder.trimmingCharacters(in: .newlines)))
    #expect(try store.git("log", "-1", "--skip=1", "--format=%s").text == "Add team/a.\n")
    #expect(try pass("try", "../a").status == 1)
  }

  @Test func `calls back for what bash cannot do`() throws {
    let store = try Self.store()
    try store.gpg.makeKey("bob")
    try Self.write(
      """
      reencrypt_path "$PREFIX/$1"
      clip "secret $1" "the name"
      """, to: "try.bash", in: store)
    try Self.write(
      #"case " $* " in *" -o"*) exit 1;; esac; cat > "$HOME/copied""#, to: "bin/xclip", in: store)
    try store.shell("sed -i '1i#!/bin/sh' home/bin/xclip")
    store.pwstore.environment["WAYLAND_DISPLAY"] = nil
    store.pwstore.environment["DISPLAY"] = ":none"
    store.pwstore.environment["PASSWORD_STORE_CLIP_TIME"] = "1"
    for key in ["team/a", "team/b/c"] {
      try store.pwstore("insert", "-m", key, input: Array("v\n".utf8))
    }
    try store.shell("echo bob@example.org > store/team/.gpg-id")
    let outcome = try store.pwstore("try", "team")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.text == "Copied the name to clipboard. Will clear in 1 seconds.\n")
    let recipients = try store.shell(
      "cd store/team; for file in a b/c; do gpg --list-packets $file.gpg; done 2>&1 | grep -c Bob")
    #expect(recipients.text == "2\n", "\(recipients.errorText)")
    #expect(try store.lastMessage() == "Reencrypt team.")
  }

  @Test func `runs what Debian packages for pass`() throws {
    let store = try Self.store(enabled: nil)
    #expect(try store.pwstore("tail", "x").text == "user: a\n")
    var pass = store.pwstore
    pass.name = "pass"
    let missing = try pass("tail", "missing")
    #expect(missing.status == 1)
    #expect(missing.errorText == "Error: missing is not in the password store.\n")
    pass.environment["EDITOR"] = "sed -i s/a/b/"
    #expect(try pass("tailedit", "x").status == 0)
    #expect(try store.decrypt("x.gpg") == Array("one\nuser: b\n".utf8))
    #expect(try store.lastMessage() == "Edit password for x using sed -i s/a/b/.")
  }
}
