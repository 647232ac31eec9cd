import Testing

@testable import PWCore
@testable import pwstore

@Suite struct ArgumentParserTests {
  static let recursive = Flag("recursive", "r", "")
  static let force = Flag("force", "f", "")
  static let forget = Flag("forget", "")
  static let clip = Option("clip", "c", value: "LINE", bare: 1, "", read: number)
  static let length = Option("length", "l", value: "N", "", read: number)
  static let name = RepeatedOption("name", "n", value: "NAME", "") { $0 }
  static let key = Positional("KEY", "") { $0 }
  static let fields = Positional(repeated: "FIELD", "") { $0 }

  static let parameters = [
    recursive.parameter, force.parameter, forget.parameter, clip.parameter, length.parameter,
    name.parameter, key.parameter, fields.parameter,
  ]

  @Sendable static func number(_ word: Argument) throws(UsageError) -> Int {
    guard let number = word.text.flatMap({ Int($0) }) else {
      throw UsageError("\(word) is not a number")
    }
    return number
  }

  /// What was understood, or the message.
  static func summary(_ words: [Argument]) -> String {
    do {
      let arguments = try ArgumentParser.parse(
        words, as: parameters + GlobalOptions.parameters)
      if arguments[GlobalOptions.help] { return "help" }
      var parts: [String] = []
      if arguments[recursive] { parts.append("r") }
      if arguments[force] { parts.append("f") }
      if arguments[forget] { parts.append("forget") }
      if let line = try arguments[clip] { parts.append("c\(line)") }
      if let length = try arguments[length] { parts.append("l\(length)") }
      parts += try arguments[name].map { "n\($0)" }
      if let folder = try arguments[GlobalOptions.store] { parts.append("store:\(folder)") }
      parts.append("\(try arguments[key])")
      parts += try arguments[fields].map { "\($0)" }
      return parts.joined(separator: " ")
    } catch {
      return "\(error)" + ((error as? UsageError)?.hint.map { " (\($0))" } ?? "")
    }
  }

  @Test(
    arguments: [
      ("k", #""k""#),
      ("k a b", #""k" "a" "b""#),
      ("-rf k", #"r f "k""#),
      ("k -r a -f", #"r f "k" "a""#),
      ("k -c", #"c1 "k""#),
      ("-c 2", #"c1 "2""#),
      ("-c2 k", #"c2 "k""#),
      ("-rc2 k", #"r c2 "k""#),
      ("--clip k", #"c1 "k""#),
      ("--clip=2 k", #"c2 "k""#),
      ("-c3 -c k", #"c1 "k""#),
      ("-l20 k", #"l20 "k""#),
      ("-l 20 k", #"l20 "k""#),
      ("--length 20 k", #"l20 "k""#),
      ("--length=20 k", #"l20 "k""#),
      ("--len -5 k", #"l-5 "k""#),
      ("-n a --name=b --name= k", #"n"a" n"b" n"" "k""#),
      ("--rec k", #"r "k""#),
      ("--force k", #"f "k""#),
      ("--forg k", #"forget "k""#),
      ("-r -- -f --", #"r "-f" "--""#),
      ("k -", #""k" "-""#),
      ("--store /a/ k", #"store:/a "k""#),
      ("k --store=/b", #"store:/b "k""#),
      ("-h", "help"),
      ("-r --help -c", "help"),
    ] as [(String, String)])
  func `understands what getopt_long does`(line: String, expected: String) {
    #expect(Self.summary(line.split(separator: " ").map { Argument($0.utf8) }) == expected)
  }

  @Test(
    arguments: [
      ([], "KEY is missing"),
      (["--for", "k"], #"option "--for" is ambiguous: --force, --forget"#),
      (["--lenght=3", "k"], #"unknown option "--lenght" (did you mean "--length"?)"#),
      (["--zzz", "k"], #"unknown option "--zzz""#),
      (["-rx", "k"], #"unknown option "-x" in "-rx""#),
      (["-x", "k"], #"unknown option "-x""#),
      (["-force", "k", "-length"], #"unknown option "-o" in "-force" (did you mean "--force"?)"#),
      (["--length"], #"option "--length" needs a value: N"#),
      (["k", "-l"], #"option "-l" needs a value: N"#),
      (["--force=1", "k"], #"option "--force" takes no value: "--force=1""#),
      (["-lx", "k"], #""x" is not a number"#),
      (["--store=", "k"], #"option "--store" needs a folder"#),
      (["--a\u{1B}[2J"], #"unknown option "--a\x1b[2J""#),
    ] as [([Argument], String)])
  func `says what is wrong, in the words that were typed`(words: [Argument], expected: String) {
    #expect(Self.summary(words) == expected)
  }

  @Test func `takes words that are not UTF-8`() {
    #expect(Self.summary([Argument([0xE9, 0x2F]), "-n", Argument([0xFF])]) == #"n"\xff" "\xe9/""#)
    #expect(Self.summary([Argument([0x2D, 0xE9])]) == #"unknown option "-\xe9""#)
  }

  @Test(
    arguments: [
      (["a"], "NEW is missing"), (["a", "b"], "a > b"), (["a", "b", "c"], "a b > c"),
    ] as [([Argument], String)])
  func `leaves the last word to the parameter behind a repeated one`(
    words: [Argument], expected: String
  ) throws {
    let old = Positional(repeated: "OLD", atLeast: 1, "") { $0.text ?? "" }
    let new = Positional("NEW", "") { $0.text ?? "" }
    do {
      let arguments = try ArgumentParser.parse(words, as: [old.parameter, new.parameter])
      let sources = try arguments[old].joined(separator: " ")
      #expect("\(sources) > \(try arguments[new])" == expected)
    } catch let error as UsageError {
      #expect(error.description == expected)
    }
  }

  @Test func `refuses more words than there are parameters`() {
    let key = Positional(optional: "KEY", "") { $0 }
    let error = #expect(throws: UsageError.self) {
      try ArgumentParser.parse(["a", "b c"], as: [key.parameter])
    }
    #expect(error?.description == #"unexpected argument "b c""#)
  }

  @Test(
    arguments: [
      ("k -- echo -r --", #"KEY "k", then ["echo", "-r", "--"]"#),
      ("-- -x", #"KEY , then ["-x"]"#), ("a b -r -- c", #"KEY "a" "b", then ["c"]"#),
      ("a --", "COMMAND is missing: it stands behind \"--\""),
      ("a b", "COMMAND is missing: it stands behind \"--\""),
    ] as [(String, String)])
  func `leaves all behind the dashes to another program`(line: String, expected: String) {
    let keys = Positional(repeated: "KEY", "") { $0 }
    let commandLine = Positional(commandLine: "COMMAND", "")
    let parameters = [Self.recursive.parameter, keys.parameter, commandLine.parameter]
    let words = line.split(separator: " ").map { Argument($0.utf8) }
    let result = Result {
      let arguments = try ArgumentParser.parse(words, as: parameters)
      let names = try arguments[keys].map(\.description).joined(separator: " ")
      let command = try arguments[commandLine].map { String(decoding: $0, as: UTF8.self) }
      return "KEY \(names), then \(command)"
    }
    switch result {
    case .success(let text): #expect(text == expected)
    case .failure(let error): #expect("\(error)" == expected)
    }
  }
}
