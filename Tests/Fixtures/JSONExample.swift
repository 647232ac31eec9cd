import Foundation

/// A JSON value of an example, in which words such as `DATE` stand for what is
/// another one each time.
public struct JSONExample {
  /// Why a value is not as the example has it.
  public struct Mismatch: Error, CustomStringConvertible {
    /// Where, and what is there.
    public let description: String
  }

  private let value: Any

  /// Reads an example.
  public init(_ text: String) throws { value = try Self.parse(Array(text.utf8)) }

  /// Compares an output with the example: the same names, types and values.
  ///
  /// - Throws: ``Mismatch``, or an error if it is no JSON.
  public func compare(_ output: [UInt8]) throws {
    try Self.compare(value, try Self.parse(output), at: "$")
  }

  private static func parse(_ text: [UInt8]) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
  }

  private static let placeholders = [
    "DATE": #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:?\d\d|Z)"#,
    "COMMIT": "[0-9a-f]{40}", "FINGERPRINT": "[0-9A-F]{40}", "KEYID": "[0-9A-F]{16}",
    "ADDRESS": "/.*",
  ]

  private static func compare(_ expected: Any, _ actual: Any, at path: String) throws {
    switch (expected, actual) {
    case (let expected as [String: Any], let actual as [String: Any]):
      guard Set(expected.keys) == Set(actual.keys) else {
        throw Mismatch(description: "\(path) has \(actual.keys.sorted())")
      }
      for (name, value) in expected {
        try actual[name].map { try compare(value, $0, at: "\(path).\(name)") }
      }
    case (let expected as [Any], let actual as [Any]):
      guard expected.count == actual.count else {
        throw Mismatch(description: "\(path) has \(actual.count) values: \(actual)")
      }
      for (index, (a, b)) in zip(expected, actual).enumerated() {
        try compare(a, b, at: "\(path)[\(index)]")
      }
    case (let expected as String, let actual as String):
      let isSame =
        if let pattern = placeholders[expected] {
          actual.range(of: "^\(pattern)$", options: .regularExpression) != nil
        } else {
          expected == actual
        }
      guard isSame else { throw Mismatch(description: "\(path) is \"\(actual)\"") }
    case (is NSNull, is NSNull): break
    // Of numbers, the type alone.
    case ("SIZE" as String, is NSNumber): break
    case (let expected as NSNumber, let actual as NSNumber):
      // Foundation takes true for 1.
      guard expected == actual, type(of: expected) == type(of: actual) else {
        throw Mismatch(description: "\(path) is \(actual)")
      }
    default: throw Mismatch(description: "\(path) is \(actual)")
    }
  }
}
