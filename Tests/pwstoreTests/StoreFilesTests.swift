import Fixtures
import Foundation
import Testing

/// The store's files, as programs need them that read and write a store without
/// calling anybody.
@Suite struct StoreFilesTests {
  /// A store on which each command that writes has worked.
  private static func store() throws -> TestStore {
    let store = try TestStore(["ann", "bob"])
    try store.answerToPass()
    let outcome = try store.shell(
      """
      set -e
      pass init "\(try store.gpg.fingerprint("ann"))"
      pass init -p team "\(try store.gpg.fingerprint("ann"))" bob@example.org
      printf 'word\\nuser: ann\\n' | pass insert -m web/example.org/ann
      pass insert -m team/a <<<shared; pass generate web/made 12; pass generate -i web/made 14
      EDITOR='sed -i s/^/x/' pass edit team/a
      pass mv team/a team/b; pass cp team/b 'web/a b'; pass insert -m gone/x <<<x; pass rm -rf gone
      pwstore() { (exec -a pwstore pass "$@"); }
      pwstore save keychain user=ann password=- <<<secret; pwstore set keychain user=bob
      pass init -p web ann@example.org bob@example.org; pass init -p web ''
      """)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return store
  }

  @Test func `Android Password Store finds the files that it knows, and no others`() throws {
    let store = try Self.store()
    let files = try store.shell("cd store && find . -name .git -prune -o -type f -print | sort")
    #expect(
      files.text.split(separator: "\n") == [
        "./.gitattributes", "./.gpg-id",
        "./.public-keys/\(try store.gpg.fingerprint("ann")).asc", "./keychain.gpg",
        "./team/.gpg-id", "./team/b.gpg",
        "./web/a b.gpg", "./web/example.org/ann.gpg", "./web/made.gpg",
      ])
    // It opens the work tree by a git of its own: a branch, all committed, no locks.
    #expect(try store.complaints() == "")
    #expect(try store.git("symbolic-ref", "HEAD").text == "refs/heads/main\n")
    #expect(try store.git("config", "core.bare").text == "false\n")
    let repository = try store.shell(
      "cd store/.git && find . -name '*.lock'; cat config; git clone -q .. ../../copy && ls ../../copy"
    )
    #expect(repository.errorText == "")
    #expect(!repository.text.contains(".lock\n"))
    #expect(!repository.text.contains("[extensions]"))
    #expect(repository.text.hasSuffix("keychain.gpg\nteam\nweb\n"))
    // Each line of a list is a key's id or address, as it was given.
    let ann = try store.gpg.fingerprint("ann")
    #expect(try store.shell("cat store/.gpg-id").text == "\(ann)\n")
    #expect(try store.shell("cat store/team/.gpg-id").text == "\(ann)\nbob@example.org\n")
    // Entries are binary OpenPGP messages: an encrypted session key comes first.
    for file in ["keychain", "team/b", "web/a b", "web/example.org/ann", "web/made"] {
      let first = try Data(contentsOf: URL(filePath: "\(store.root)/\(file).gpg")).first ?? 0
      #expect(first == 0x84 || first == 0x85 || first == 0xC1, "\(file)")
    }
  }

  @Test func `reads what Android Password Store writes`() throws {
    let store = try Self.store()
    // It writes ids with 0x in front, no end of line, and armored entries on demand.
    let id = "0x\(try store.gpg.fingerprint("ann").suffix(16))"
    let script = """
      set -e; cd store; mkdir phone; printf %s \(id) > phone/.gpg-id
      printf 'from the phone\\n' | gpg --batch --armor -r ann@example.org -e -o phone/a.gpg
      git add phone; git commit -q -m 'Add generated password for phone/a using Android Password Store.'
      pass show phone/a; pass insert -m phone/b <<<more >/dev/null; pass show phone/b; cat phone/.gpg-id
      """
    #expect(
      try store.shell(script).text == "from the phone\nmore\n\(id)", "the list is left as it is")
    #expect(try store.complaints() == "")
  }

  @Test func `browserpass lists and opens the entries`() throws {
    let store = try Self.store()
    #expect(
      try Self.browserpass("configure", stores: [:], in: store)?["defaultStore"]
        as? [String: String]
        == ["path": store.root, "settings": "{}"])
    let settings = ["default": ["id": "default", "name": "default", "path": store.root]]
    let list = try Self.browserpass("list", stores: settings, in: store)
    #expect(
      (list?["files"] as? [String: [String]])?["default"]?.sorted() == [
        "keychain.gpg", "team/b.gpg", "web/a b.gpg", "web/example.org/ann.gpg", "web/made.gpg",
      ])
    for (file, content) in [
      ("web/example.org/ann.gpg", "word\nuser: ann\n"), ("team/b.gpg", "xshared\n"),
      ("keychain.gpg", "secret\nuser: bob\n"),
    ] {
      let entry = try Self.browserpass("fetch", file: file, stores: settings, in: store)
      #expect(entry?["contents"] as? String == content)
    }
  }

  /// Asks browserpass's native part as a browser does, and gives back the data of
  /// its answer, if it is a good one.
  private static func browserpass(
    _ action: String, file: String = "", stores: [String: [String: String]], in store: TestStore
  ) throws -> [String: Any]? {
    let request: [String: Any] = [
      "action": action, "storeId": "default", "file": file, "settings": ["stores": stores],
    ]
    let body = try JSONSerialization.data(withJSONObject: request)
    let length = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) }
    let outcome = try run(
      ["/usr/lib/browserpass/browserpass-native"], environment: store.pwstore.environment,
      input: length + body)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let answer = try JSONSerialization.jsonObject(with: Data(outcome.output.dropFirst(4)))
    return (answer as? [String: Any])?["data"] as? [String: Any]
  }
}
