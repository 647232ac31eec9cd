import PWCore

/// A question that got no answer.
enum PromptError: Failure, Hashable {
  /// There is nobody to ask.
  case noTerminal
  /// The user has ended the input instead of answering.
  case cancelled
  /// The answer is not UTF-8.
  case notText
  /// The terminal has cut the line off.
  case tooLong

  var description: String {
    switch self {
    case .noTerminal: "cannot ask: there is no terminal"
    case .cancelled: "cancelled"
    case .notText: "cannot use the answer: it is not UTF-8"
    case .tooLong: "cannot use the answer: a terminal takes 4095 bytes at most"
    }
  }

  var exitCode: ExitCode { .failure }

  var hint: String? { self == .tooLong ? "give it with FIELD=-, FIELD=@FILE or --file" : nil }
}
