import Fixtures
import Foundation
import Testing

/// `show` and `ls` of one entry or folder, beside pass.
@Suite struct ReadingTests {
  @Test func `compares for real`() throws {
    let twins = try SideBySide(setUp: "printf 'v\\n' | pass insert -m a/b")
    #expect(try twins.differences(after: "status pass show a/b; status pass show x") == "")
    let script = "[[ $S != */ours/* ]] || { echo x; echo Error: x >&2; echo x >$S/x; false; }"
    let differences = try twins.differences(after: script)
    for aspect in ["output", "errors", "status", "files"] {
      #expect(differences.contains("\(aspect) of ours"))
    }
    #expect(!differences.contains("messages of ours"))
  }
}
