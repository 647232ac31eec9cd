import PWCore

/// The command line is not one the program understands.
///
/// Whoever reports it adds the usage line of the command concerned.
struct UsageError: Failure, Hashable {
  /// What is wrong, with the argument as typed.
  let description: String
  let hint: String?

  init(_ description: String, hint: String? = nil) {
    (self.description, self.hint) = (description, hint)
  }

  var exitCode: ExitCode { .usage }
}
