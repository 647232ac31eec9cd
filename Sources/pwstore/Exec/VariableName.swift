import PWCore

/// The name of an environment variable: letters, digits and `_`, of ASCII, and no digit
/// first.
struct VariableName: Hashable, Sendable {
  let text: String

  /// Checks a name.
  ///
  /// - Throws: ``UsageError``.
  init(_ bytes: some Collection<UInt8>) throws(UsageError) {
    guard let first = bytes.first, !Self.isDigit(first), bytes.allSatisfy(Self.isLegal) else {
      throw UsageError(
        "\(quoted(bytes)) cannot be the name of a variable",
        hint: "a name has letters, digits and \"_\", and no digit first")
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The name for a field: in capitals, behind a prefix, and with `_` for each character
  /// that cannot be in a name.
  init(field: String, prefix: String) {
    let letters = field.unicodeScalars.map { scalar -> Character in
      guard let byte = UInt8(exactly: scalar.value), Self.isLegal(byte) else { return "_" }
      return Character(String(scalar).uppercased())
    }
    let name = prefix + String(letters)
    let needsMark = name.utf8.first.map(Self.isDigit) ?? true
    text = needsMark ? "_" + name : name
  }

  /// Whether the variable has a say in which programs are run, with what code, or on
  /// which keys and stores ours works.
  ///
  /// Who can write to the store is not to decide on that.
  var isPowerful: Bool {
    Self.powerful.contains(text) || Self.powerfulBeginnings.contains { text.hasPrefix($0) }
  }

  private static let powerful: Set = [
    "PATH", "HOME", "SHELL", "IFS", "ENV", "BASH_ENV", "BASHOPTS", "SHELLOPTS", "CDPATH", "PS1",
    "PS2", "PS3", "PS4", "PROMPT_COMMAND", "ZDOTDIR", "GCONV_PATH", "LOCPATH", "NLSPATH",
    "GLIBC_TUNABLES", "TMPDIR", "EDITOR", "VISUAL", "PAGER", "MANPAGER", "LESSOPEN", "LESSCLOSE",
    "BROWSER", "CLASSPATH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS",
    "GRADLE_OPTS", "PERL5LIB", "PERLLIB", "PERL5OPT", "PERL5DB", "RUBYLIB", "RUBYOPT", "GEM_HOME",
    "GEM_PATH", "BUNDLE_GEMFILE", "NODE_OPTIONS", "NODE_PATH", "LUA_PATH", "LUA_CPATH", "LUA_INIT",
    "PHPRC", "PHP_INI_SCAN_DIR", "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "CC", "CXX", "RUSTC",
    "OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES", "SSH_ASKPASS", "SUDO_ASKPASS",
    "GNUPGHOME", "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "HOSTALIASES",
    "AWS_CONFIG_FILE", "DOCKER_CONFIG", "DOCKER_HOST", "KUBECONFIG", "SVN_SSH", "RSYNC_RSH",
    "CVS_RSH", "TAR_OPTIONS", "MAKEFILES", "VIMINIT", "EXINIT", "SUDO_EDITOR", "INPUTRC",
    "CURL_HOME", "WGETRC", "PIP_CONFIG_FILE", "ANSIBLE_CONFIG", "TF_CLI_CONFIG_FILE",
    "R_PROFILE_USER", "GTK_MODULES", "GTK_PATH", "QT_PLUGIN_PATH", "GOFLAGS", "HTTP_PROXY",
    "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "LESS", "BASH_LOADABLES_PATH",
    "GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT",
  ]

  private static let powerfulBeginnings = [
    "LD_", "DYLD_", "BASH_FUNC_", "PYTHON", "GIT_", "GPG_", "PASSWORD_STORE_", "PWSTORE_", "XDG_",
    "NPM_CONFIG_", "CARGO_", "RUSTC_", "DOTNET_STARTUP_", "CORECLR_", "MALLOC_",
  ]

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLegal(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension VariableName: CustomStringConvertible {
  var description: String { text }
}
