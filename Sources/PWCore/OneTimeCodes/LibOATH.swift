import COath

/// The C library, loaded when it is first used.
enum LibOATH {
  /// Its functions; `nil` if it cannot be loaded.
  static let functions: coath_functions? = {
    var functions = coath_functions()
    return coath_load(&functions) == 0 ? nil : functions
  }()
}
