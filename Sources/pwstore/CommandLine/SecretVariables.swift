import Glibc
import PWCore

/// The environment variables that hold secrets.
///
/// They are taken out of the environment when the process starts, so that neither
/// its children nor `/proc/PID/environ` have them.
enum SecretVariables {
  static let passphrase = "PWSTORE_PASSPHRASE"
  static let key = "PWSTORE_GPG_KEY"

  /// Written before there is a second thread.
  nonisolated(unsafe) private static var taken: [String: SharedSecret] = [:]

  /// A variable's value; `nil` if it was not set, or empty.
  static func value(_ name: String) -> SharedSecret? { taken[name] }

  /// Takes the variables, and wipes them where they lie.
  static func take() {
    for name in [passphrase, key] {
      var next = environ
      while let variable = next.pointee {
        next += 1
        guard strncmp(variable, "\(name)=", name.utf8.count + 1) == 0 else { continue }
        let value = variable + name.utf8.count + 1
        let length = strlen(value)
        let bytes = UnsafeRawBufferPointer(start: value, count: length)
        if length > 0, taken[name] == nil {
          var secret = SecretBytes(minimumCapacity: length)
          secret.append(bytes)
          taken[name] = SharedSecret(secret)
        }
        explicit_bzero(value, length)
      }
      unsetenv(name)
    }
  }
}
