import Fixtures
import Foundation
import Testing

/// `show` and `ls` of one entry, beside pass; and what the comparison is worth.
@Suite struct ReadingTests {
  @Test func `compares for real`() throws {
    let twins = try SideBySide(setUp: "printf 'v\\n' | pass insert -m a/b")
    #expect(try twins.differences(after: "status pass show a/b; status pass show x") == "")
    let script = """
      [[ $S == */theirs/* ]] && exit
      echo x; echo Error: x >&2; echo x >$S/x; false
      printf other | gpg --batch --quiet --yes -r ann@example.org -e -o "$S/a/b.gpg"
      git -C "$S" commit --quiet --allow-empty -m other; false
      """
    let differences = try twins.differences(after: script)
    for aspect in SideBySide.Aspect.allCases {
      #expect(differences.contains("\(aspect) of ours"), "\(aspect)")
    }
    #expect(differences.contains("other\nfor "))
    let ignored = Set(SideBySide.Aspect.allCases)
    #expect(try twins.differences(after: script, ignoring: ignored) == "")
  }

  @Test func `shows entries byte for byte`() throws {
    let twins = try SideBySide(
      setUp: """
        gpg() { command gpg --batch --quiet -r ann@example.org "$@"; }; cd "$S"
        : | gpg -e -o empty.gpg; printf '\\n' | gpg -e -o line.gpg; printf 'no end' | gpg -e -o end.gpg
        printf 'nul\\0\\xff\\xfe\\r\\n\\n\\n' | gpg -e -o binary.gpg
        head -c 300000 /dev/urandom | gpg -e -o large.gpg; printf v | gpg --armor -e -o armor.gpg
        mkdir -p d/.hidden; printf 'both' | gpg -e -o d.gpg; printf 'x' | gpg -e -o d/.hidden/x.gpg
        ln -s d dir; ln -s ../end.gpg d/link.gpg; ln -s nowhere dead.gpg; cp end.gpg d.x.gpg
        cp end.gpg ./-n.gpg; cp end.gpg ' b "$q" .gpg'; cp end.gpg $'\\xff.gpg'; cp end.gpg ls.gpg
        """)
    let script = """
      for name in empty line end binary large armor d /d ./d d//.hidden/x dir/link d.x ' b "$q" ' \
        $'\\xff'; do
        for verb in show ls list; do status pass $verb "$name" | sha1sum; done
      done
      status pass show -- -n; status pass -- -n; status pass end; status pass show ls; status pass -- end
      # The first word counts.
      status pass show end binary; status pass end nosuch; status pass ls end d
      """
    #expect(try twins.differences(after: script) == "")
  }

  @Test func `lists a store of many folders, which two threads read, and links across it`() throws {
    let twins = try SideBySide(
      setUp: """
        cd "$S"; for n in $(seq 11 40); do mkdir -p d$n/e$n/f; : >d$n/x$n.gpg; : >d$n/e$n/f/x.gpg; done
        : >d1.gpg; : >d12345678b.gpg; : >d12345678a.gpg; : >d12345678.gpg
        """)
    let plain = "for l in C en_US.UTF-8; do LC_ALL=$l status pass ls; done; status pass ls d33"
    #expect(try twins.differences(after: plain) == "")
    // Whether a link is followed depends on what was listed before it.
    let links = """
      cd "$S"; ln -s ../d39/e39 d12/l; ln -s ../d12/e12 d39/l; ln -s . d20/l; ln -s .. d38/up
      LC_ALL=C status pass ls
      """
    #expect(try twins.differences(after: links) == "")
  }

  @Test func `says in pass's words what it cannot show`() throws {
    let twins = try SideBySide(
      setUp: "ln -s nowhere $S/dead.gpg; mkdir $S/dir.gpg; mkfifo $S/p.gpg")
    let script = """
      for name in nosuch /nosuch nosuch/ a/b dead dead/ dir/x dir.gpg/x p otp 'a b' $'\\xc3\\xa9'; do
        status pass show "$name"; status pass ls "$name"; status pass "$name"; status pass -c "$name"
      done
      status pass otp -- /nosuch; status pass ls nosuch nosuch
      status pass ../x; status pass show a/../../x
      rm -rf $S; status pass show x; status pass ls; status pass; status pass show -- /
      """
    let ignored: Set<SideBySide.Aspect> = [.errors, .files, .entries, .messages]
    #expect(try twins.differences(after: script, ignoring: ignored) == "")
    let again = try SideBySide(isVersioned: false)
    let words = "for name in nosuch /nosuch a/b/ ''; do status pass show $name; done"
    #expect(try again.differences(after: words) == "")
    #expect(try again.differences(after: "rm -rf $S; pass ls; pass show x; pass") == "")
  }

  @Test func `prints nothing of what it cannot decrypt`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.shell(
      """
      cd store; printf 'first\\n' | gpg --batch --quiet -r bob@example.org -e -o bob.gpg
      : >empty.gpg; echo text >text.gpg; (echo one; head -c 90000 /dev/urandom | base64) |
        gpg --batch --quiet --compress-algo none -r ann@example.org -e -o whole.gpg
      head -c 40 whole.gpg >cut.gpg; head -c 80000 whole.gpg >short.gpg
      gpg --batch --quiet --yes --delete-secret-keys $(gpg --list-keys --with-colons bob@example.org |
        sed -n 's/^fpr:*\\([0-9A-F]*\\):/\\1/p' | head -n 1)
      """)
    var pass = store.pwstore
    pass.name = "pass"
    for key in ["bob", "empty", "text", "cut", "short"] {
      for words in [["show", key], ["show", "-c", key], ["ls", key], [key]] {
        let outcome = try pass.run(words.map { Array($0.utf8) })
        #expect(outcome.status != 0 && outcome.output.isEmpty, "\(words)")
        #expect(outcome.errorText.contains("cannot decrypt \"\(key)\""), "\(outcome.errorText)")
      }
    }
    #expect(try store.pwstore("show", "bob").status == 4)
    #expect(try pass("show", "bob").status == 4)
  }

  @Test func `finds the line for the clipboard as pass does`() throws {
    let twins = try SideBySide(
      setUp: "printf 'one\\n\\n  three \\nfour' | pass insert -m a; mkdir $S/d")
    // There is no display, so what is there to copy is an error, too.
    let script = """
      for line in 2 5 08 x 1x -1 ' 1'; do
        pass show -c"$line" a 2>&1 | grep -e 'There is no' -e 'is not'
        pass ls --qrcode="$line" a 2>&1 | grep -e 'There is no' -e 'is not'
        status pass -c"$line" a
      done
      status pass show -c d; status pass show -c5 d/; status pass show -c 1 a; status pass show -cq a
      status pass show -c -q a; status pass show -c1 --qrcode a; status pass show --cl2 a
      """
    #expect(try twins.differences(after: script, ignoring: [.errors]) == "")
  }

  @Test func `loads for the clipboard what is there`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "user=x")
    #expect(try store.pwstore("load", "-c", "a").status == 3)
    #expect(try store.pwstore("load", "-q", "a", "nosuch").status == 3)
    #expect(try store.pwstore("load", "-c", "--json", "a", "user").status == 2)
    #expect(try store.pwstore("load", "-cq", "a", "user").status == 2)
  }

  @Test func `ends quietly when its reader does, and says when the disk is full`() throws {
    let store = try TestStore()
    let script = """
      (echo first; head -c 3000000 /dev/urandom | base64) | "$PW" save big
      "$PW" show big 2>/dev/null | head -n 1; "$PW" ls 2>/dev/null | true
      "$PW" show big >/dev/full 2>/dev/null || echo full
      [[ $("$PW" show big <&- | head -n 1) == first ]] && echo closed
      "$PW" ls >&- 2>/dev/null; (($? < 128)) && echo no crash
      """
    #expect(try store.shell(script).text == "first\nfull\nclosed\nno crash\n")
  }
}
