extension GPGContext {
  /// The groups that the user's `gpg.conf` has: names for several keys at once.
  ///
  /// gpgme does not tell them, so `gpg --list-config group` is run.
  ///
  /// - Returns: The ids of each.
  /// - Throws: ``GPGError/Reason/notInstalled``.
  func groups() throws(GPGError) -> [String: [String]] {
    let lines = try listing(["--with-colons", "--list-config", "group"])
    var groups: [String: [String]] = [:]
    for line in lines {
      // cfg:group:NAME:ID;ID
      let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0] == "cfg", parts[1] == "group" else { continue }
      groups[String(parts[2])] = parts[3].split(separator: ";").map(String.init)
    }
    return groups
  }

  /// When a key was revoked; gpgme does not tell it.
  ///
  /// - Parameter fingerprint: The key's.
  /// - Returns: Seconds since 1970; `nil` if that is not known.
  /// - Throws: ``GPGError/Reason/notInstalled``.
  func revocationDate(of fingerprint: String) throws(GPGError) -> Int? {
    for line in try listing(["--with-colons", "--list-sigs", "--", fingerprint]) {
      // Only the first field that tells a class is "20x" or "20l" for a whole key.
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count > 10, fields[0] == "rev", fields[10].hasPrefix("20") else { continue }
      return Int(fields[5])
    }
    return nil
  }

  /// Runs `gpg` for lines that it makes for programs.
  private func listing(_ words: [String]) throws(GPGError) -> [String] {
    var child = ChildProcess(
      ["gpg", "--batch", "--no-tty", "--quiet", "--fixed-list-mode"] + words)
    child.program = engine.program
    if let home = engine.home { child.environment["GNUPGHOME"] = home.bytes }
    child.errors = .discarded
    do throws(SystemError) {
      let output = try child.run().output
      return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      throw GPGError(.notInstalled, .listKeys, operation: "posix_spawnp")
    }
  }
}
