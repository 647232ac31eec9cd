import Fixtures
import Testing

/// The verbs that write one entry, beside real pass.
@Suite struct WritingTests {
  @Test(arguments: [
    "printf 'p\\np\\n' | status pass insert a", "printf 'p\\nq\\n' | status pass insert a",
    "printf 'p\\n' | status pass insert a", "printf 'p\\np' | status pass insert a",
    "printf ' \\t p q \\\\ \\t\\n' | status pass insert -e a/b/c",
    "printf 'p' | status pass insert --echo /a", "status pass insert -e a </dev/null",
    "printf 'x\\0y\\r\\n' | status pass insert --multiline a/", "pass insert -m a </dev/null",
    "printf 'w\\n' | status pass add -fm old", "printf 'w\\n' | status pass insert -m old",
    "printf 'w\\n' | status pass insert --mult --for old", "status pass insert",
    "status pass insert a b", "status pass insert -em a", "status pass insert --no-such a",
    "printf 'w\\n' | status pass insert -m -- -x", "printf 'w\\n' | status pass insert -m x.gpg",
    "printf 'w\\n' | status pass insert -m ../x 2>/dev/null",
    "printf 'w\\n' | status pass insert -m 'é \"%s'",
    "printf 'w\\n' | status pass insert -m team/c; pass insert -e team/d <<<v",
  ])
  func `inserts as pass does`(script: String) throws {
    let twins = try SideBySide(
      ["ann", "bob"],
      setUp: "pass init -p team bob@example.org; printf 'old\\n' | pass insert -m old")
    let differences = try twins.differences(after: script)
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    "export PASSWORD_STORE_CHARACTER_SET=a; status pass generate a 5",
    "pass generate -n a >/dev/null; pass show a | wc -c",
    "pass generate --no-symbols b/c 007 >/dev/null; pass show b/c | wc -c",
    "pass generate -i old 9 >/dev/null; pass show old | tail -n +2; pass show old | head -1 | wc -c",
    "status pass generate -if old", "status pass generate -cq old", "status pass generate",
    "status pass generate a 0", "status pass generate a x", "status pass generate a -1",
    "status pass generate a 1 2", "status pass generate a '' >/dev/null; pass show a | wc -c",
    "status pass generate -f old 3 >/dev/null",
    "status pass generate old 3 >/dev/null", "status pass generate ../x 2>/dev/null",
    "export PASSWORD_STORE_CHARACTER_SET='a'; pass generate a 7; pass show a",
    "export PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS='[:digit:]'; pass generate -n a 7 | tr 0-9 0",
    "export PASSWORD_STORE_CHARACTER_SET='\\n'; status pass generate a 7",
    "export PASSWORD_STORE_GENERATED_LENGTH=3; pass generate a >/dev/null; pass show a | wc -c",
    "export PASSWORD_STORE_GENERATED_LENGTH=x; status pass generate a",
  ])
  func `generates as pass does`(script: String) throws {
    let twins = try SideBySide(setUp: "printf 'old\\nuser: a\\n\\nb' | pass insert -m old")
    // What is random is looked at by the script, the rest of it is not alike.
    let differences = try twins.differences(after: script, ignoring: [.entries])
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    "EDITOR='sed -i s/old/new/' status pass edit old", "EDITOR='sed -i s/old/new/' pass edit old/",
    "EDITOR=true status pass edit old", "EDITOR=true status pass edit missing",
    "EDITOR='cp /etc/hostname' status pass edit a/b", "EDITOR=rm status pass edit old",
    "EDITOR=false status pass edit old", "EDITOR=/no/such status pass edit old",
    "EDITOR='cp /dev/null' status pass edit old", "EDITOR='cp /dev/null' status pass edit new",
    "EDITOR=true status pass edit", "EDITOR=true status pass edit a b",
    "EDITOR=true status pass edit ../x 2>/dev/null",
    "VISUAL=false EDITOR='sed -i 1d' status pass edit old",
    "printf '#!/bin/sh\\nprintf \"x\\\\n\" >>\"$1\"; basename \"$1\" | cut -c7- >name; exit 1\\n' >ed; chmod +x ed; EDITOR=./ed status pass edit 'a/b c'; cat name",
  ])
  func `edits as pass does`(script: String) throws {
    let twins = try SideBySide(setUp: "printf 'old\\nuser: a\\n' | pass insert -m old")
    let differences = try twins.differences(after: script)
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    "pass git log --format=%s; status pass git log -0", "pass git status --short",
    "printf 'v\\n' | pass insert -m a >/dev/null; pass git log -p -1 --format=%s | grep ^+",
    "pass git config user.name 'A  B'; pass git config user.name",
    "pass git ls-files", "printf x | pass git hash-object --stdin",
    "cd /; pass git rev-parse --show-prefix",
  ])
  func `runs git as pass does`(script: String) throws {
    let twins = try SideBySide(setUp: "printf 'old\\nuser: a\\n' | pass insert -m old")
    let differences = try twins.differences(after: script)
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    "status pass git log",
    "status pass git init; pass git log --format=%s; pass git check-attr diff a.gpg",
    "pass git init; pass git config --get-regexp 'diff.gpg.*'; pass git status --short",
    "pass git init; pass git log -p | grep '^+[a-z]'",
    "pass git init -b trunk; pass git symbolic-ref HEAD; pass git init; pass git log --format=%s",
    "status pass git init --no-such",
  ])
  func `makes a repository as pass does`(script: String) throws {
    let twins = try SideBySide(
      isVersioned: false, setUp: "printf 'old\\nuser: a\\n' | pass insert -m old; touch \"$S/f\"")
    let differences = try twins.differences(after: script, ignoring: [.files])
    #expect(differences.isEmpty, "\(differences)")
  }
}
