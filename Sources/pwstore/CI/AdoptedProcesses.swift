import Glibc
import PWCore

/// The children that this process has, with those that others have left to it.
enum AdoptedProcesses {
  /// How long they may take to end: milliseconds.
  private static let patience = 2000

  /// The numbers of all children, from proc(5).
  static func all() -> Set<pid_t> {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var children: Set<pid_t> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = pid_t(name), parent(of: number) == getpid() else { continue }
      children.insert(number)
    }
    return children
  }

  /// Ends all children but some: asks them to, and kills those that stay.
  static func end(except spared: Set<pid_t>) {
    for round in 0..<(patience / 20) {
      reap(except: spared)
      // The children of one that has ended are ours now.
      let rest = all().subtracting(spared)
      guard !rest.isEmpty else { return }
      if round % 10 == 0 { for process in rest { kill(process, SIGTERM) } }
      usleep(20_000)
    }
    for _ in 0..<50 {
      let rest = all().subtracting(spared)
      guard !rest.isEmpty else { return }
      for process in rest { kill(process, SIGKILL) }
      usleep(2000)
      reap(except: spared)
    }
  }

  private static func reap(except spared: Set<pid_t>) {
    for process in all().subtracting(spared) { waitpid(process, nil, WNOHANG) }
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let content = try? SecretBytes.contents(of: FilePath("/proc/\(process)/stat")) else {
      return nil
    }
    return content.withBytes { bytes in
      bytes.withUnsafeBytes { bytes in
        // The program's name, in parentheses, may hold anything.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        return words.count > 1 ? pid_t(String(decoding: words[1], as: UTF8.self)) : nil
      }
    }
  }
}
