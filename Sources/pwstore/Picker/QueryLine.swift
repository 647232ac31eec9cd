/// A line of text while it is typed, with a cursor in it.
struct QueryLine: Equatable, Sendable {
  /// What stands before the cursor, and what is under and behind it.
  private(set) var (before, after): (String, String)

  /// More than any key has is of no use.
  private static let limit = 1000

  /// A line with the cursor at its end.
  init(_ text: String = "") { (before, after) = (String(text.prefix(Self.limit)), "") }

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  mutating func insert(_ text: String) {
    before += text.prefix(max(0, Self.limit - before.count - after.count))
  }

  mutating func moveLeft() {
    if let character = before.popLast() { after.insert(character, at: after.startIndex) }
  }

  mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  mutating func moveToStart() { (before, after) = ("", text) }

  mutating func moveToEnd() { (before, after) = (text, "") }

  /// Deletes the character before the cursor.
  mutating func deleteBackward() { _ = before.popLast() }

  /// Deletes the character under the cursor.
  mutating func deleteForward() {
    if !after.isEmpty { after.removeFirst() }
  }

  /// Deletes the word before the cursor, and the blanks behind it.
  mutating func deleteWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  /// Deletes all before the cursor.
  mutating func deleteToStart() { before = "" }
}
