import Foundation

extension TestStore {
  /// Makes `pass` our program for all that ``shell(_:input:)`` runs.
  public func answerToPass() throws {
    try FileManager.default.createDirectory(
      atPath: "\(home)/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/bin/pass", withDestinationPath: Pwstore.path)
    let path = pwstore.environment["PATH"] ?? "/usr/bin:/bin"
    pwstore.environment["PATH"] = "\(home)/bin:\(path)"
  }
}
