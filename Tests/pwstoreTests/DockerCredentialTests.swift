import Fixtures
import Foundation
import Testing

/// The store as docker's keychain, by the protocol of docker-credential-helpers.
@Suite struct DockerCredentialTests {
  private let store: TestStore
  private let docker: Pwstore
  private let address = "https://index.docker.io/v1/"

  init() throws {
    store = try TestStore()
    var docker = store.pwstore
    docker.name = "docker-credential-pwstore"
    self.docker = docker
  }

  private func ask(_ operation: String, _ input: String = "") throws -> Outcome {
    try docker(operation, input: Array(input.utf8))
  }

  private func object(_ outcome: Outcome) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: Data(outcome.output))
  }

  @Test func `speaks docker's protocol`() throws {
    let missing = try ask("get", address)
    #expect(missing.status == 3 && missing.text == "credentials not found in native keychain\n")
    #expect(try ask("list").text == "{}\n")
    let secret = "p\"4 ß\\ \n second line"
    let json = try JSONEncoder().encode([
      "ServerURL": address, "Username": "ann", "Secret": secret,
    ])
    let saved = try ask("store", String(decoding: json, as: UTF8.self))
    #expect(saved.status == 0 && saved.output.isEmpty, "\(saved.errorText)")
    let answer = try object(try ask("get", "\(address)\n"))
    #expect(answer == ["ServerURL": address, "Username": "ann", "Secret": secret])
    #expect(try object(try ask("list")) == [address: "ann"])
    // One address has one account.
    let other = #"{"ServerURL":"\#(address)","Username":"b/ob","Secret":"s"}"#
    #expect(try ask("store", other).status == 0)
    #expect(try object(try ask("get", address))["Username"] == "b/ob")
    #expect(try object(try ask("list")) == [address: "b/ob"])
    #expect(try ask("erase", address).status == 0)
    #expect(try ask("get", address).status == 3)
    #expect(try ask("erase", address).status == 0)
    #expect(try ask("version").text.hasPrefix("docker-credential-pwstore"))
  }

  @Test func `tells what is wrong where docker looks for it`() throws {
    for (operation, input, status) in [
      ("get", "", 2), ("get", " \n", 2), ("erase", "", 2), ("store", "nonsense", 2),
      ("store", #"{"Username":"a","Secret":"s"}"#, 2),
      ("store", #"{"ServerURL":"u","Secret":"s"}"#, 2), ("melt", "", 2),
    ] {
      let outcome = try ask(operation, input)
      #expect(Int(outcome.status) == status && !outcome.output.isEmpty, "\(operation) \(input)")
      #expect(!outcome.errors.isEmpty)
    }
    try store.must("init", ["-p", "docker-credential-helpers", "ann@example.org"])
    #expect(try ask("store", #"{"ServerURL":"u","Username":"a","Secret":"s"}"#).status == 0)
    var locked = docker
    locked.environment["GNUPGHOME"] = try GPGHome(["bob"]).path
    let outcome = try locked("get", input: Array("u".utf8))
    #expect(outcome.status == 4 && outcome.text.contains("cannot decrypt"))
    #expect(try locked("list").text == "{\"u\":\"a\"}\n")
  }

  @Test func `shares its accounts with docker-credential-pass`() throws {
    let other = "registry.example.org:5000/~a?b"
    let script = #"""
      mkdir -p bin; ln -s "$PW" bin/docker-credential-pwstore
      export PATH="$PWD/bin:$PATH"
      printf '{"ServerURL":"%s","Username":"ann","Secret":"one"}' "$1" | docker-credential-pass store
      docker-credential-pwstore get <<<"$1" && docker-credential-pwstore list
      printf '{"ServerURL":"%s","Username":"bob","Secret":"two"}' "$1" |
        docker-credential-pwstore store
      docker-credential-pass get <<<"$1" && docker-credential-pass list
      docker-credential-pwstore erase <<<"$1"
      docker-credential-pass list
      """#
    let outcome = try store.shell("set -e -- '\(other)'\n\(script)")
    let answers = outcome.text.split(separator: "\n").map { Data($0.utf8) }
    try #require(answers.count == 5, "\(outcome.text) \(outcome.errorText)")
    let objects = try answers.map { try JSONDecoder().decode([String: String].self, from: $0) }
    #expect(objects[0] == ["ServerURL": other, "Username": "ann", "Secret": "one"])
    #expect(objects[1] == [other: "ann"])
    #expect(objects[2] == ["ServerURL": other, "Username": "bob", "Secret": "two"])
    #expect(objects[3] == [other: "bob"])
    #expect(objects[4] == [:])
  }
}
