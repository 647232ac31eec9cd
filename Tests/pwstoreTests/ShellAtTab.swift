import Fixtures
import Foundation
import Testing

/// A shell on a terminal, with a store whose names are not easy, and its user.
struct ShellAtTab {
  /// Names with all that means something to a shell, to readline or to a terminal.
  private static let oddNames = [
    "my key", "it's", "q\"q", "$HOME", "*", "~root", "#hash", "!x", "back\\slash", "`id`", "=eq",
    "a:b@c=d", "ünï cödé 🏠", "new\nline", "-dash", "{b,r}", "(p)", "x&y;z|d<e>", "[a]?", "@at",
    "^car%", "\u{1B}[31mred", "k#f", "--x", "tab\tkey",
  ]

  /// What is done before the first Tab: each shell then shows `}}` behind what a
  /// command has printed, and has what shows the words of a line.
  private static let preparation = [
    "bash": """
    bind 'set show-all-if-ambiguous on'; bind 'set bell-style none'
    bind 'set page-completions off'; bind 'set completion-query-items 0'
    bind 'set enable-bracketed-paste off'; bind '"\\C-xa": insert-completions'
    PROMPT_COMMAND='echo "}}"'; HISTFILE=
    pretend() {
      pwstore() { printf '<%s>' "$@"; echo; }
      pass() { pwstore "$@"; }
    }
    source ~/_pwstore
    """,
    "zsh": """
    unsetopt beep prompt_sp; LISTMAX=0; precmd() { echo '}}' }
    fpath=(~ $fpath); autoload -Uz compinit; compinit -u -D
    zle -C all complete-word _generic; bindkey '^Xa' all
    zstyle ':completion:all:*' completer _all_matches _complete
    zstyle ':completion:all:*' insert yes
    pretend() {
      pwstore() { printf '<%s>' "$@"; echo }
      pass() { pwstore "$@" }
    }
    """,
    "fish": """
    function fish_title; end
    function fish_greeting; end
    function mark --on-event fish_postexec; echo '}}'; end
    set -g fish_autosuggestion_enabled 0
    function all
      printf '<%s>' (complete -C $argv[1] | string replace -r '\\t.*' '' | sort)
      echo
    end
    function pretend
      function pwstore; printf '<%s>' $argv; echo; end
    end
    source ~/_pwstore
    """,
  ]

  /// Lines, and the words that there are for the last of theirs.
  private static let lines = [
    ("pwstore lo", "load log login"), ("pass lo", "load log login"),
    ("pwstore load --re", "--rev"),
    ("pwstore load Email/", "Email/gmail Email/work/"), ("pwstore load --rev=ma", "--rev=main"),
    ("pwstore load --rev=", "--rev=HEAD --rev=HEAD~1 --rev=HEAD~2 --rev=HEAD~3 --rev=main"),
    ("pwstore restore login ma", "main"), ("pwstore sync o", "origin"),
    ("pwstore recipients a", "add"), ("pwstore who --can a", "ann@example.org"),
    ("pwstore save x u", "url= username="), ("pwstore help vers", "version"),
    ("pwstore exec -e V=Em", "V=Email/"), ("pwstore --store OTHER load ", "else"),
    ("pwstore save x --file /etc/hostn", "/etc/hostname"),
    ("pwstore save x f=@/etc/hostn", "f=@/etc/hostname"),
    ("pwstore git checkout ma", "main"), ("pwstore remote remo", "remove"),
    ("pwstore exec -- ls --almost", "--almost-all"),
  ]

  private let store: TestStore
  private let terminal: PseudoTerminal
  private let shell: String

  /// Starts a shell in which the script has been read.
  init(_ shell: String, prepare: String = "") throws {
    self.shell = shell
    store = try TestStore()
    var document: [String: String] = [
      "Email/gmail": "m", "Email/work/x": "m", "login": "<login>", "~tilde": "m", "#hash": "m",
      "-dash": "m", "$dollar": "m", "it's": "m", "esc/\u{1B}]0;owned\u{7}": "m",
      "esc/\u{9B}31m": "m", "esc/zz": "m",
      "My 'dir/it's $x": "m", "fo\nld/a b": "m",
    ]
    for (number, name) in Self.oddNames.enumerated() {
      document["odd\(number)/\(name)"] = "<secret\(number)>"
    }
    let json = try JSONSerialization.data(withJSONObject: document)
    let outcome = try store.pwstore("apply", "--json", input: Array(json))
    #expect(outcome.status == 0, "\(outcome.errorText)")
    try store.git("remote", "add", "origin", "nowhere")
    let script = "\(prepare)\n\(Self.preparation[shell] ?? "")\n"
    try store.shell(
      """
      mkdir home/bin other store/bytes; touch other/else.gpg; cat > home/rc
      for name in pwstore pass; do ln -s "$PW" home/bin/$name; done
      cp store/login.gpg store/bytes/$'l\\xe9'.gpg
      home/bin/$([[ \(shell) == bash ]] && echo pwstore || echo pass) completion \(shell) > home/_pwstore
      """, input: Array(script.utf8))
    var environment = store.pwstore.environment
    environment["PATH"] = "\(store.home)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["TERM"] = "xterm"
    // Else fish goes through all manual pages of the machine, in the background.
    environment["FISH_UNIT_TESTS_RUNNING"] = "1"
    let options = ["bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": []]
    terminal = try PseudoTerminal(
      running: "/usr/bin/\(shell)", [shell] + (options[shell] ?? []) + ["-i"],
      environment: environment)
    _ = try enter("stty columns 150 rows 50; source ~/rc")
  }

  /// Types a line, and returns what is shown up to its end.
  private func enter(_ line: String) throws -> String {
    let before = terminal.shown.utf8.count
    terminal.type("\(line)\r")
    try terminal.wait(for: "}}\r\n")
    return String(decoding: terminal.shown.utf8.dropFirst(before), as: UTF8.self)
  }

  /// Selects each odd name by Tab, and has the entry shown.
  func showsEntries() throws {
    for (number, name) in Self.oddNames.enumerated() where isCompleted(name) {
      let shown = try enter("pwstore load odd\(number)/\t")
      #expect(shown.contains("<secret\(number)>"), "\(name): \(shown.debugDescription)")
    }
    let shown = try enter("pwstore load bytes/l\t")
    #expect(shown.contains("<login>"), "\(shown.debugDescription)")
  }

  /// Fish takes a tab for the end of the name, and is not to show some others.
  private func isCompleted(_ name: String) -> Bool {
    shell != "fish" || !name.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }
  }

  /// Compares all words that are offered, and what words mean that are quoted.
  func completesWords(without left: String = "-") throws {
    for (line, words) in Self.lines where !line.hasSuffix(left) {
      guard shell == "fish" else { break }
      let shown = try enter("all '\(line.replacing("OTHER", with: "\(store.root)/../other"))'")
      let expected = words.split(separator: " ").map { "<\($0)>" }.joined()
      #expect(shown.contains("\(expected)\r\n"), "\(line): \(shown.debugDescription)")
    }
    _ = try enter("pretend")
    // Bash inserts but what stands behind a "=".
    for (line, words) in Self.lines where !line.hasSuffix(left) && !line.hasSuffix("=") {
      guard shell != "fish" else { break }
      let line = line.replacing("OTHER", with: "\(store.root)/../other")
      let shown = try enter("\(line)\u{18}a")
      let before = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst()
      let expected = (before.dropLast() + words.split(separator: " ")).map { "<\($0)>" }.joined()
      #expect(shown.contains("\(expected)\r\n"), "\(line): \(shown.debugDescription)")
    }
    for (number, name) in Self.oddNames.enumerated() where isCompleted(name) {
      for quote in ["\"", "'"] {
        let shown = try enter("pwstore load \(quote)odd\(number)/\t")
          .replacing("\r\n", with: "\n")
        #expect(shown.contains("<load><odd\(number)/\(name)>"), "\(shown.debugDescription)")
      }
    }
    let typed = [
      (#"\~t"#, "<~tilde>"), (##"\#h"##, "<#hash>"), ("./-", "<./-dash>"), (#"\$d"#, "<$dollar>"),
      ("-- -", "<--><-dash>"), (#"it\'"#, "<it's>"), ("Email/'g", "<Email/gmail>"),
      ("Em\tg", "<Email/gmail>"), ("'Em'ail/g", "<Email/gmail>"),
      ("My\tit", "<My 'dir/it's $x>"), ("'My\tit", "<My 'dir/it's $x>"),
      ("\"My\tit", "<My 'dir/it's $x>"), ("fo\ta", "<fo\nld/a b>"),
    ]
    for (start, words) in typed {
      let shown = try enter("pwstore load \(start)\t").replacing("\r\n", with: "\n")
      #expect(shown.contains("<load>\(words)"), "\(start): \(shown.debugDescription)")
    }
  }

  func describesOptions() throws {
    terminal.type("pwstore load --n\t")
    try terminal.wait(for: "Print no newline behind a value")
    _ = try enter("\u{3}true")
  }

  /// Lists names that would set the terminal's title, and its colour.
  func hidesControlCharacters() throws {
    for quote in ["", "\"", "'"] {
      let before = terminal.shown.count
      terminal.type("pwstore load \(quote)esc/\t")
      try terminal.wait(for: "zz")
      let shown = terminal.shown.dropFirst(before)
      #expect(!shown.contains("\u{1B}]0;owned") && !shown.contains("\u{9B}31m"), "\(quote)")
      // Clears the line.
      _ = try enter("\u{15}true")
    }
  }

  /// Completes the name of a program that is an alias for this one, though there is
  /// another of that name.
  func completesAlias() throws {
    try store.shell("mkdir home/real; echo 'echo >&2' > home/real/pass; chmod +x home/real/pass")
    _ = try enter("alias pass=pwstore; PATH=~/real:$PATH")
    let shown = try enter("pass load Email/g\t")
    #expect(shown.contains("<load><Email/gmail>"), "\(shown.debugDescription)")
  }
}
