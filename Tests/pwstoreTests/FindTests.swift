import Fixtures
import Foundation
import Testing

/// `find` beside pass.
@Suite struct FindTests {
  private static let files = """
    cd "$S"; mkdir -p web/sub/deep other/web2 odd MIX/inner empty/webempty webe a/sub/x .hidweb
    touch -- web/a.gpg web/sub/b.gpg web/sub/deep/c.gpg other/web2/d.gpg 'odd/[x].gpg' \
      MIX/inner/Web.gpg MIX/q.gpg foo.gpg bar.gpg foobar.gpg afoo.gpg barb.gpg Ébc.gpg ébd.gpg \
      a/sub/y.gpg a/sub/x/z.gpg 'a/we|ird.gpg' 'a/st*r.gpg' 'back\\slash.gpg' .hidweb/x.gpg .web.gpg \
      note.txt a/X.GPG 'a b.gpg' $'\\xffw.gpg' ' -x.gpg'
    ln -s nowhere webdead; ln -s foo.gpg foolink.gpg
    """

  @Test func `finds what pass finds`() throws {
    let twins = try SideBySide(isVersioned: false, setUp: Self.files)
    let script = #"""
      for term in web WEB sub gpg 'foo|bar' '|foo' 'foo|' É é '[x]' '\[x\]' '[a-c]' '[^a-z]oo' '?oo' \
        b/c '*' '' 'a|' '[' 'x\' '**' 'o**' 'f*r' a/sub a/s 'a/**' '**/x' '**/x/**' 'sub/|q' '[a-' \
        '[a-]' '[]' '[^]' '[\]]' '[A-C]oo' 'st\*r' '\\' 'foo||bar' 'w?b' 'B[A-R]r' '[é]' . '\.gpg' \
        'r\|b' -x -- 'a b' $'\xff' nosuch '[[-]' 'a*b*a' '[B-a]' txt "'" '$(date)' '%s'; do
        status pass find "$term"
      done
      status pass find foo sub; status pass search '' x; status pass find -- foo; status pass find
      status pass find -h -c; status pass find 'a,b' c
      """#
    for (locale, keepsColors) in [("C.UTF-8", false), ("C", true)] {
      let differences = try twins.differences(
        after: script, environment: ["LC_ALL": locale, "TERM": "xterm"], keepsColors: keepsColors)
      #expect(differences == "")
    }
  }

  @Test func `finds what is behind links to folders, and goes round no circle`() throws {
    let store = try TestStore(isVersioned: false)
    try store.shell(
      """
      mkdir -p shared store/real; touch shared/y.gpg store/real/x.gpg
      ln -s ../shared store/work; ln -s real store/alias; ln -s .. store/real/up
      """)
    let pwstore = store.pwstore
    #expect(
      try pwstore("find", "y").text == """
        Search Terms: y
        └── work -> ../shared
            └── y

        """)
    #expect(
      try pwstore("find", "x").text == """
        Search Terms: x
        ├── alias -> real
        │\u{A0}\u{A0} └── x
        └── real
            └── x

        """)
    #expect(
      try pwstore("find", "up").text == """
        Search Terms: up
        ├── alias -> real
        │\u{A0}\u{A0} └── up -> ..  [recursive, not followed]
        └── real
            └── up -> ..  [recursive, not followed]

        """)
  }

  @Test func `explains itself, and needs a term and a store`() throws {
    let store = try TestStore(isInitialized: false)
    #expect(try store.pwstore("find", "--help").output == store.pwstore("help", "find").output)
    #expect(try store.pwstore("find").status == 2)
    #expect(try store.pwstore("find", "x").status == 6)
  }
}
