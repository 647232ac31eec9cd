import Foundation

extension TestStore {
  /// What `body` makes gpg do, such as `["decrypt": 2, "encrypt": 1]`.
  public func gpgCalls(_ body: (Pwstore) throws -> Void) throws -> [String: Int] {
    let folder = "\(home)/counting"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      case "$*" in
        *--encrypt*) echo encrypt;; *--decrypt*) echo decrypt;; *--version*) ;; *) echo other;;
      esac >>'\(folder)/log'
      exec /usr/bin/gpg "$@"

      """
    try writeProgram(script, to: "\(folder)/gpg")
    try Data().write(to: URL(filePath: "\(folder)/log"))
    var counted = pwstore
    counted.environment["PATH"] = "\(folder):\(pwstore.environment["PATH"] ?? "/usr/bin:/bin")"
    try body(counted)
    let words = String(decoding: try readFile("\(folder)/log"), as: UTF8.self).split(
      separator: "\n")
    return Dictionary(words.map { (String($0), 1) }, uniquingKeysWith: +)
  }
}
