import Foundation

/// The bytes of a file.
///
/// `Data(contentsOf:)` would leak if the file is empty.
public func readFile(_ path: String) throws -> [UInt8] {
  let file = try FileHandle(forReadingFrom: URL(filePath: path))
  defer { try? file.close() }
  return Array(try file.readToEnd() ?? Data())
}
