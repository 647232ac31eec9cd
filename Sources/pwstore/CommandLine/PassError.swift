import PWCore

/// A failure in the words of pass, which programs that call it look for.
///
///     Error: mail/alice is not in the password store.
///
/// The line stands as it is, without the program's name in front.
struct PassError: Failure, Hashable {
  /// The whole line.
  let description: String
  let exitCode: ExitCode
  let hint: String?

  init(_ description: String, _ exitCode: ExitCode = .failure, hint: String? = nil) {
    (self.description, self.exitCode, self.hint) = (description, exitCode, hint)
  }

  /// There is neither an entry nor a folder of that name.
  static func notInStore(
    _ name: EntryName, _ exitCode: ExitCode = .notFound, hint: String? = nil
  ) -> PassError {
    PassError("Error: \(name) is not in the password store.", exitCode, hint: hint)
  }

  /// There is no store to list.
  static func emptyStore(_ program: String) -> PassError {
    PassError(
      "Error: password store is empty. Try \"\(program) init\".", .noStore,
      hint: PasswordStore.wayToBegin)
  }
}
