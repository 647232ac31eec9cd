import PWCore

/// What a command is to get: which variable, from where, and what else.
///
/// Nothing is decrypted until ``resolve(_:)``; all is, before the command starts.
struct ExecPlan {
  /// A secret that has been looked up.
  struct Value {
    /// What it is called in messages.
    let name: String
    let secret: SharedSecret
  }

  /// What a variable gets.
  private enum Source {
    /// A secret: of a field, or the password.
    case secret(SecretReference)
    /// A file with a secret: a field, or the whole entry.
    case file(SecretReference)
    /// What stands in a file.
    case literal(SharedSecret)
  }

  private struct Variable {
    let name: VariableName
    let source: Source
    /// What gives the variable, for messages.
    let origin: String
    /// Turns a failure into what the user should see.
    var explain: ((any Failure) -> any Failure)?
  }

  private let store: PasswordStore
  private var variables: [Variable] = []
  /// The entries, or the one field of an entry, whose fields become variables.
  private var services: [SecretReference] = []
  private var input: SecretReference?
  private let prefix: String

  init(_ store: PasswordStore, prefix: String) {
    (self.store, self.prefix) = (store, prefix)
  }

  /// Gives a variable the value of a secret.
  mutating func add(_ assignment: SecretAssignment) throws {
    let reference = try store.reference(assignment.reference)
    variables.append(
      Variable(name: assignment.name, source: .secret(reference), origin: "\"-e \(assignment)\""))
  }

  /// Gives a variable the name of a file with a secret.
  mutating func add(file assignment: SecretAssignment) throws {
    let reference = try store.reference(assignment.reference)
    variables.append(
      Variable(name: assignment.name, source: .file(reference), origin: "\"--fd \(assignment)\""))
  }

  /// Gives the fields of an entry to variables of their names.
  mutating func add(service reference: [UInt8]) throws {
    services.append(try store.reference(reference))
  }

  /// Gives standard input.
  mutating func setInput(_ reference: [UInt8]) throws { input = try store.reference(reference) }

  /// Adds the variables of a file.
  mutating func add(_ file: EnvironmentFile) throws {
    let mark = Array("pw:".utf8)
    for line in file.lines {
      func explain(_ failure: any Failure) -> any Failure {
        EnvironmentFile.Failed(
          path: file.path, line: line.number, reason: failure.description, cause: failure,
          hint: failure.hint)
      }
      let source = try line.value.bytes.withBytes { bytes -> Source in
        guard bytes.count >= mark.count, mark.indices.allSatisfy({ bytes[$0] == mark[$0] }) else {
          return .literal(line.value)
        }
        do {
          return .secret(
            try store.reference((mark.count..<bytes.count).map { bytes[$0] }))
        } catch let error as any Failure {
          throw explain(error)
        }
      }
      variables.append(
        Variable(
          name: line.name, source: source,
          origin: "\(quoted(file.path.bytes)), line \(line.number)", explain: explain))
    }
  }

  /// Decrypts everything, each entry once.
  ///
  /// - Throws: ``StoreError``, ``UsageError``, ``EnvironmentFile/Failed``.
  func resolve() throws -> ExecInput {
    let result = ExecInput()
    var origins: [VariableName: String] = [:]
    func claim(_ name: VariableName, _ origin: String) throws {
      if let other = origins.updateValue(origin, forKey: name) {
        throw UsageError(
          "the variable \"\(name)\" is given twice: by \(other), and by \(origin)",
          hint: "choose other names with -e, or use --prefix")
      }
    }
    for variable in variables { try claim(variable.name, variable.origin) }
    let entries = try loadEntries()
    var known: [SecretReference: SharedSecret] = [:]
    for variable in variables {
      do {
        switch variable.source {
        case .literal(let value): try result.set(variable.name, to: value, called: nil)
        case .secret(let reference):
          let value =
            try known[reference]
            ?? SharedSecret(entries.namedValue(of: reference, else: "password"))
          known[reference] = value
          try result.set(variable.name, to: value, called: "\(quoted(reference.description))")
        case .file(let reference):
          result.addFile(variable.name, try whole(reference, of: entries, into: result))
        }
      } catch let error as any Failure {
        throw variable.explain?(error) ?? error
      }
    }
    for reference in services {
      for field in try fields(of: reference, entries) {
        let name = VariableName(field: field.name, prefix: prefix)
        let full = SecretReference(reference.key, field.name)
        let origin = quoted(full.description)
        if name.isPowerful {
          throw UsageError(
            "\(origin) would set the variable \"\(name)\", which decides what programs do",
            hint: "use --prefix, or if it is meant to be so, \"-e \(name)=...\"")
        }
        try claim(name, origin)
        try result.set(name, to: field.value, called: origin)
      }
    }
    if let input { result.input = try whole(input, of: entries, into: result) }
    return result
  }

  /// The fields of an entry that become variables.
  private func fields(
    of reference: SecretReference, _ entries: LoadedEntries
  ) throws -> [(name: String, value: SharedSecret)] {
    if let field = reference.field {
      return [(field, SharedSecret(try entries.namedValue(of: reference)))]
    }
    let all: [(name: String, value: SharedSecret)]
    do {
      all = try entries.entry(reference.key).fields()
    } catch let error as EntryError {
      throw UnreadableEntry(key: reference.key, cause: error)
    }
    let fields = all.filter { $0.name != "notes" }
    guard !fields.isEmpty else {
      throw UsageError(
        "the entry \(quoted(reference.key.bytes)) has no fields",
        hint: "hand it over as a whole by --stdin or --fd")
    }
    return fields
  }

  /// The value of a field, or a whole entry, which is to be hidden with all its fields.
  private func whole(
    _ reference: SecretReference, of entries: LoadedEntries, into result: ExecInput
  ) throws -> SharedSecret {
    let value = SharedSecret(try entries.namedValue(of: reference))
    result.hide(value, called: quoted(reference.description))
    if reference.field == nil, let fields = try? entries.entry(reference.key).fields() {
      // A short one, such as a port, is hidden only as a part of its line.
      for field in fields { result.hide(field.value, called: nil) }
    }
    return value
  }

  private func loadEntries() throws -> LoadedEntries {
    // The first failure of a file's line is to tell the line.
    for variable in variables {
      guard let explain = variable.explain, case .secret(let reference) = variable.source else {
        continue
      }
      guard try store.contains(reference.key) else {
        throw explain(StoreError.noSuchEntry(reference.key))
      }
    }
    let named = variables.compactMap { variable in
      switch variable.source {
      case .secret(let reference), .file(let reference): reference.key
      case .literal: nil as ServiceKey?
      }
    }
    return try store.load(named + services.map(\.key) + [input?.key].compactMap { $0 })
  }
}
