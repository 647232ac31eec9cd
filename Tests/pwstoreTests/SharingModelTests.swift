import Fixtures
import Foundation
import Testing

/// Three machines do at random what people do, and are killed at random; in the end
/// all have the same, and nothing is gone that nobody has taken away.
///
/// `PWSTORE_MODEL_STEPS` makes it longer, and `PWSTORE_MODEL_SEED` another one.
@Suite struct SharingModelTests {
  @Test func `loses nothing, whatever three machines do`() throws {
    let variables = ProcessInfo.processInfo.environment
    let seed =
      variables["PWSTORE_MODEL_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64.max)
    let steps = variables["PWSTORE_MODEL_STEPS"].flatMap { Int($0) } ?? 40
    let model = try SharingModel(seed: seed)
    do {
      for _ in 0..<steps {
        try model.step()
        try model.check()
      }
      try model.converge()
    } catch {
      Issue.record("seed \(seed), step \(model.count): \(error)\n\(model.diary.suffix(40))")
      return
    }
    let lost = try model.lost()
    #expect(lost.isEmpty, "seed \(seed): \(lost)\n\(model.diary)")
    let overheard = try model.overheard()
    #expect(overheard.isEmpty, "seed \(seed): \(overheard)\n\(model.diary)")
  }
}

/// The machines, and what ought to be in their stores.
final class SharingModel {
  /// What was done so far, a line each.
  private(set) var diary: [String] = []
  private(set) var count = 0
  private let stores: Machines
  private let names = ["ann", "bob", "carl"]
  private var random: Generator
  /// The values that somebody has saved, and nobody has replaced since who had
  /// seen them; and who saved them where.
  private var live: [String: String] = [:]

  /// What the machines have, as far as nothing has happened there since.
  private var known: [Int: [String: Set<String>]] = [:]

  /// The same, as it was before the last step.
  private var last: [Int: [String: Set<String>]] = [:]

  /// Numbers that depend on a seed only (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  init(seed: UInt64) throws {
    random = Generator(state: seed)
    stores = try Machines(names, saving: ["a": "first\n", "f/b": "second\n"])
    live = ["first": "a", "second": "f/b"]
  }

  // MARK: - What people do

  /// Does one thing on one machine.
  func step() throws {
    count += 1
    let number = Int.random(in: 0..<3, using: &random)
    let machine = stores.machines[number]
    let name = names[number]
    let before = try known[number] ?? content(of: machine)
    known[number] = nil
    let key = before.keys.sorted().randomElement(using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14:
      try change(
        machine, name, before, ["save", newKey(), "password=\(token())", "user=\(token())"])
    case 14..<40:
      guard let key else { return }
      let field = ["password", "user", "url", "notes"].randomElement(using: &random) ?? ""
      try change(machine, name, before, ["set", key, "\(field)=\(token())"])
    case 40..<45:
      guard let key else { return }
      let field = ["user", "url", "notes"].randomElement(using: &random) ?? ""
      try change(machine, name, before, ["unset", key, field])
    case 45..<52:
      guard let key else { return }
      try change(machine, name, before, ["delete", "-f", key])
    case 52..<62:
      guard let key else { return }
      let target = newKey()
      if before[target] == nil { try change(machine, name, before, ["mv", key, target]) }
    case 62..<66:
      // Carl may read the folder, or not any more.
      let verb = Bool.random(using: &random) ? "remove" : "add"
      if number < 2 {
        note(name, ["recipients", verb])
        _ = try machine.pwstore("recipients", verb, "carl@example.org", "-p", "f")
      }
    case 66..<72:
      note(name, ["sync", "(killed)"])
      try kill(machine, ["sync", "--both"])
    default:
      note(name, ["sync"])
      let outcome = try machine.pwstore("sync", "--both")
      guard [0, 8].contains(outcome.status) else { throw Failed(description: outcome.errorText) }
    }
  }

  private func token() -> String { "v\(count)x\(UInt16.random(in: 0...9999, using: &random))" }

  private func newKey() -> String {
    ["", "f/", "g/"].randomElement(using: &random)!
      + ["a", "b", "c", "d e", "ü"].randomElement(using: &random)!
  }

  private func note(_ name: String, _ words: [String]) {
    diary.append("\(count) \(name): \(words.joined(separator: " "))")
  }

  /// Runs a command that changes entries, perhaps not to its end, and keeps account
  /// of the values.
  private func change(
    _ machine: TestStore, _ name: String, _ before: [String: Set<String>], _ words: [String]
  ) throws {
    let isKilled = Int.random(in: 0..<12, using: &random) == 0
    note(name, words + (isKilled ? ["(killed)"] : []))
    if isKilled {
      try kill(machine, words)
    } else {
      let outcome = try machine.pwstore.run(words.map { Array($0.utf8) })
      let mayFail = ["unset", "mv"].contains(words[0]) && [1, 3].contains(outcome.status)
      // A folder from which Carl was removed is not his to change.
      let isLocked = name == "carl" && [3, 4].contains(outcome.status)
      guard outcome.status == 0 || mayFail || isLocked else {
        throw Failed(description: "\(words): \(outcome.status) \(outcome.errorText)")
      }
    }
    let after = try content(of: machine)
    known[names.firstIndex(of: name) ?? 0] = after
    // A value may be in two entries, since both of two names can be kept: who takes it
    // out of one has seen it, and relies on nothing that others do to the other.
    var (gone, come) = (Set<String>(), Set<String>())
    for key in Set(before.keys).union(after.keys) {
      let (old, new) = (before[key] ?? [], after[key] ?? [])
      gone.formUnion(old.subtracting(new))
      come.formUnion(new.subtracting(old))
    }
    for value in gone.subtracting(come) { live[value] = nil }
    for value in come.subtracting(gone) { live[value] = words[1] }
  }

  /// Starts a command, and ends it at a random time.
  private func kill(_ machine: TestStore, _ words: [String]) throws {
    let signal = [SIGKILL, SIGKILL, SIGINT, SIGTERM].randomElement(using: &random) ?? SIGKILL
    try machine.pwstore.run(
      words, killingBy: signal, after: UInt32.random(in: 0...150_000, using: &random))
  }

  /// The values of the entries that a machine can decrypt, by key.
  private func content(of machine: TestStore) throws -> [String: Set<String>] {
    var content: [String: Set<String>] = [:]
    let script = #"""
      "$PW" ls --flat | while read -r key; do
        if text=$("$PW" load -- "$key" 2>/dev/null); then printf '%s\0%s\0' "$key" "$text"; fi
      done
      """#
    let parts = try machine.shell(script).output.split(
      separator: 0, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let words = parts[index + 1].split { " \n:|".contains($0) }.map(String.init)
      content[parts[index]] = Set(
        words.filter { $0.hasPrefix("v") && $0.contains("x") || ["first", "second"].contains($0) })
    }
    return content
  }

  /// Makes sure that each value is on one of the machines, so that a loss shows in the
  /// step that it happens in.
  func check() throws {
    var present = Set<String>()
    for (number, machine) in stores.machines.enumerated() {
      let content = try known[number] ?? content(of: machine)
      known[number] = content
      present.formUnion(content.values.joined())
    }
    let lost = live.keys.filter { !present.contains($0) }.sorted()
    defer { last = known }
    guard lost.isEmpty else {
      let places = lost.flatMap { value in
        last.flatMap { number, content in
          content.filter { $0.value.contains(value) }.map { (value, number, key: $0.key) }
        }
      }
      var history = try stores.machines.map {
        try $0.git("log", "--stat", "--format=%h %p %an %s", "-12").text
      }
      for (number, machine) in stores.machines.enumerated() {
        for key in Set(places.map(\.key)) {
          let script = #"""
            cd store; git log -m -8 --format=%h -- "$KEY.gpg" | while read -r commit; do
              echo "$commit:"; git show "$commit:./$KEY.gpg" | gpg -dq
            done 2>&1
            """#
          history.append(
            "\(names[number])'s \(key):\n"
              + (try machine.shell("KEY='\(key)'; \(script)").text))
        }
      }
      throw Failed(description: "\(places)\n\(history.joined(separator: "----\n"))")
    }
  }

  // MARK: - The end

  /// Synchronizes until all have the same commit.
  func converge() throws {
    for round in 0..<6 {
      for machine in stores.machines {
        let outcome = try machine.pwstore("sync", "--both")
        guard outcome.status == 0 else { throw Failed(description: outcome.errorText) }
      }
      let heads = Set(try stores.machines.map { try $0.git("rev-parse", "HEAD").text })
      if heads.count == 1, round > 0 { break }
    }
    let heads = Set(try stores.machines.map { try $0.git("rev-parse", "HEAD").text })
    guard heads.count == 1 else { throw Failed(description: "no convergence") }
    for machine in stores.machines {
      let complaints = try machine.complaints()
      guard complaints.isEmpty else { throw Failed(description: complaints) }
    }
    guard try content(of: stores.machines[0]) == content(of: stores.machines[1]) else {
      throw Failed(description: "Ann and Bob see different things")
    }
  }

  /// The values that are gone though nobody has taken them away.
  func lost() throws -> [String] {
    let present = Set(try content(of: stores.machines[0]).values.joined())
    return live.keys.filter { !present.contains($0) }.map { "\($0) of \(live[$0] ?? "")" }.sorted()
  }

  /// The entries that can be read by others than their recipients.
  func overheard() throws -> [String] {
    let machine = stores.machines[0]
    let recipients = try machine.shell("cat store/f/.gpg-id 2>/dev/null || cat store/.gpg-id").text
    let carl = try machine.gpg.fingerprint("carl")
    guard !recipients.contains(carl), !recipients.contains("carl@") else { return [] }
    let files = try stores.machines[2].must("ls", ["--flat", "f"]).text.split(separator: "\n")
    return try files.map { $0.hasPrefix("f/") ? String($0) : "f/\($0)" }.filter {
      try stores.machines[2].pwstore("load", "--", $0).status == 0
    }
  }
}
