extension Command {
  /// The words of the usage line: `load [--json] KEY [FIELD]`.
  var synopsis: [String] { [name] + parameters.map(\.synopsis) }

  /// The usage line for a program that is called `program`.
  func usage(of program: String) -> String {
    let words = program == alsoCalled ? synopsis.dropFirst() : synopsis[...]
    return "usage: \(program) \(words.joined(separator: " "))"
  }
}

extension Parameter {
  /// How the usage line shows the parameter: `[-c[LINE]]`, `[--rev REV]`,
  /// `KEY...`.
  var synopsis: String {
    switch kind {
    case .flag: "[\(shortestForm)]"
    case .option(let value, mayBeLeftOut: false): "[\(shortestForm) \(value)]"
    case .option(let value, mayBeLeftOut: true):
      letterTakesValue
        ? "[\(shortestForm)[\(short == nil ? "=" : "")\(value)]]" : "[--\(name)[=\(value)]]"
    case .positional(minimum: 0, maximum: nil): "[\(name)]..."
    case .positional(minimum: 0, maximum: _): "[\(name)]"
    case .positional(minimum: _, maximum: nil): "\(name)..."
    case .positional: name
    case .commandLine: "-- \(name)..."
    }
  }

  /// How the list of options shows the parameter: `-c, --clip[=LINE]`.
  var listing: String {
    guard isOption else { return name }
    let names = (short.map { "-\($0), " } ?? "    ") + "--\(name)"
    return switch kind {
    case .option(let value, mayBeLeftOut: false): "\(names) \(value)"
    case .option(let value, mayBeLeftOut: true): "\(names)[=\(value)]"
    default: names
    }
  }

  private var shortestForm: String { short.map { "-\($0)" } ?? "--\(name)" }
}
