import Foundation

extension SideBySide {
  /// A store, the program that works on it, and a home.
  public struct Side: Sendable {
    /// A folder of its own, in which scripts run.
    public let folder: String
    /// The whole environment of scripts.
    public var environment: [String: String]
    /// The store.
    public var root: String { "\(folder)/store" }

    init(folder: String, program: String, environment: [String: String]) throws {
      self.folder = folder
      self.environment = environment
      for name in ["home", "bin"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/bin/pass", withDestinationPath: program)
      try """
      [user]
      \tname = Tester
      \temail = tester@example.org
      [init]
      \tdefaultBranch = main

      """.write(toFile: "\(folder)/home/.gitconfig", atomically: true, encoding: .utf8)
      let unset = [
        "XDG_CONFIG_HOME", "EMAIL", "GPG_TTY", "COLUMNS", "DISPLAY", "WAYLAND_DISPLAY", "EDITOR",
        "VISUAL", "LS_COLORS", "TREE_COLORS", "TREE_CHARSET", "GREP_COLORS", "NO_COLOR",
        "CLICOLOR_FORCE",
      ]
      for name in unset { self.environment[name] = nil }
      self.environment["PATH"] = "\(folder)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
      self.environment["HOME"] = "\(folder)/home"
      self.environment["GIT_CONFIG_NOSYSTEM"] = "1"
      self.environment["PASSWORD_STORE_DIR"] = root
      self.environment["S"] = root
      // The address sanitizer cannot search for leaks in a process that is traced.
      self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    }

    /// Runs a script on this side alone; it is ended after a minute.
    @discardableResult
    public func run(
      _ script: String, input: [UInt8] = [], environment more: [String: String] = [:]
    ) throws -> Outcome {
      let status =
        #"status() { "$@"; local s=$?; ((s)) && echo "(not 0)" || echo "(0)"; return $s; }"#
      return try Fixtures.run(
        ["timeout", "60", "bash", "-c", "\(status)\n\(script)"],
        environment: environment.merging(more) { $1 }, input: input, in: folder)
    }

    /// What is in the store, in sections that begin with a NUL: files, entries,
    /// commits.
    func state(beside other: Side) throws -> [String] {
      let script = #"""
        cd "$S" 2>/dev/null || exit 0
        find . -name .git -prune -o -print0 | LC_ALL=C sort -z >../names
        while IFS= read -r -d '' name; do
          if [[ -L $name ]]; then printf '%q -> %q\n' "$name" "$(readlink "$name")"
          elif [[ -d $name ]]; then printf '%q/\n' "$name"
          else printf '%q\n' "$name"; [[ $name == *.gpg || ! -f $name ]] || cat -v "$name"
          fi
        done <../names
        printf '\0'
        while IFS= read -r -d '' name; do
          # The twins' files are copies; only one that was written anew is of interest.
          if [[ $name == *.gpg && -f $name && ! -L $name ]] && ! cmp -s "$name" "$OTHER/$name"; then
            printf '%q\n' "$name"
            gpg --batch --quiet --status-fd 3 --decrypt "$name" 2>/dev/null 3>../gpg-status | cat -v
            sed -n 's/.* ENC_TO \([0-9A-F]*\) .*/\nfor \1/p' ../gpg-status | sort
          fi
        done <../names
        printf '\0'
        # One change is one commit of ours, where pass makes several.
        if [[ -e .git ]]; then git log --format=%s |
          grep -v -e '^Reencrypt password store using new GPG id ' -e '^Signing new GPG id '; fi
        """#
      let text = try run(script, environment: ["OTHER": other.root]).text
      return text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    }

    /// What is compared of one aspect, with nothing of this side's own in it.
    func view(of aspect: Aspect, _ outcome: Outcome, _ state: [String], keepsColors: Bool)
      -> String
    {
      func section(_ index: Int) -> String { index < state.count ? state[index] : "" }
      let text =
        switch aspect {
        case .output: keepsColors ? outcome.text : Self.withoutColors(outcome.text)
        case .errors: Self.lines(of: outcome.errorText) { $0.hasPrefix("Error: ") }
        case .status: outcome.status == 0 ? "0\n" : "not 0\n"
        case .files: section(0)
        case .entries: section(1)
        case .messages: section(2)
        }
      let neutral = text.replacing(folder, with: "FOLDER")
      return aspect == .output ? Self.lines(of: neutral) { !Self.isChatter($0) } : neutral
    }

    private static func withoutColors(_ text: String) -> String {
      text.replacing(#/\u{1B}\[[0-9;]*[mK]/#, with: "")
    }

    /// The lines that `isWanted` agrees to, as they are.
    private static func lines(of text: String, _ isWanted: (String) -> Bool) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        .filter(isWanted).joined(separator: "\n")
    }

    /// Whether pass passes the line on from another program, or tells of its own
    /// steps; ours says nothing of that on standard output.
    private static func isChatter(_ line: String) -> Bool {
      let beginnings = [
        "mkdir: created directory ", "removed '", "removed directory '", "rm '", "renamed '",
        "copied '", " create mode ", " delete mode ", " rename ", " rewrite ", " mode change ",
        "Initialized empty Git repository in ", "Reinitialized existing Git repository in ",
        // The source, which mv and cp print first.
        "FOLDER/store/",
      ]
      return beginnings.contains { line.hasPrefix($0) }
        || line.contains(#/^\[[^\]]* [0-9a-f]{7,}\] /#)
        || line.contains(#/^ [0-9]+ files? changed/#)
        || line.contains(#/^'.*' -> '.*'$/#) || line.contains(": reencrypting to ")
    }
  }
}
