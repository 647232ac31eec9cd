import Glibc

/// The environment variables, read once.
struct Environment: Sendable {
  private var variables: [String: [UInt8]] = [:]

  /// An environment made of these variables.
  init(_ variables: [String: String]) { self.variables = variables.mapValues { Array($0.utf8) } }

  /// The process's own environment.
  init() {
    var next = environ
    while let variable = next.pointee {
      if let equals = strchr(variable, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: variable, count: equals - variable)
        let value = UnsafeRawBufferPointer(start: equals + 1, count: strlen(equals + 1))
        variables[String(decoding: name, as: UTF8.self)] = Array(value)
      }
      next += 1
    }
  }

  /// A variable's bytes; `nil` if it is not set.
  func bytes(_ name: String) -> [UInt8]? { variables[name] }

  /// A variable as text; `nil` if it is not set, or empty, as for most programs
  /// that is the same.
  subscript(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return String(decoding: value, as: UTF8.self)
  }
}
