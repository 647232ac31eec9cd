import Foundation

/// A terminal, perhaps with a program on it; the test is the person in front.
///
/// One thread at a time may use it.
public final class PseudoTerminal: @unchecked Sendable {
  /// The path of the program's side.
  public let path: String
  /// All that has been shown so far.
  public private(set) var shown = ""
  private let master: Int32
  private var process: pid_t?
  /// The program's side, held open where the test itself is the program.
  private var held: Int32?
  private var waited = 0

  /// What did not happen in time.
  public struct Silence: Error, CustomStringConvertible {
    /// What was waited for, and what had been shown.
    public let description: String
  }

  /// Opens a terminal without a program.
  public init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number) = (Int32(0), Int32(0))
    let unlock = UInt(0x4004_5431)  // TIOCSPTLCK, a macro with a computed value.
    let getNumber = UInt(0x8004_5430)  // TIOCGPTN
    guard master >= 0, ioctl(master, unlock, &locked) == 0, ioctl(master, getNumber, &number) == 0
    else { throw Silence(description: "no pseudo terminal: error \(errno)") }
    path = "/dev/pts/\(number)"
    held = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  /// Starts a program, whose controlling terminal and standard streams this is.
  ///
  /// - Parameters:
  ///   - program: The program's file.
  ///   - arguments: All words, the program's own name first.
  ///   - environment: The whole environment.
  /// - Throws: An error if there is no terminal, or no such program.
  public convenience init(
    running program: String, _ arguments: [String], environment: [String: String]
  ) throws {
    try self.init()
    let path = path
    process = try spawn(
      program, arguments.map { Array($0.utf8) }, environment: environment, session: true
    ) { actions in
      // The first terminal that the leader of a session opens is its own.
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    if let held { close(held) }
    held = nil
  }

  deinit {
    if let process {
      kill(process, SIGKILL)
      _ = waitForEnd(of: process)
    }
    if let held { close(held) }
    close(master)
  }

  /// Whether what is typed is shown.
  public var isEchoing: Bool {
    var attributes = termios()
    return tcgetattr(master, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Types `text`; "\u{3}" is Ctrl-C, "\u{4}" Ctrl-D, "\u{7F}" backspace.
  public func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Waits until `text` is shown, behind what was waited for before.
  ///
  /// - Throws: ``Silence`` after a hundred seconds, or when the program ends.
  public func wait(for text: String) throws {
    while true {
      let new = shown.dropFirst(waited)
      if let range = new.range(of: text) {
        waited = shown.distance(from: shown.startIndex, to: range.upperBound)
        return
      }
      guard try read() else {
        throw Silence(
          description: "ended without \(text.debugDescription): \(shown.debugDescription)")
      }
    }
  }

  /// Waits until the program ends.
  ///
  /// - Returns: The exit status; 128 and the signal's number if a signal ended
  ///   it; -1 if there is no program.
  /// - Throws: ``Silence``, if it shows nothing for a hundred seconds.
  public func end() throws -> Int32 {
    guard let process else { return -1 }
    while try read() {}
    self.process = nil
    return waitForEnd(of: process)
  }

  /// Sends the program a signal.
  public func send(_ signal: Int32) {
    if let process { kill(process, signal) }
  }

  /// Reads once; says whether there may be more.
  private func read() throws -> Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 100_000) > 0 else {
      throw Silence(description: "still waiting after: \(shown.debugDescription)")
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    shown += String(decoding: buffer[..<count], as: UTF8.self)
    return true
  }
}
