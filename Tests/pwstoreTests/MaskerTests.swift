import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// What is hidden, and what is held back, whatever the pieces in which it comes.
@Suite struct MaskerTests {
  /// Feeds pieces; returns what is shown after each, and at the end.
  private func shown(
    _ pieces: [[UInt8]], hiding automaton: PatternAutomaton
  ) -> (steps: [String], whole: String) {
    var masker = Masker(automaton)
    var output: [UInt8] = []
    var steps: [String] = []
    for piece in pieces {
      _ = masker.take(into: &output) { space in
        space.copyBytes(from: piece)
        return piece.count
      }
      steps.append(String(decoding: output, as: UTF8.self))
    }
    masker.finish(into: &output)
    return (steps, String(decoding: output, as: UTF8.self))
  }

  private func automaton(_ values: [String]) -> PatternAutomaton {
    let list = MaskedValues()
    for value in values { list.add(SecretBytes(value.utf8)) }
    return list.finish()
  }

  /// The text with its values hidden, the same for all ways to cut it in two or three, and
  /// byte by byte.
  private func masked(_ text: String, _ values: [String]) -> String {
    let automaton = automaton(values)
    let bytes = Array(text.utf8)
    let whole = shown([bytes], hiding: automaton).whole
    #expect(shown(bytes.map { [$0] }, hiding: automaton).whole == whole)
    for cut in bytes.indices.dropFirst() {
      let two = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(shown(two, hiding: automaton).whole == whole, "cut at \(cut)")
      let three = [two[0], [bytes[cut]], Array(bytes[(cut + 1)...])].filter { !$0.isEmpty }
      #expect(shown(three, hiding: automaton).whole == whole, "cut at \(cut)")
    }
    return whole
  }

  @Test(
    arguments: [
      ("no secret here", ["s3cret"], "no secret here"),
      ("a s3cret, s3cre, s3crets3cret", ["s3cret"], "a ***, s3cre, ******"),
      // Values that contain each other, in both orders of what comes first.
      ("abcdef abcdefgh bcdefg", ["abcdefgh", "abcdef", "cdef"], "*** *** b***g"),
      ("xx-token-abc xx-token", ["token", "xx-token-abcd"], "xx-***-abc xx-***"),
      // Overlapping ones: no part is shown.
      ("12345678", ["12345", "45678"], "***"),
      ("aaaaaaaab aaa", ["aaaa"], "***b aaa"),
      ("abababab", ["abab"], "***"),
      ("wxyzwxya wxyzwxyz", ["wxyz", "zwxy"], "***a ***"),
      // Several lines: whole, or one by one, with other line breaks and indentation.
      ("k: first line\nsecond\n.", ["first line\nsecond\n"], "k: ***."),
      ("> second\r\n>   first line\n", ["first line\nsecond\n"], "> ***\r\n>   ***\n"),
      ("{\n}\nbody", ["{\n  body\n}\n"], "{\n}\n***"),
      // Too short to be hidden.
      ("abc 1", ["abc", "1", ""], "abc 1"),
    ] as [(String, [String], String)])
  func `hides values, wherever a write ends`(text: String, values: [String], expected: String) {
    #expect(masked(text, values) == expected)
  }

  @Test(arguments: ["correct horse/battery+staple?", "\u{fc}ber\"geheim\"\n<zwei>&'drei'", "pass"])
  func `hides base64, with anything before and behind`(value: String) throws {
    let list = MaskedValues()
    list.add(SecretBytes(value.utf8))
    let automaton = list.finish()
    for before in ["", "u", "us", "use", "user", "user:"] {
      for behind in ["", "\n", "!!", "!!!"] {
        let text = Data((before + value + behind).utf8).base64EncodedString()
        let url = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        for text in [text, url] {
          let result = shown([Array(text.utf8)], hiding: automaton).whole
          #expect(result.contains("***"))
          // What is left are the characters that others have a part in.
          let left = result.split(separator: "***", maxSplits: 1, omittingEmptySubsequences: false)
          let (first, last) = (try #require(left.first), try #require(left.last))
          #expect(first.utf8.count <= (before.utf8.count * 8 + 5) / 6, "\(result)")
          let most = behind.isEmpty ? 0 : (behind.utf8.count * 8 + 5) / 6 + 1
          #expect(last.filter { $0 != "=" }.count <= most, "\(result)")
        }
      }
    }
  }

  @Test func `hides base64 in lines`() {
    let value = (0..<40).map { "line \($0 * $0) of a key" }.joined(separator: "\n")
    let automaton = automaton([value])
    for options in [Data.Base64EncodingOptions.lineLength64Characters, .lineLength76Characters] {
      let text = Data(value.utf8).base64EncodedString(
        options: [options, .endLineWithLineFeed])
      let result = shown([Array(text.utf8)], hiding: automaton).whole
      #expect(result.split(separator: "\n").allSatisfy { $0 == "***" }, "\(result)")
    }
  }

  @Test func `hides what programs make of a value for URLs, JSON and shells`() throws {
    let value = "p\u{e9} s/w:\"1\"\\&<'x'>+~*\u{1F511}\nnext=one"
    let automaton = automaton([value])
    let script = """
      import json, sys, urllib.parse as u
      v = sys.stdin.read()
      for t in [u.quote(v), u.quote(v, safe=''), u.quote_plus(v), u.urlencode({'k': v})[2:],
                u.quote(v, safe="~()*!'"), u.quote(v, safe="~()*!';/?:@&=+$,#"),
                json.dumps(v)[1:-1], json.dumps(v, ensure_ascii=False)[1:-1],
                json.dumps(v).replace('/', '\\\\/')[1:-1]]:
          print(t)
          print(__import__('re').sub('%..', lambda m: m[0].lower(), t))
      """
    let made = try run(["python3", "-c", script], input: Array(value.utf8))
    let forms = made.text.split(separator: "\n")
    #expect(forms.count == 18)
    for form in forms {
      #expect(shown([Array(form.utf8)], hiding: automaton).whole == "***", "\(form)")
    }
    let quoted = "'" + value.replacing("'", with: #"'\''"#) + "'"
    #expect(shown([Array(quoted.utf8)], hiding: automaton).whole == "'***'")
  }

  @Test func `holds back what may become a value, and nothing else`() {
    let automaton = automaton(["s3cret", "s3cret-longer", "ets3"])
    func steps(_ pieces: String...) -> [String] {
      shown(pieces.map { Array($0.utf8) }, hiding: automaton).steps
    }
    #expect(steps("password: ") == ["password: "])
    #expect(
      steps("it is", " not", " s3c", "a") == ["it i", "it is not", "it is not ", "it is not s3ca"])
    // It is hidden in any case; how far, is seen later.
    #expect(steps("a s3cret", "-", "x") == ["a ***", "a ***", "a ***-x"])
    #expect(steps("a s3cret", "-longer", ".") == ["a ***", "a ***", "a ***."])
    #expect(steps("s3cret", "s3", "x") == ["***", "***", "***x"])
    #expect(shown([Array("a s3cre".utf8)], hiding: automaton).whole == "a s3cre")
  }

  @Test func `finds what a plain search finds`() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<400 {
      let letters = Array("abc".utf8).prefix(round % 2 + 2)
      func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? 0
        }
      }
      let patterns = (0..<Int.random(in: 1...5, using: &random)).map { _ in word(4...9) }
      let text = word(0...120)
      let automaton = PatternAutomaton()
      for pattern in patterns { automaton.add(SecretBytes(pattern)) }
      automaton.finish()
      var pieces: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...20, using: &random)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let result = shown(pieces, hiding: automaton).whole
      #expect(result == plainly(text, patterns), "\(text) \(patterns) \(pieces)")
    }
  }

  /// What is to come out, by the simplest of means.
  private func plainly(_ text: [UInt8], _ patterns: [[UInt8]]) -> String {
    var ranges: [Range<Int>] = []
    for start in text.indices {
      for pattern in patterns where text[start...].starts(with: pattern) {
        ranges.append(start..<start + pattern.count)
      }
    }
    var result: [UInt8] = []
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound >= end { result += text[end..<range.lowerBound] + Array("***".utf8) }
      end = max(end, range.upperBound)
    }
    return String(decoding: result + text[end...], as: UTF8.self)
  }
}
