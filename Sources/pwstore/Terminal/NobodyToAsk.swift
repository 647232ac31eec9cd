import PWCore

/// A question that cannot be put to anybody.
struct NobodyToAsk: Failure, Hashable {
  /// Whether it is so because the user wants no questions.
  let isBatch: Bool
  /// What to do instead; `nil` if nobody knows.
  let hint: String?

  init(isBatch: Bool, hint: String? = nil) { (self.isBatch, self.hint) = (isBatch, hint) }

  var description: String {
    isBatch ? "cannot ask: --batch allows no questions" : "cannot ask: there is no terminal"
  }

  var exitCode: ExitCode { .failure }
}
