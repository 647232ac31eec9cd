import Testing

@testable import PWCore
@testable import pwstore

@Suite struct SiteRulesTests {
  @Test(arguments: [
    ("mail.Example.org", ["mail.example.org", "example.org"]), ("example.org", ["example.org"]),
    ("alice@example.org:8443", ["example.org"]), ("wlan", ["wlan"]), ("10.0.0.1", []),
    ("a_b", []), ("a..b", []), ("", []), ("a.b.c.d", ["a.b.c.d", "b.c.d", "c.d"]), ("é.org", []),
  ])
  func `knows the settings of a host`(host: String, names: [String]) {
    #expect(SiteRules.settings(for: host) == names.map { "pwstore.generate.\($0)" })
  }

  @Test func `takes the address first, then the parts of the key from the last one`() throws {
    let key = try ServiceKey("web/example.org/alice")
    #expect(SiteRules.hosts(of: key, url: nil) == ["alice", "example.org", "web"])
    #expect(SiteRules.hosts(of: key, url: "https://x.net:8/p").first == "x.net:8")
    #expect(SiteRules.hosts(of: nil, url: "x.net/login") == ["x.net"])
    let settings = ["pwstore.generate.example.org": "length=9", "pwstore.generate.x.net": "pin=4"]
    let rules = SiteRules(host: nil) { settings[$0] }
    #expect(try rules.rule(for: key)?.name == "pwstore.generate.example.org")
    #expect(try rules.rule(for: key, url: "www.x.net")?.name == "pwstore.generate.x.net")
    #expect(try rules.rule(for: ServiceKey("a/b")) == nil)
    #expect(try SiteRules(host: "") { settings[$0] }.rule(for: key) == nil)
    #expect(try SiteRules(host: "a.x.net") { settings[$0] }.rule(for: key)?.options.form == .pin)
    #expect(throws: UsageError.self) { try SiteRules(host: "b.c") { settings[$0] }.rule(for: key) }
  }

  /// What options and a rule make together: the entropy, and a password.
  private func made(_ options: String, _ rule: String) throws -> (bits: Double, text: String) {
    let policy = try PolicyOptions(rule: options, named: "x")
      .over(PolicyOptions(rule: rule, named: "x")).policy(in: Environment([:]))
    return (
      policy.entropy,
      policy.randomPassword().withRawBytes { String(decoding: $0, as: UTF8.self) }
    )
  }

  @Test func `lets options go before the rule`() throws {
    #expect(try made("", "length=16 symbols=0").text.allSatisfy { $0.isLetter || $0.isNumber })
    #expect(try made("length=7", "length=16 charset=ab").text.count == 7)
    #expect(try made("length=7", "bits=100").text.count == 7)
    #expect(try made("bits=20", "length=16 charset=0-9a-f").text.count == 5)
    #expect(try made("charset=a", "length=16 charset=b").text == "aaaaaaaaaaaaaaaa")
    #expect(try made("symbols=3", "length=3 no-symbols").text.contains { $0.isLetter } == false)
    #expect(try made("no-symbols", "length=3 symbols=3 digits=1").text.count == 3)
    #expect(try made("digits=2", "length=2 digits=1 lower=0").text.allSatisfy(\.isNumber))
    #expect(try made("no-ambiguous", "length=9 charset=0O1lI|x").text == "xxxxxxxxx")
    #expect(try made("passphrase=2", "length=9 charset=a").text.contains("-"))
    #expect(try made("pin", "passphrase=5").text.count == 6)
    #expect(try made("separator=.", "passphrase=3").text.split(separator: ".").count == 3)
    #expect(try made("passphrase=2", "passphrase separator=.").text.contains("."))
    #expect(try made("passphrase", "bits=90").text.split(separator: "-").count >= 7)
    #expect(try made("pin=3 ", "bits=90").text.count == 3)
    #expect(try made("capitalize", "passphrase=1").text.first?.isUppercase == true)
  }

  @Test(arguments: [
    "length", "length=0", "length=x", "length=99999999999999999999", "lower=-1", "lower=257",
    "charset=é", "passphrase=0", "passphrase=300", "pin=x", "no-symbols=1", "nosuch", "nosuch=1",
    "passphrase digits=1", "pin=4 separator=.", "pin passphrase", "bits=0", "bits=10 length=3",
    "passphrase=3 bits=80", "no-symbols symbols=1", "capitalize=all", "=", "bits=1025", "rules=x",
  ])
  func `refuses what is no rule`(rule: String) {
    #expect(throws: BadRule.self) { try PolicyOptions(rule: rule, named: "pwstore.generate.x") }
  }
}
