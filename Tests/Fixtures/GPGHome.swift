import Foundation
import Synchronization

/// A private GnuPG home with keys of its own; its agent ends with the object.
public final class GPGHome: @unchecked Sendable {
  private let folder: TemporaryFolder
  /// The folder, for `GNUPGHOME`.
  public var path: String { folder.path }
  /// Ours with `GNUPGHOME` set and nothing that leads to the user's settings.
  public var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("GIT_") && !name.hasPrefix("PASSWORD_STORE_") && !name.hasPrefix("PWSTORE_")
    }
    environment["GNUPGHOME"] = path
    environment["LC_ALL"] = "C.UTF-8"
    // The program that stands in for pinentry needs no terminal to be asked.
    environment["PINENTRY_USER_DATA"] = "test"
    return environment
  }

  /// Makes a home with one key for each name: "ann" becomes Ann
  /// <ann@example.org>, without a passphrase.
  public init(_ names: [String] = ["ann"]) throws {
    folder = try TemporaryFolder()
    try Self.models.withLock { models in
      let model = try models[names] ?? GPGHome(making: names)
      models[names] = model
      for file in ["pubring.kbx", "trustdb.gpg", "private-keys-v1.d", "openpgp-revocs.d"]
      where FileManager.default.fileExists(atPath: "\(model.path)/\(file)") {
        try FileManager.default.copyItem(
          atPath: "\(model.path)/\(file)", toPath: "\(path)/\(file)")
      }
    }
  }

  /// Homes to copy, since to make keys takes longer.
  ///
  /// Nothing else is done with them. They are removed when the tests end.
  private static let models: Mutex<[[String]: GPGHome]> = {
    atexit { GPGHome.models.withLock { $0 = [:] } }
    return Mutex([:])
  }()

  private init(making names: [String]) throws {
    folder = try TemporaryFolder()
    for name in names { try makeKey(name) }
    try run(["gpgconf", "--kill", "all"], environment: environment)
  }

  deinit { _ = try? run(["gpgconf", "--kill", "all"], environment: environment) }

  /// Runs `gpg --batch` in this home.
  @discardableResult
  public func gpg(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    try run(
      ["gpg", "--batch", "--yes", "--quiet"] + arguments, environment: environment, input: input)
  }

  /// Makes a key that can sign and encrypt.
  ///
  /// - Returns: Its fingerprint.
  @discardableResult
  public func makeKey(_ name: String, passphrase: String = "", expires: String = "never") throws
    -> String
  {
    try gpg([
      "--pinentry-mode", "loopback", "--passphrase", passphrase, "--quick-gen-key",
      "\(name.capitalized) <\(name)@example.org>", "future-default", "default", expires,
    ])
    return try fingerprint(name)
  }

  /// The fingerprint of the key of "ann" for ann@example.org.
  public func fingerprint(_ name: String) throws -> String {
    let list = try gpg(["--list-keys", "--with-colons", "\(name)@example.org"]).text
    let line = list.split(separator: "\n").first { $0.hasPrefix("fpr:") }
    return line.map { String($0.split(separator: ":").last ?? "") } ?? ""
  }
}
