import CQREncode

/// The C library, loaded when it is first used.
enum LibQREncode {
  /// Its functions; `nil` if it cannot be loaded.
  static let functions: cqrencode_functions? = {
    var functions = cqrencode_functions()
    return cqrencode_load(&functions) == 0 ? nil : functions
  }()
}
