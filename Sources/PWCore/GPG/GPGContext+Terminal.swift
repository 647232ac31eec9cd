import Glibc

extension GPGContext {
  /// Tells gpg-agent which terminal pinentry is to use.
  ///
  /// Sets `GPG_TTY` if it is unset or empty and the process has a terminal: its
  /// input, output or error stream, or else the one that controls it. To be
  /// called once, before a program starts threads: it changes the environment.
  public static func prepareTerminal() {
    if let set = getenv("GPG_TTY"), set.pointee != 0 { return }
    let streams = [Int32](0...2).lazy.compactMap { terminalName(of: $0) }
    guard let name = streams.first ?? controllingTerminal() else { return }
    setenv("GPG_TTY", name, 1)
  }

  private static func terminalName(of stream: Int32) -> String? {
    guard isatty(stream) == 1 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard ttyname_r(stream, buffer.baseAddress!, buffer.count) == 0 else { return nil }
      return String(cString: buffer.baseAddress!)
    }
  }

  /// The path of the terminal that controls the process.
  ///
  /// `/dev/tty` names it only within the process, and the agent is another.
  private static func controllingTerminal() -> String? {
    guard let file = try? FileDescriptor(FilePath("/proc/self/stat"), O_RDONLY),
      let content = try? file.readAll()
    else { return nil }
    // The program's name, in parentheses, may hold anything. Behind it, the
    // fifth word is the device's number (proc(5)).
    guard let end = content.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = content[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard words.count > 4, let device = UInt32(String(decoding: words[4], as: UTF8.self)) else {
      return nil
    }
    let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
    let name: String
    switch major {
    case 136...143: name = "/dev/pts/\(minor + (major - 136) << 20)"
    case 4 where minor < 64: name = "/dev/tty\(minor)"
    default: return nil
    }
    return access(name, R_OK | W_OK) == 0 ? name : nil
  }
}
