import Foundation

/// What jobs that `pwstore ci` runs may leave behind.
public enum JobTraces {
  /// The homes that lie in memory.
  public static var homes: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return Set(names.filter { $0.hasPrefix("pwstore-ci.") }.map { "/dev/shm/\($0)" })
  }

  /// The processes, our own aside, that have a text in their arguments or their
  /// environment; those that are dead have neither.
  public static func processes(with text: String) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      ["cmdline", "environ"].contains { file in
        let content = (try? readFile("/proc/\(process)/\(file)")) ?? []
        return String(decoding: content, as: UTF8.self).contains(text)
      }
    }
  }
}
