/// A library that is loaded only when it is needed is not there.
struct MissingLibrary: Failure, Hashable {
  /// What cannot be done without it: "make a one-time code".
  let action: String
  /// The library's name.
  let library: String
  /// The package of Debian's that has it.
  let package: String

  var description: String { "cannot \(action): \(library) cannot be loaded" }

  var exitCode: ExitCode { .failure }

  var hint: String? { "install the package \(package)" }
}
