import PWCore

/// Finds the words with which a shell completes a command line; the shells' own part
/// is in ``CompletionScript``.
///
/// Reads names only: it decrypts nothing, starts no process and loads no libgit2.
///
/// The answer is fields with a NUL behind each; or in lines, with `\u{1}n` for a newline
/// and `\u{1}a` for `\u{1}`, since bash is slow with NULs. The first tells what the others
/// are:
///
/// - `words`: whole words. No blank is to follow those that end in `/` or `=`.
/// - `keys`: the same, with names divided by `/`.
/// - `commands`: the commands, and keys besides.
/// - `files`, `folders`: what the shell finds itself. The next field is what of the
///   word stands before the file's name.
/// - `run`: the next field is where on the line the words of another program begin,
///   counting from 0, the name of ours; words besides follow.
/// - `git`: so is the next field. The words in the place of all that stands before are
///   `git -C` and the fields that follow.
enum CompleteWords {
  static let words = Positional(
    repeated: "WORD",
    "\"lines\" with what begins as the last word does, or \"all\"; and the words of the line"
  ) { $0 }

  static let command = Command(
    name: "complete-words", summary: "Complete a word for a shell",
    parameters: [words.parameter], isHidden: true, takesWordsAsTheyAre: true, neverUnlocks: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let given = try arguments[words]
    guard let form = given.first, form == "lines" || form == "all" else {
      throw UsageError("neither \"lines\" nor \"all\"")
    }
    let line = Array(given.dropFirst())
    let point = CompletionPoint(line, in: session.table)
    let areLines = form == "lines"
    let offer = WordOffer(point, of: line.last ?? "", matching: areLines, in: session)
    try session.output.write(areLines ? Self.lines(offer.fields) : offer.fields)
  }

  /// Ends fields with a newline in place of a NUL.
  private static func lines(_ fields: [UInt8]) -> [UInt8] {
    let (mark, newline) = (UInt8(1), UInt8(ascii: "\n"))
    var lines: [UInt8] = []
    lines.reserveCapacity(fields.count)
    for byte in fields {
      switch byte {
      case 0: lines.append(newline)
      case mark: lines += [mark, UInt8(ascii: "a")]
      case newline: lines += [mark, UInt8(ascii: "n")]
      default: lines.append(byte)
      }
    }
    return lines
  }
}
