import Testing

@testable import pwstore

@Suite struct PickerTests {
  private func keys(_ names: [String]) -> FuzzyKeys {
    FuzzyKeys(names.flatMap { Array($0.utf8) + [0] })
  }

  private func names(_ picker: Picker) -> [String] {
    var picker = picker
    picker.search()
    return picker.matches.map { String(decoding: picker.keys[$0], as: UTF8.self) }
  }

  private func screen(
    _ picker: Picker, columns: Int, lines: Int, isStyled: Bool = false, isUTF8: Bool = true
  ) -> [String] {
    var picker = picker
    let drawing = PickerDrawing(
      (columns, lines), isStyled: isStyled, isUTF8: isUTF8, keys: picker.keys.count)
    picker.room = drawing.room
    picker.search()
    let text = String(decoding: drawing.picture(of: picker).bytes, as: UTF8.self)
    let picture = text.split(separator: "\u{1B}[J")[0].dropFirst("\u{1B}[?25l\u{1B}[?7l\r".count)
    return picture.split(separator: "\u{1B}[K\r\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  private let some = ["bank", "mail/alice", "web/github.com/alice", "web/gitlab.com/bob", "Zug"]

  @Test func `narrows while one types, and widens again`() {
    var picker = Picker(keys(some))
    #expect(names(picker) == some)
    #expect(picker.press(.text("GI")) == nil)
    #expect(names(picker) == ["web/gitlab.com/bob", "web/github.com/alice"])
    _ = picker.press(.text(" ali"))
    #expect(names(picker) == ["web/github.com/alice"])
    _ = picker.press(.deleteWord)
    #expect(names(picker).count == 2 && picker.query.text == "GI ")
    _ = picker.press(.text("zzz"))
    #expect(names(picker) == [] && picker.press(.enter) == nil && picker.selected == nil)
    _ = picker.press(.deleteToStart)
    #expect(names(picker) == some && picker.query.isEmpty)
    // Another word in front, a letter in between.
    _ = picker.press(.text("gtb"))
    _ = picker.press(.left)
    _ = picker.press(.left)
    _ = picker.press(.text("i"))
    #expect(picker.query.text == "gitb" && names(picker).count == 2)
    _ = picker.press(.lineStart)
    _ = picker.press(.text("bob "))
    #expect(picker.query.text == "bob gitb" && names(picker) == ["web/gitlab.com/bob"])
    #expect(names(Picker(keys(some), query: "bob gitb")) == ["web/gitlab.com/bob"])
  }

  @Test func `what is found while one types is what is found at once`() {
    let all = (0..<300).map {
      "\(["web", "work", "Äpfel"][$0 % 3])/site\($0 * 7919 % 1000).org/u\($0 % 13)"
    }
    for query in ["w s1 u", "1o/9", "äp 7", "site og1", "ÄÄ", "rk  t u1"] {
      var picker = Picker(keys(all))
      for character in query { _ = picker.press(.text(String(character))) }
      #expect(names(picker) == names(Picker(keys(all), query: query)), "\(query)")
    }
  }

  @Test func `edits the words`() {
    var line = QueryLine("ab cd")
    line.deleteForward()
    line.moveLeft()
    line.deleteBackward()
    #expect(line.before == "ab " && line.after == "d")
    line.insert("é👩‍👩‍👧")
    line.deleteBackward()
    #expect(line.text == "ab éd")
    line.moveToStart()
    line.deleteBackward()
    line.moveLeft()
    line.deleteForward()
    #expect(line.text == "b éd" && line.before.isEmpty)
    line.moveRight()
    line.moveToEnd()
    line.moveRight()
    line.deleteWord()
    line.deleteWord()
    #expect(line.isEmpty)
    line.insert(String(repeating: "x", count: 5000))
    line.insert("y")
    #expect(line.text.count == 1000 && !line.text.contains("y"))
  }

  @Test func `moves through the list, and scrolls`() {
    var picker = Picker(keys((10..<60).map { "k\($0)" }))
    picker.room = 5
    func shown() -> [Int] { Array(picker.shown) }
    _ = picker.press(.up)
    #expect(picker.selection == 0)
    for _ in 0..<5 { _ = picker.press(.down) }
    #expect(picker.selection == 5 && shown() == [1, 2, 3, 4, 5])
    _ = picker.press(.pageDown)
    #expect(picker.selection == 10 && shown() == [6, 7, 8, 9, 10])
    _ = picker.press(.last)
    #expect(picker.selection == 49 && shown() == [45, 46, 47, 48, 49])
    _ = picker.press(.pageDown)
    picker.room = 8
    #expect(shown() == Array(42...49))
    picker.room = 1
    #expect(shown() == [49])
    picker.room = 0
    _ = picker.press(.first)
    #expect(shown() == [0])
    _ = picker.press(.down)
    _ = picker.press(.text("k1"))
    picker.search()
    #expect(picker.selection == 0)
    _ = picker.press(.down)
    #expect(picker.press(.copy) == .picked(key: Array("k11".utf8), .copy))
    #expect(picker.press(.code) == .picked(key: Array("k11".utf8), .code))
    #expect(picker.press(.endOfInput) == nil && picker.press(.cancel) == .cancelled)
    _ = picker.press(.deleteToStart)
    #expect(picker.press(.endOfInput) == .cancelled)
  }

  @Test func `shows what matches`() {
    var picker = Picker(keys(some), query: "bob")
    let lines = screen(picker, columns: 40, lines: 24)
    #expect(lines == ["> bob", "  1/5", "> web/gitlab.com/bob", "", "", "", ""])
    _ = picker.press(.deleteToStart)
    #expect(
      screen(picker, columns: 40, lines: 24) == ["> ", "  5/5", "> bank"]
        + some[1...].map { "  \($0)" })
    #expect(
      screen(Picker(keys(some), query: "ml zz"), columns: 40, lines: 5) == [
        "> ml zz", "  0/5", "", "",
      ])
    let styled = screen(Picker(keys(some), query: "gi"), columns: 40, lines: 24, isStyled: true)
    #expect(styled[2] == "> \u{1B}[0;7mweb/\u{1B}[0;7;1;4mgi\u{1B}[0;7mtlab.com/bob\u{1B}[0m")
    #expect(
      styled[3]
        == "  web/\u{1B}[0;1;4mgi\u{1B}[0mthub.com/alice\u{1B}[0m".replacing(
          "alice\u{1B}[0m", with: "alice"))
  }

  @Test func `fits into any terminal`() {
    let picker = Picker(keys(some + ["日本語のとても長い名前/銀行/口座", "e\u{301}\u{302}/👩‍👩‍👧"]), query: "a")
    for columns in 1...40 {
      for lines in 1...12 {
        let picture = screen(picker, columns: columns, lines: lines)
        #expect(picture.count <= max(1, lines - 1))
        let widths = ColumnWidths()
        for line in picture {
          #expect(NameCells(Array(line.utf8), widths).width <= columns, "\(columns): \(line)")
        }
      }
    }
  }

  @Test func `cuts long names, but not what matches`() {
    let name = "first/second/third/fourth"
    func row(_ query: String, _ columns: Int, isUTF8: Bool = true) -> String {
      screen(Picker(keys([name]), query: query), columns: columns, lines: 24, isUTF8: isUTF8)[2]
    }
    #expect(row("", 28) == "> \(name)")
    #expect(row("", 20) == "> …ond/third/fourth")
    #expect(row("", 20, isUTF8: false) == "> ...d/third/fourth")
    #expect(row("fourth", 20) == "> …ond/third/fourth")
    #expect(row("irst", 20) == "> …irst/second/thi…")
    #expect(row("", 5) == "> …h" && row("", 4) == "…th" && row("", 1) == "")
  }

  @Test func `shows odd names by their columns and without effect`() {
    let widths = ColumnWidths()
    func cells(_ name: String) -> [NameCells.Cell] { NameCells(Array(name.utf8), widths).cells }
    #expect(cells("日a").map(\.width) == [2, 1])
    #expect(cells("e\u{301}x").map(\.text) == ["e\u{301}", "x"])
    #expect(cells("\u{1B}[2J").map(\.text) == [#"\x1b"#, "[", "2", "J"])
    #expect(cells("\u{202E}").map(\.width) == [8])
    let invalid = NameCells([0x61, 0xFF, 0x62], matching: [2], widths).cells
    #expect(invalid.map(\.text) == ["a", #"\xff"#, "b"])
    #expect(invalid.map(\.isMatched) == [false, false, true])
    // What is longer in lower case.
    let dotted = keys(["İx/y"])
    let places = FuzzyMatch(line: "y").places(in: dotted.folded(0))
    #expect(
      NameCells(dotted[0], matching: places, widths).cells.map(\.isMatched) == [
        false, false, false, true,
      ])
    let odd = FuzzyKeys(Array("a\n".utf8) + [0xFF, 0] + Array("b".utf8) + [0])
    var picker = Picker(odd, query: "a")
    #expect(picker.press(.enter) == .picked(key: [0x61, 0x0A, 0xFF], .take))
  }

  @Test func `does with a key only what it can`() {
    var picker = Picker(keys(some), actions: [.take])
    #expect(picker.press(.copy) == nil && picker.press(.code) == nil)
    #expect(picker.press(.enter) == .picked(key: Array(names(picker)[0].utf8), .take))
  }
}
