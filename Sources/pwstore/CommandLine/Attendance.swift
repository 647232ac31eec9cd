import Glibc
import PWCore

/// Whether there is somebody who can be asked.
enum Attendance {
  /// Someone sits at a terminal, or at a screen where pinentry can show itself.
  case attended
  /// There is no way to anybody.
  case unattended
  /// The user wants no questions: `--batch`, or `PWSTORE_BATCH`.
  case batch

  /// Looks for somebody.
  ///
  /// - Parameters:
  ///   - isBatch: Whether `--batch` was given.
  ///   - environment: The variables; those by which pinentry finds a person count
  ///     as one, since programs on a desktop call us without a terminal.
  init(isBatch: Bool, _ environment: Environment) {
    let wish = environment["PWSTORE_BATCH"].map { $0 != "0" } ?? false
    if isBatch || wish {
      self = .batch
    } else if isatty(0) == 1 || Self.canOpen("/dev/tty") || Self.hasScreen(environment) {
      self = .attended
    } else {
      self = .unattended
    }
  }

  private static func hasScreen(_ environment: Environment) -> Bool {
    let signs = ["DISPLAY", "WAYLAND_DISPLAY", "INSIDE_EMACS", "PINENTRY_USER_DATA"]
    return signs.contains { environment[$0] != nil } || environment["GPG_TTY"].map(canOpen) ?? false
  }

  private static func canOpen(_ terminal: String) -> Bool {
    let file = open(terminal, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return false }
    defer { close(file) }
    return isatty(file) == 1
  }
}
