import Foundation

/// A terminal in tmux with a shell on it, whose screen can be looked at; the test is
/// the person in front.
///
/// One thread at a time may use it.
public final class Tmux: @unchecked Sendable {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  /// What was not shown in time.
  public struct Silence: Error, CustomStringConvertible {
    /// What was waited for, and the screen.
    public let description: String
  }

  /// Starts tmux, and a shell whose prompt is `$ `.
  ///
  /// - Parameters:
  ///   - environment: The whole environment.
  ///   - columns: The width.
  ///   - lines: The height.
  /// - Throws: An error if it cannot be started.
  public init(_ environment: [String: String], columns: Int = 80, lines: Int = 24) throws {
    folder = try TemporaryFolder()
    var variables = environment
    (variables["LC_ALL"], variables["PS1"], variables["ENV"]) = ("C.UTF-8", "$ ", nil)
    self.environment = variables
    // Programs may fill tmux's own buffer, which is its clipboard.
    let words =
      prefix + [
        "start-server", ";", "set-option", "-g", "set-clipboard", "on", ";", "new-session", "-d",
        "-x", "\(columns)", "-y", "\(lines)",
        // Two words: one would be run by another shell, which takes the prompt away.
        "sh", "-i",
      ]
    // Not by run(_:): the server would keep a file of it open.
    let process = try spawn(
      "/usr/bin/tmux", words.map { Array($0.utf8) }, environment: variables
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    _ = waitForEnd(of: process)
    try wait(for: "$")
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Runs a command line in the shell, on an empty screen.
  public func enter(_ line: String) throws {
    try must(["send-keys", "-l", "clear; \(line)", ";", "send-keys", "Enter"])
  }

  /// Presses keys, by tmux's names such as `C-c`.
  public func press(_ keys: String...) throws { try must(["send-keys"] + keys) }

  /// Types text as it is.
  public func type(_ text: String) throws { try must(["send-keys", "-l", text]) }

  /// Pastes text, as one does with a mouse.
  public func paste(_ text: String) throws {
    try must(["set-buffer", text, ";", "paste-buffer", "-p"])
  }

  /// Makes the terminal larger or smaller.
  public func resize(columns: Int, lines: Int) throws {
    try must(["resize-window", "-x", "\(columns)", "-y", "\(lines)"])
  }

  /// The screen, without the blank lines at its end.
  public func screen() throws -> String {
    try tmux(["capture-pane", "-p"]).text.trimmingCharacters(in: .newlines)
  }

  /// The screen, and what has left it at the top.
  public func history() throws -> String { try tmux(["capture-pane", "-p", "-S", "-"]).text }

  /// What a program has put on tmux's clipboard.
  public func clipboard() throws -> String { try tmux(["show-buffer"]).text }

  /// The number of the process that the shell waits for; `nil` if there is none.
  public func foregroundProcess() throws -> pid_t? {
    let shell = try tmux(["display-message", "-p", "#{pane_pid}"]).text
    let child = try run(["pgrep", "-P", shell.trimmingCharacters(in: .newlines)]).text
    return pid_t(child.trimmingCharacters(in: .newlines))
  }

  /// Waits until the screen is as it should be.
  ///
  /// - Parameters:
  ///   - what: What it should show, for the error.
  ///   - condition: Whether the screen is so.
  /// - Returns: The screen.
  /// - Throws: ``Silence`` after twenty seconds.
  @discardableResult
  public func wait(for what: String, _ condition: (String) -> Bool) throws -> String {
    var screen = ""
    let isShown = try eventually(within: 20) {
      screen = try self.screen()
      return condition(screen)
    }
    guard isShown else { throw Silence(description: "no \(what.debugDescription) in:\n\(screen)") }
    return screen
  }

  /// Waits until a text is on the screen.
  @discardableResult
  public func wait(for text: String) throws -> String {
    try wait(for: text) { $0.contains(text) }
  }

  private func tmux(_ words: [String]) throws -> Outcome {
    try run(prefix + words, environment: environment)
  }

  private var prefix: [String] {
    ["tmux", "-u", "-S", "\(folder.path)/socket", "-f", "/dev/null"]
  }

  private func must(_ words: [String]) throws {
    let outcome = try tmux(words)
    guard outcome.status == 0 else { throw Silence(description: outcome.errorText) }
  }
}
