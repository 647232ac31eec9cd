/// The source of a manual page, in the language of mdoc(7).
struct Mdoc {
  private(set) var source = ""

  /// Adds a macro with its words, which are written so that none is taken for a macro or
  /// for punctuation.
  mutating func macro(_ name: String, _ words: String...) {
    source += ([".\(name)"] + words.map(Self.word)).joined(separator: " ") + "\n"
  }

  /// Adds a line that is in the language already.
  mutating func raw(_ line: String) { source += line + "\n" }

  mutating func section(_ title: String) { raw(".Sh \(title)") }

  mutating func subsection(_ title: String) { raw(".Ss \\&\(title)") }

  /// Adds a list of terms and what they mean.
  ///
  /// - Parameters:
  ///   - isCompact: Whether there are no empty lines in it.
  ///   - rows: Each term in the language, and the text about it.
  ///   - names: The words that stand for something else.
  mutating func list(
    isCompact: Bool = false, _ rows: [(term: String, text: String)], names: Set<String> = []
  ) {
    raw(".Bl -tag -width Ds" + (isCompact ? " -compact" : ""))
    for row in rows {
      raw(".It \(row.term)")
      text(row.text, names: names)
    }
    raw(".El")
  }

  /// Adds running text, in which options, variables and the words that stand for something
  /// else are marked.
  mutating func text(_ text: String, names: Set<String> = []) {
    var line: [String] = []
    var length = 0
    func end(_ mdoc: inout Mdoc) {
      // A line that begins with a full stop would be a macro.
      if !line.isEmpty {
        mdoc.raw((line[0].hasPrefix(".") ? "\\&" : "") + line.joined(separator: " "))
      }
      (line, length) = ([], 0)
    }
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      if let marked = Self.marked(word, names) {
        end(&self)
        raw(marked)
        continue
      }
      let escaped = Self.escaped(word)
      if length + escaped.count > 78 { end(&self) }
      line.append(escaped)
      length += escaped.count + 1
      // Only so a formatter knows where sentences end.
      if Self.endsSentence(word) { end(&self) }
    }
    end(&self)
  }

  /// Adds paragraphs, between which there is an empty line.
  mutating func paragraphs(_ text: String, names: Set<String> = []) {
    for (index, paragraph) in text.split(separator: "\n\n").enumerated() {
      if index > 0 { raw(".Pp") }
      self.text(String(paragraph), names: names)
    }
  }

  /// A word of a macro's line: in quotes where it holds blanks.
  static func word(_ text: String) -> String {
    let escaped = escaped(text)
    // What is as short as a macro's name, or as punctuation, might be taken for it.
    let safe = text.count <= 3 ? "\\&\(escaped)" : escaped
    return text.contains(" ") || text.isEmpty ? "\"\(safe)\"" : safe
  }

  /// Text in which no character has an effect, or becomes another one.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
  }

  /// The macro for a word of running text that is an option, a variable, or stands for
  /// something else; `nil` for others.
  private static func marked(_ word: String, _ names: Set<String>) -> String? {
    let opening = String(word.prefix { $0 == "(" || $0 == "[" })
    var core = word.dropFirst(opening.count)
    var closing: [String] = []
    while let last = core.last, ".,;:)]?!".contains(last), core.count > 1 {
      closing.insert(String(last), at: 0)
      core.removeLast()
    }
    guard let macro = macro(for: String(core), names) else { return nil }
    return ([".\(macro.name)"] + opening.map(String.init) + macro.words + closing)
      .joined(separator: " ")
  }

  private static func macro(
    for word: String, _ names: Set<String>
  ) -> (name: String, words: [String])? {
    func isWord(_ text: some StringProtocol) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
    let isLetter = word.count == 2 && isWord(word.dropFirst())
    if word.hasPrefix("--"), word.dropFirst(2).first?.isLetter ?? false {
      let parts = word.dropFirst().split(separator: "=", maxSplits: 1)
      guard parts[0].allSatisfy({ $0 == "-" || isWord("\($0)") }) else { return nil }
      let value = parts.count > 1 ? ["Ns", "=", "Ns", "Ar", Self.word(String(parts[1]))] : []
      return ("Fl", [Self.word(String(parts[0]))] + value)
    }
    if word.hasPrefix("-"), isLetter { return ("Fl", [Self.word(String(word.dropFirst()))]) }
    let variable = word.hasPrefix("$") ? String(word.dropFirst()) : word
    if EnvironmentVariable.all.contains(where: { $0.names.contains(variable) }) {
      return ("Ev", [Self.word(variable)])
    }
    let parts = word.split { !($0.isASCII && $0.isLetter) }
    let isName = word.first?.isLetter ?? false && !parts.isEmpty
    let known = parts.allSatisfy { names.contains(String($0)) }
    return isName && known && !word.contains("\"") ? ("Ar", [Self.word(word)]) : nil
  }

  private static func endsSentence(_ word: String) -> Bool {
    guard let last = word.last(where: { !"\")']".contains($0) }) else { return false }
    return ".?!".contains(last)
  }
}
