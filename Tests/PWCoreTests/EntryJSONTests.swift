import Foundation
import PWCore
import Testing

@Suite struct EntryJSONTests {
  @Test func `writes the fields in their order`() throws {
    let entry = Entry("p\"\\\u{1}\u{7f}\t\n# n\nz: 1\na: é\u{2028}🏠/\nz: 2\nb: |\n  x\n  y\n")
    #expect(
      try text(entry.json()) == #"{"password":"p\"\\\u0001"# + "\u{7f}"
        + #"\t","z":"1","a":"é"# + "\u{2028}" + #"🏠/","b":"x\ny","notes":"# + "\"# n\"}\n")
    #expect(try text(Entry().json()) == "{}\n")
  }

  @Test func `reads an object in its order`() throws {
    let json = #"""
       { "z" : "1", "notes":"n" , "a\u0062\ud83C\uDFE0" : [ 1 , {"x y" : "\u00e9 \n" } , [ ] , { } ],
      "password":"p","n":null,"t":true , "f":false,"d":-0.5E+3,"s":"\"\\\/\b\f\n\r\t","e":""}
      """#
    let entry = try Entry(json: SecretBytes(json.utf8))
    #expect(
      entry.text == #"""
        p
        z: 1
        ab🏠: [1,{"x y":"\u00e9 \n"},[],{}]
        n: null
        t: true
        f: false
        d: -0.5E+3
        s: |
        """# + "\n  \"\\/\u{8}\u{c}\n  \r\t\ne: \nn\n")
  }

  @Test(
    arguments: [
      ("", "not a JSON object: it does not begin with a brace"),
      ("[]", "not a JSON object: it does not begin with a brace"),
      ("{", "not a JSON object: it ends too early"),
      (#"{"a":"s3cret}"#, "not a JSON object: it ends too early"),
      (#"{"a":"s3cret",}"#, "not a JSON object: unexpected character at byte 14"),
      (#"{"a":"s3cret"} x"#, "not a JSON object: unexpected character at byte 15"),
      (#"{"a":01}"#, "not a JSON object: unexpected character at byte 6"),
      (#"{"a":+1}"#, "not a JSON object: unexpected character at byte 5"),
      (#"{"a":1.}"#, "not a JSON object: unexpected character at byte 7"),
      (#"{"a":nul}"#, "not a JSON object: unexpected character at byte 5"),
      (#"{"a":"\x"}"#, "not a JSON object: unexpected character at byte 7"),
      ("{\"a\":\"\n\"}", "not a JSON object: unexpected character at byte 6"),
      (#"{"a":"\ud800"}"#, "not a JSON object: half of a UTF-16 pair at byte 8"),
      (#"{"a":"\ud800\u0041"}"#, "not a JSON object: half of a UTF-16 pair at byte 8"),
      (#"{"a":[1 2]}"#, "not a JSON object: unexpected character at byte 8"),
      (#"{a:1}"#, "not a JSON object: unexpected character at byte 1"),
      (#"{"a" 1}"#, "not a JSON object: unexpected character at byte 5"),
      (#"{"a":1,"a":2}"#, #"the JSON object has two members "a""#),
      (#"{"é":1,"e\u0301":2}"#, "the JSON object has two members \"e\u{301}\""),
      (#"{"a\n":"s3cret"}"#, #"illegal field name "a\x0a""#),
      (#"{"":1}"#, #"illegal field name """#),
      (#"{"a":"s3cret\u0000"}"#, #"the value for field "a" is not text"#),
      (
        #"{"a":"# + String(repeating: "[", count: 600),
        "not a JSON object: it is nested too deeply at byte 504"
      ),
    ])
  func `says what is wrong with an object`(json: String, message: String) {
    let error = #expect(throws: EntryError.self) { _ = try Entry(json: SecretBytes(json.utf8)) }
    #expect(error?.description == message)
    #expect(error?.exitCode == .usage)
  }

  @Test func `refuses an object that is not UTF-8`() {
    let bytes = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let error = #expect(throws: EntryError.self) { _ = try Entry(json: SecretBytes(bytes)) }
    #expect(error?.description == "not a JSON object: it is not UTF-8 text")
  }

  @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
  func `writes what other readers read, and reads what others write`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<300 {
      let fields = random.dictionary().filter { $0.key != "password" || !$0.value.isEmpty }
      let entry = try Entry(fields)
      let json = try text(entry.json())
      let decoded = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
      #expect(decoded == fields, "seed \(seed)")
      let encoded = try JSONEncoder().encode(fields)
      let again = try Entry(json: SecretBytes(encoded))
      #expect(try again.dictionary() == fields, "seed \(seed)")
    }
  }

  private func text(_ bytes: consuming SecretBytes) -> String {
    bytes.withBytes { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }
}
