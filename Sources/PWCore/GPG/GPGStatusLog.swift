import CGPGME

/// The status lines of one operation.
///
/// gpgme folds what `gpg` reports into a single code, and on the way forgets
/// why a passphrase was not to be had, or which keys were meant. The lines are
/// made for programs: no locale changes them (GnuPG's doc/DETAILS).
final class GPGStatusLog {
  /// One line: a keyword, and what follows it.
  struct Line {
    var keyword: String
    var arguments: [Substring]
  }

  private(set) var lines: [Line] = []

  /// A log without lines.
  init() {}

  /// The log in what `gpg` has written to its status descriptor.
  init(_ output: [UInt8]) {
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] == "[GNUPG:]" else { continue }
      lines.append(Line(keyword: String(words[1]), arguments: Array(words.dropFirst(2))))
    }
  }

  /// Forgets the lines of the operation before.
  func clear() { lines = [] }

  /// Takes over what `gpg` has written to its status descriptor, in place of the
  /// lines of the operation before.
  func replace(by output: [UInt8]) { lines = GPGStatusLog(output).lines }

  /// The arguments of each line with the keyword.
  func arguments(of keyword: String) -> [[Substring]] {
    lines.filter { $0.keyword == keyword }.map(\.arguments)
  }

  /// Whether there is a line with the keyword.
  func has(_ keyword: String) -> Bool { lines.contains { $0.keyword == keyword } }

  /// The codes of the errors that `gpg` met in one of its parts, such as
  /// `pkdecrypt_failed`.
  func errors(in part: String) -> [gpgme_error_t] {
    arguments(of: "ERROR").compactMap { words in
      guard words.count > 1, words[0] == part else { return nil }
      // Some are followed by a name: "11_BAD_PASSPHRASE".
      return gpgme_error_t(words[1].prefix { $0.isNumber })
    }
  }

  /// The callback for gpgme, whose context is a log.
  static let callback: gpgme_status_cb_t = { context, keyword, arguments in
    guard let context, let keyword else { return 0 }
    let log = Unmanaged<GPGStatusLog>.fromOpaque(context).takeUnretainedValue()
    let name = String(cString: keyword)
    // The one that comes by the thousand.
    guard !name.isEmpty, name != "PROGRESS" else { return 0 }
    let words = arguments.map { String(cString: $0).split(separator: " ") } ?? []
    log.lines.append(Line(keyword: name, arguments: words))
    return 0
  }
}
