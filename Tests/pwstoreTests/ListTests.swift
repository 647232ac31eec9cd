import Fixtures
import Foundation
import Testing

/// `ls` beside pass: the drawing, its order, colours and lines.
@Suite struct ListTests {
  /// Files of all kinds, with names that orders differ about; nothing is
  /// decrypted, so most are empty.
  static let files = """
    cd "$S"; mkdir -p a/b zz/aa x.gpg empty .hidden/y 'A cap' open sticky both shut
    touch -- b.gpg a.gpg a/z.gpg a/y.gpg a/b/c.gpg 1.gpg 10.gpg 2.gpg _u.gpg e-f.gpg e.f.gpg ef.gpg \
      E.gpg é.gpg zz/aa/bb.gpg x.gpg/in.gpg .hidden/y/z.gpg .dot.gpg README.md UP.GPG my.gpg.key \
      c.gpg.gpg 'A cap/x.gpg' a.tar.gz a.JPG $'\\xff\\xfe.gpg' $'cafe\\xcc\\x81.gpg' $'caf\\xc3\\xa9.gpg' \
      $'tab\\there.gpg' $'esc\\x1b[31m.gpg' '-n.gpg' '~.gpg' run.sh suid sgid
    chmod +x run.sh zz/aa/bb.gpg; chmod 4755 suid; chmod 2755 sgid
    chmod 777 open; chmod 1777 both; chmod 1755 sticky; mkfifo pipe
    ln -s a early; ln -s zz/aa late; ln -s .. zz/up; ln -s x.gpg to; ln -s a/y.gpg la.gpg
    ln -s nowhere.gpg dead.gpg; ln -s b.gpg/x none; ln -s x.gpg zto.gpg
    ln -s /dev/null null.gpg
    """

  @Test func `draws what pass draws`() throws {
    let twins = try SideBySide(isVersioned: false, setUp: Self.files)
    let script = """
      status pass; status pass ls; status pass list; status pass show; status pass ls ''
      for folder in / // a/ /a/ a/b zz/aa/ zz x.gpg empty .hidden 'A cap' early late to zz/up/a/ .; do
        status pass ls "$folder"; status pass show -- "$folder"
      done
      for locale in C C.UTF-8 xx_YY.UTF-8 ''; do LC_ALL=$locale pass; LC_ALL=$locale pass ls a/; done
      """
    for keepsColors in [false, true] {
      let differences = try twins.differences(
        after: script, environment: ["TERM": "xterm"], keepsColors: keepsColors)
      #expect(differences == "")
    }
  }

  @Test func `takes lines and colours from the variables of tree`() throws {
    let twins = try SideBySide(isVersioned: false, setUp: Self.files)
    let script = """
      for set in ISO-8859-1 latin1 '' utf-8 UTF8 nonsense; do
        TREE_CHARSET=$set pass; TREE_CHARSET=$set LC_ALL=C pass find ef
      done
      for colors in di=31:ex=32 '' rs=:fi=1:ln=target:ow=4:tw=5:st=6:su=7:sg=8:*.gpg=9:*=10 \
        mi=31:or=32:*.JPG=33:*g=34:nonsense:=:di:*.sh=35=36 no=7:rs=1; do
        TREE_COLORS=$colors pass; LS_COLORS=$colors pass; LS_COLORS=di=1 TREE_COLORS=$colors pass
      done
      eval "$(dircolors -b)"; pass; pass find ef; unset TERM; pass
      """
    let differences = try twins.differences(
      after: script, environment: ["TERM": "xterm"], keepsColors: true)
    #expect(differences == "")
  }

  @Test func `lists in the order of the locale`() throws {
    let locales = try TemporaryFolder()
    for (name, source, characters) in [
      ("en_US.UTF-8", "en_US", "UTF-8"), ("sv_SE", "sv_SE", "ISO-8859-1"),
    ] {
      try run(["localedef", "-i", source, "-f", characters, "\(locales.path)/\(name)"])
    }
    let twins = try SideBySide(isVersioned: false, setUp: Self.files)
    let script = """
      for locale in en_US.UTF-8 sv_SE; do
        LC_ALL=$locale pass; LANG=$locale pass ls a; LANG=C LC_COLLATE=$locale pass
        LANG=C LC_CTYPE=$locale pass; LC_ALL=$locale pass find ef
      done
      """
    let differences = try twins.differences(
      after: "unset LC_ALL; \(script)", environment: ["LOCPATH": locales.path])
    #expect(differences == "")
    // Else the test would compare nothing.
    let listing = try twins.ours.run(
      "LC_ALL=en_US.UTF-8 pass", environment: ["LOCPATH": locales.path])
    #expect(listing.text.contains("├── ef\n├── E\n├── é\n"))
  }

  @Test func `lists the root whatever lies in it, and wherever it is`() throws {
    let twins = try SideBySide(
      isVersioned: false,
      setUp: "mkdir -p $S/a; printf v | pass insert -m a/b; cp $S/a/b.gpg $S/a.gpg")
    let script = """
      mv store 'my store'; ln -s 'my store' link
      for store in "$PWD/my store" "$PWD/my store//" "$PWD/link" "$PWD/link/" 'my store' ./link/ \
        "$PWD/../${PWD##*/}/link"; do
        PASSWORD_STORE_DIR=$store pass ls; PASSWORD_STORE_DIR=$store pass show a/b
        PASSWORD_STORE_DIR=$store pass a; PASSWORD_STORE_DIR=$store pass ls a/
      done
      mv 'my store' home/.password-store; PASSWORD_STORE_DIR= status pass ls a/
      """
    #expect(try twins.differences(after: script) == "")
    // Not as in pass, which takes the file for the entry without a name.
    let store = try TestStore()
    try store.shell("\"$PW\" save one x=y; cp store/one.gpg store/.gpg")
    for words in [[], ["ls"], ["show"], ["show", ""], ["show", "/"]] {
      let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
      #expect(
        outcome.status == 0 && outcome.text.hasSuffix("-- one\n")
          || outcome.text.contains("└── one"))
    }
  }

  @Test func `keeps the forms for programs to folders`() throws {
    let store = try TestStore()
    for key in ["a", "a/b", "c"] { try store.pwstore("save", key, "x=y") }
    let pwstore = store.pwstore
    #expect(try pwstore("ls", "--flat").text == "a\na/b\nc\n")
    #expect(try pwstore("ls", "--flat", "a").text == "a/b\n")
    #expect(try pwstore("list", "-0", "/a/").text == "a/b\0")
    #expect(try pwstore("ls", "--json", "a").text == "[\n  \"a/b\"\n]\n")
    #expect(try pwstore("ls", "--flat", "c").status == 2)
    #expect(try pwstore("ls", "--json", "-c", "c").status == 2)
    #expect(try pwstore("ls", "--json", "-0").status == 2)
    #expect(try pwstore("ls", "--json", "nosuch").status == 3)
    #expect(try pwstore("show", "--json", "a").status == 2)
  }

  @Test(arguments: [["ls"], ["find", "e"], ["ls", "--flat"], []])
  func `starts no process`(words: [String]) throws {
    let store = try TestStore()
    try store.pwstore("save", "d/entry", "x=y")
    let calls = try run(
      ["strace", "-f", "-e", "trace=execve,fork,vfork,clone,clone3", Pwstore.path] + words,
      environment: store.pwstore.environment)
    #expect(calls.text.contains("entry"))
    #expect(calls.errorText.split(separator: "\n").count { $0.contains("(") } == 1)
    #expect(calls.errorText.contains("execve("))
  }
}
