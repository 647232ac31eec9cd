import Glibc
import PWCore

/// A program that adds a command to ours.
///
/// The ways of git and of pass: `pwstore-NAME` in `$PATH`, or in the store's
/// extensions folder if the user has turned that on; and `NAME.bash` in that
/// folder, or where Debian's packages put extensions of pass.
struct Extension {
  /// The command's name.
  let name: String
  /// The program or bash file.
  let file: FilePath
  /// Whether it is one of pass's, to be run by bash with pass's functions.
  let isForPass: Bool

  /// Where packages put extensions of pass.
  static let systemFolder = FilePath("/usr/lib/password-store/extensions")

  /// Looks for the extension that a word names; `nil` if there is none.
  ///
  /// - Throws: ``StoreError``, if there is one in the store whose signature is
  ///   missing or wrong.
  init?(_ word: Argument, in session: Session) throws {
    guard let name = word.text, Self.canBeName(name) else { return nil }
    self.name = name
    let own = "pwstore-\(name)"
    if session.environment["PASSWORD_STORE_ENABLE_EXTENSIONS"] == "true" {
      let folder = Self.folder(in: session)
      for (file, isForPass) in [("\(name).bash", true), (own, false)] {
        let path = folder.appending(file)
        guard Self.isProgram(path) else { continue }
        try session.store().checkSignature(of: path)
        (self.file, self.isForPass) = (path, isForPass)
        return
      }
    }
    let system = Self.systemFolder.appending("\(name).bash")
    if Self.isProgram(system) {
      (file, isForPass) = (system, true)
      return
    }
    let path = Self.path(of: session).map { $0.appending(own) }.first(where: Self.isProgram)
    guard let path else { return nil }
    (file, isForPass) = (path, false)
  }

  /// Becomes the extension.
  ///
  /// It learns where the store is from `PASSWORD_STORE_DIR`, and from `PWSTORE`
  /// which program has called it.
  ///
  /// - Throws: ``SystemError``, if it cannot be started.
  func run(_ words: some Sequence<Argument>, in session: Session) throws -> Never {
    try session.output.flush()
    let program = FilePath("/proc/self/exe").linkTarget ?? Array("pwstore".utf8)
    let words = words.map(\.bytes)
    let environment = [
      "PASSWORD_STORE_DIR": session.store().root.bytes, "PWSTORE": program,
    ]
    guard isForPass else {
      return try replaceProcess([file.bytes] + words, environment: environment)
    }
    let shell = ["bash", "-c", PassFunctions.script, session.program, name].map { Array($0.utf8) }
    try replaceProcess(shell + [file.bytes] + words, environment: environment)
  }

  /// The folder of the user's own extensions.
  static func folder(in session: Session) -> FilePath {
    if let named = session.environment.bytes("PASSWORD_STORE_EXTENSIONS_DIR"), !named.isEmpty {
      return FilePath(named)
    }
    return session.store().root.appending(".extensions")
  }

  /// The folders of `$PATH`.
  static func path(of session: Session) -> [FilePath] {
    (session.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map {
      FilePath("\($0)")
    }
  }

  static func canBeName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.contains("\0")
      && !name.hasPrefix(".") && !name.hasPrefix("-")
  }

  static func isProgram(_ path: FilePath) -> Bool {
    FileKind(path) == .file && path.withCString { access($0, X_OK) } == 0
  }
}
