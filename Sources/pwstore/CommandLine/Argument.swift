import PWCore

/// One word of the command line: bytes, as the kernel hands them over.
///
/// Keys and names of files need not be UTF-8, and Swift's own
/// `CommandLine.arguments` repairs what is not.
struct Argument: Hashable, Sendable {
  /// The bytes, without a NUL at the end.
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { self.init(text.utf8) }

  /// The word as text; `nil` if it is not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The words the process was started with, the program's own name first.
  static func ofProcess() -> [Argument] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        var bytes: [UInt8] = []
        var next = word
        while next.pointee != 0 {
          bytes.append(UInt8(bitPattern: next.pointee))
          next += 1
        }
        return Argument(bytes)
      }
    }
  }
}

extension Argument: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}

extension Argument: CustomStringConvertible {
  /// The word as messages show it: in double quotes, with control characters
  /// escaped.
  var description: String { quoted(bytes) }
}
