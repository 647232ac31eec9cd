extension Parameter {
  /// How the synopsis of a manual page shows the parameter.
  var mdocSynopsis: String {
    let option = short.map { ".Op Fl \(Mdoc.word(String($0)))" } ?? ".Op Fl \(mdocName)"
    return switch kind {
    case .flag: option
    case .option(let value, mayBeLeftOut: false): "\(option) Ar \(Mdoc.word(value))"
    case .option(let value, mayBeLeftOut: true):
      short != nil && letterTakesValue
        ? "\(option) Ns Op Ar \(Mdoc.word(value))"
        : ".Op Fl \(mdocName) Ns Op = Ns Ar \(Mdoc.word(value))"
    case .positional(minimum: 0, maximum: nil): ".Op Ar \(Mdoc.word(name)) ..."
    case .positional(minimum: 0, maximum: _): ".Op Ar \(Mdoc.word(name))"
    case .positional(minimum: _, maximum: nil): ".Ar \(Mdoc.word(name)) ..."
    case .positional: ".Ar \(Mdoc.word(name))"
    case .commandLine: ".Fl \\- Ar \(Mdoc.word(name)) ..."
    }
  }

  /// How the list of options shows the parameter.
  var mdocListing: String {
    guard isOption else { return "Ar \(Mdoc.word(name))" }
    let names = (short.map { "Fl \(Mdoc.word(String($0))) , " } ?? "") + "Fl \(mdocName)"
    return switch kind {
    case .option(let value, mayBeLeftOut: false): "\(names) Ar \(Mdoc.word(value))"
    case .option(let value, mayBeLeftOut: true): "\(names) Ns Op = Ns Ar \(Mdoc.word(value))"
    default: names
    }
  }

  /// The words in capitals with which the parameter, and text about it, speaks of a value.
  var placeholders: [String] {
    var text = isOption ? "" : name
    if case .option(let value, _) = kind { text = value }
    return text.split { !($0.isASCII && $0.isLetter) }.map(String.init)
      .filter { $0 == $0.uppercased() }
  }

  /// The long name behind the dash that the macro adds.
  private var mdocName: String { Mdoc.word("-\(name)") }
}
