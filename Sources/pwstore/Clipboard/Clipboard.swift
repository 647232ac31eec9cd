import Glibc
import PWCore

/// The clipboard of the display, or else of the terminal, that the user sits at.
struct Clipboard {
  let way: Way
  let selection: Selection
  /// Which of all clipboards it is, for the name of a file.
  let identity: String

  /// How a clipboard is reached.
  enum Way {
    /// Through `wl-copy` and `wl-paste`.
    case wayland
    case xclip
    case xsel
    /// Through an escape sequence to an open terminal, which may be at the other
    /// end of an SSH connection. It cannot be read.
    case terminal(Int32, TerminalClipboard)
  }

  /// Which of a display's clipboards is meant.
  enum Selection: String {
    case clipboard
    case primary
    case secondary
  }

  /// Finds the clipboard.
  ///
  /// - Parameters:
  ///   - environment: Names the display.
  ///   - terminal: Opens the terminal that is used without a display; `nil` if
  ///     there is none.
  /// - Throws: ``PassError`` if there is no clipboard or no program for it,
  ///   ``UsageError`` if the environment names none.
  init(_ environment: Environment, terminal: () -> Int32? = Self.openTerminal) throws {
    selection = try Self.selection(environment)
    let wayland = environment["WAYLAND_DISPLAY"]
    let x11 = environment["DISPLAY"]
    let display: String
    if let wayland, findProgram("wl-copy") != nil, findProgram("wl-paste") != nil {
      (way, display) = (.wayland, wayland)
    } else if let x11, findProgram("xclip") != nil {
      (way, display) = (.xclip, x11)
    } else if let x11, findProgram("xsel") != nil {
      (way, display) = (.xsel, x11)
    } else if wayland != nil || x11 != nil {
      let package = wayland == nil ? "xclip or xsel" : "wl-clipboard"
      throw Self.failure(hint: "install \(package), which reaches the display's clipboard")
    } else if let kind = TerminalClipboard(environment), let terminal = terminal() {
      var information = stat()
      fstat(terminal, &information)
      (way, display) = (.terminal(terminal, kind), "terminal \(information.st_rdev)")
    } else {
      throw PassError(
        "Error: there is no X11 or Wayland display, and no terminal with a clipboard",
        hint: "set DISPLAY or WAYLAND_DISPLAY, or run it on a terminal")
    }
    // Two that come to the same would only be cleared too early.
    let scalars = "\(display)-\(selection)".unicodeScalars.suffix(100)
    identity = String(String.UnicodeScalarView(scalars.map { $0.isASCII && $0 > "/" ? $0 : "-" }))
  }

  /// How many seconds a copied secret stays.
  ///
  /// - Throws: ``UsageError`` if the environment has no number for it.
  static func seconds(_ environment: Environment) throws(UsageError) -> Int {
    guard let text = environment["PASSWORD_STORE_CLIP_TIME"] else { return 45 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int32(text) else {
      throw UsageError(
        "PASSWORD_STORE_CLIP_TIME is no number of seconds: \"\(printable(text))\"")
    }
    return Int(seconds)
  }

  /// Copying has failed.
  static func failure(hint: String?) -> PassError {
    PassError("Error: Could not copy data to the clipboard", hint: hint)
  }

  /// Which of the display's clipboards is meant.
  ///
  /// - Throws: ``UsageError`` if the environment names none.
  static func selection(_ environment: Environment) throws(UsageError) -> Selection {
    guard let name = environment["PASSWORD_STORE_X_SELECTION"] else { return .clipboard }
    // The first letter is enough for xclip, too.
    switch name.lowercased().first {
    case "c": return .clipboard
    case "p": return .primary
    case "s": return .secondary
    default:
      throw UsageError("PASSWORD_STORE_X_SELECTION is no selection: \"\(printable(name))\"")
    }
  }

  /// What may have gone wrong when copying has failed.
  var failureHint: String? {
    switch way {
    case .wayland: "wl-copy has failed; is WAYLAND_DISPLAY the display in use?"
    case .xclip: "xclip has failed; is DISPLAY the display in use?"
    case .xsel: "xsel has failed; is DISPLAY the display in use?"
    case .terminal: nil
    }
  }

  /// Opens the terminal that controls us, else the one of standard output.
  private static func openTerminal() -> Int32? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if terminal >= 0 { return terminal }
    return isatty(1) == 1 ? 1 : nil
  }
}
