import Fixtures
import Testing

/// The calls that programs make, compared with what pass answers to them.
@Suite struct ClientCallTests {
  private static let setUp = """
    printf 'one\\nuser: a\\nurl: https://example.org\\n' | pass insert -m web/example.org/ann
    printf 'two' | pass insert -m top; pass insert -m 'team/x y' <<<three
    """

  @Test(arguments: [
    (
      "QtPass",
      """
      pass show web/example.org/ann; pass insert -m -f top <<<new; pass insert -m fresh <<<new
      status pass show missing; pass rm -f fresh; pass rm -rf team; pass git status --short
      pass mv -f top web/; pass cp -f web web2; pass init --path= ann@example.org bob@example.org
      pass init --path=web ann@example.org; status pass grep -i -- USER; status pass grep -- none
      """
    ),
    (
      "rofi-pass",
      """
      pass generate -n -i top 12 >/dev/null; pass show top | wc -c; pass mv top work/top
      pass insert -m work/new <<<text; pass cp work/new work/copy; pass rm --force work/new
      pass show 'team/x y' | { IFS= read -r pass; printf %s "$pass"; }
      """
    ),
    (
      "Emacs",
      """
      echo 'it'\\''s' | pass insert -m -f em/acs; pass generate --force em/gen 20 >/dev/null
      pass generate --force --no-symbols em/gen 12 >/dev/null; pass rename --force em/gen em/gen2
      pass copy --force em/acs em/gen2; pass show em/gen2; pass list; pass find acs; pass grep three
      pass remove --force --recursive em/gen2; pass init ann@example.org
      """
    ),
    (
      "pass-import and pass-audit",
      """
      pass insert --multiline --force -- imported/a <<<'secret'
      printf 'secret\\nlogin: a\\n\\n' | pass insert --multiline --force -- imported/a
      pass show imported/a | od -c; printf x | pass insert -m -- imported/b; pass add -m new <<<y
      pass show new; status pass show imported/c
      """
    ),
    (
      "Ansible",
      """
      pass show web/example.org; status pass show missing
      printf 'new\\nlookup_pass: old' | pass insert -f -m top; pass show top
      """
    ),
  ])
  func `answers a client as pass does`(client: String, calls: String) throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let random: Set<SideBySide.Aspect> = calls.contains("generate") ? [.entries] : []
    let differences = try twins.differences(after: calls, ignoring: random)
    #expect(differences == "", "\(client)")
  }

  @Test func `answers passff as pass does, with what gpg says`() throws {
    let twins = try SideBySide(setUp: Self.setUp)
    let environment = [
      "TREE_CHARSET": "ISO-8859-1", "PASSWORD_STORE_GPG_OPTS": "--status-fd=2 --debug=ipc",
    ]
    let calls = """
      pass show -- /; pass show -- /web/; pass show -- /web/example.org/ann
      pass grep -iE -- 'USER: (a|b)'; status pass show -- /missing
      pass insert -m -- /new/x <<<pw; pass insert -m -- /new/x <<<pw2; pass show -- /new/x
      pass generate -n -- /made 12 >/dev/null; pass show -- /made | wc -c
      pass rm -f -- /made; pass mv -f -- /new/x /new/y; pass rm -rf -- /new
      """
    let differences = try twins.differences(after: calls, environment: environment)
    #expect(differences == "")
    let outcomes = try [twins.theirs, twins.ours].map {
      try $0.run("pass show -- /top", environment: environment)
    }
    func status(_ outcome: Outcome) -> [Substring] {
      outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("[GNUPG:] ") }
    }
    #expect(status(outcomes[1]) == status(outcomes[0]))
    #expect(status(outcomes[1]).contains { $0 == "[GNUPG:] DECRYPTION_OKAY" })
    #expect(outcomes[1].errorText.contains("gpg: DBG: chan_"))
    // Whether the extension is there, it knows by these words.
    let missing = try twins.ours.run("pass nothing -- /top")
    #expect(missing.errorText == "Error: nothing is not in the password store.\n")
  }
}
