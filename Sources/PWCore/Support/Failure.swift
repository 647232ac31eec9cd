/// What all errors of this library have in common.
///
/// `description` is one line: what failed, on what, and why. It is lowercase,
/// without a final period, has names in double quotes with control characters
/// escaped, and never holds a secret.
public protocol Failure: Error, CustomStringConvertible, Sendable {
  /// The exit status with which a program ends because of the error.
  var exitCode: ExitCode { get }

  /// What the user can do about it, in one line; `nil` if that is not known.
  var hint: String? { get }
}
