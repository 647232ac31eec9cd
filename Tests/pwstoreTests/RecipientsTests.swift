import Fixtures
import Testing

/// Who can read what: init in all its forms, beside real pass.
@Suite struct RecipientsTests {
  private static let setUp = """
    for name in a d/b team/c; do printf '%s\\n' "$name" | pass insert -m "$name"; done
    pass init -p team bob@example.org
    """

  @Test(arguments: [
    """
    status pass init bob@example.org; status pass init ann@example.org bob@example.org
    status pass init ann@example.org; status pass init -p d bob@example.org ann@example.org
    status pass init --path=d/ bob@example.org; status pass init --path= bob@example.org
    status pass init -p d ''; status pass init
    """,
    """
    status pass init -pnew/sub bob@example.org; status pass init -p team ''; status pass init -p d ''
    status pass init -p a bob@example.org; status pass init --path team bob@example.org
    status pass init -p ../x ann@example.org 2>/dev/null
    """,
    """
    printf 'v\\n' | PASSWORD_STORE_KEY='bob@example.org ann@example.org' status pass insert -m n
    PASSWORD_STORE_KEY='bob@example.org ann@example.org' status pass init ann@example.org
    PASSWORD_STORE_KEY=bob@example.org status pass mv a team/a
    """,
    """
    PASSWORD_STORE_KEY=ann@example.org status pass init -p team ''
    PASSWORD_STORE_UMASK=027 pass init -p n ann@example.org
    stat -c %a "$S/n" "$S/n/.gpg-id"
    """,
  ])
  func `names recipients as pass does`(script: String) throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let differences = try twins.differences(
      after: script + "\npass git status --porcelain", ignoring: [.errors])
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test func `makes the commits that pass makes`() throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let logs = try [twins.theirs, twins.ours].map { side in
      try side.run(
        """
        pass init bob@example.org >/dev/null; pass init -p d ann@example.org >/dev/null
        pass init -p d '' >/dev/null; pass git log --format=%s
        """
      ).text.replacing(side.folder, with: "")
    }
    #expect(logs[0] == logs[1])
  }

  @Test func `takes away a folder's own recipients`() throws {
    let store = try TestStore(["ann", "bob"])
    #expect(try store.pwstore("init", "-p", "d", "bob@example.org").status == 0)
    try store.pwstore("save", "d/a", "x=y")
    #expect(try store.pwstore("init", "", "").status != 0)
    // Nothing else would be left for the entries.
    try store.pwstore("save", "b", "x=y")
    let head = try store.git("rev-parse", "HEAD").text
    let refused = try store.pwstore("init", "")
    #expect(refused.status == 6 && refused.errorText.contains("\"b\""))
    #expect(try store.git("rev-parse", "HEAD").text == head)
    #expect(try store.complaints() == "")
    #expect(try store.pwstore("init", "-p", "d", "").status == 0)
    #expect(try store.shell("ls -A store/d").text == "a.gpg\n")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("bob")])
    #expect(try store.pwstore("load", "d/a", "x").text == "y\n")
    // The folder goes if there was nothing else in it.
    #expect(try store.pwstore("init", "-p", "e", "bob@example.org").status == 0)
    #expect(try store.pwstore("init", "-p", "e", "").status == 0)
    #expect(try store.shell("ls store").text == "b.gpg\nd\n")
    #expect(try store.pwstore("init", "-p", "e", "").status == 6)
    #expect(try store.complaints() == "")
  }

  @Test func `sets git up to show entries, and leaves what is set`() throws {
    let store = try TestStore(isVersioned: false)
    try store.pwstore("save", "a", "x=old")
    try store.shell("echo '*.txt text' >store/.gitattributes")
    #expect(try store.pwstore("git", "init").status == 0)
    #expect(
      try store.git("log", "--format=%s").text
        == "Configure git repository for gpg file diff.\nAdd current contents of password store.\n")
    #expect(
      try store.shell("cat store/.gitattributes").text
        == "*.txt text\n*.gpg diff=gpg -text merge=pwstore\n")
    try store.pwstore("save", "a", "x=new")
    #expect(try store.pwstore("git", "log", "-p", "-1").text.contains("+x: new"))
    #expect(try store.pwstore("git", "init").status == 0)
    try store.git("config", "diff.gpg.textconv", "true")
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    #expect(try store.git("config", "diff.gpg.textconv").text == "true\n")
    #expect(try store.commitCount() == 3)
    #expect(try store.complaints() == "")
  }

  @Test func `refuses a umask that is none`() throws {
    let store = try TestStore()
    var pwstore = store.pwstore
    for mask in ["9", "x", "1777", "-1"] {
      pwstore.environment["PASSWORD_STORE_UMASK"] = mask
      let outcome = try pwstore("save", "a", "x=y")
      #expect(outcome.status == 2 && outcome.errorText.contains("PASSWORD_STORE_UMASK"))
    }
  }
}
