import PWCore

/// A text with places for secrets: `{{ pw:KEY#FIELD }}`.
///
/// All other text stays as it is, other programs' `{{ ... }}` too. `{{ pw:{{ }}` stands
/// for `{{`.
struct Template {
  /// A place for a secret.
  struct Place {
    /// From the first brace to behind the last one.
    let range: Range<Int>
    let line: Int
    /// What is to be there; `nil` for two braces.
    let reference: SecretReference?
  }

  /// What is wrong with a template, in which lines.
  struct Failed: Failure {
    let name: String
    let reasons: [(line: Int, failure: any Failure)]

    /// How many are told: the rest comes to light when these are mended.
    private static let most = 20

    var description: String {
      let told = reasons.prefix(Self.most).map { "line \($0.line): \($0.failure)" }
      let rest = reasons.count - told.count
      return "\(name) cannot be filled: " + told.joined(separator: "; ")
        + (rest > 0 ? "; and \(rest) more" : "")
    }

    var exitCode: ExitCode { reasons.first?.failure.exitCode ?? .failure }

    var hint: String? { reasons.count == 1 ? reasons.first?.failure.hint : nil }
  }

  /// A template's own mistake.
  struct NotClosed: Failure {
    let description = "there is no \"}}\" behind \"{{ pw:\" in the line"
    let exitCode = ExitCode.failure
    let hint: String? = "\"{{ pw:{{ }}\" stands for two braces that are only text"
  }

  private let text: SharedSecret
  /// What the template is called in messages.
  private let name: String
  private(set) var places: [Place] = []

  /// Finds the places, and looks up what they name; decrypts nothing.
  ///
  /// - Throws: ``Failed``.
  init(_ text: consuming SecretBytes, called name: String, for store: PasswordStore) throws {
    self.text = SharedSecret(text)
    self.name = name
    var failures: [(line: Int, failure: any Failure)] = []
    var found: [Place] = []
    try self.text.bytes.withBytes { bytes in
      var scanner = TemplateScanner()
      while let place = scanner.nextPlace(in: bytes) {
        do {
          guard let content = place.content else { throw NotClosed() }
          let word = content.map { bytes[$0] }
          let reference = word.elementsEqual("{{".utf8) ? nil : try store.reference(word)
          if let reference, try !store.contains(reference.key) {
            throw StoreError.noSuchEntry(reference.key)
          }
          found.append(Place(range: place.range, line: place.line, reference: reference))
        } catch let error as any Failure {
          failures.append((place.line, error))
        }
      }
    }
    guard failures.isEmpty else { throw Failed(name: name, reasons: failures) }
    places = found
  }

  /// Checks that all fields are there; entries are decrypted only where one is named.
  ///
  /// - Throws: ``Failed``, or what loading throws.
  func check(in store: PasswordStore) throws {
    let named = places.filter { $0.reference?.field != nil }
    _ = try values(of: named, in: store)
  }

  /// The text with the secrets.
  ///
  /// - Throws: ``Failed``, or what loading throws.
  func fill(from store: PasswordStore) throws -> SecretBytes {
    let values = try values(of: places, in: store)
    return text.bytes.withBytes { bytes in
      var result = SecretBytes(minimumCapacity: bytes.count)
      var position = 0
      for (place, value) in zip(places, values) {
        result.append(bytes.extracting(position..<place.range.lowerBound))
        if let value { result.append(value.bytes) } else { result.append("{{".utf8) }
        position = place.range.upperBound
      }
      result.append(bytes.extracting(position..<bytes.count))
      return result
    }
  }

  private func values(of places: [Place], in store: PasswordStore) throws -> [SharedSecret?] {
    let entries = try store.load(places.compactMap { $0.reference?.key })
    var failures: [(line: Int, failure: any Failure)] = []
    var values: [SharedSecret?] = []
    // Each once, however often it is named.
    var known: [SecretReference: SharedSecret] = [:]
    for place in places {
      do {
        if let reference = place.reference, known[reference] == nil {
          known[reference] = SharedSecret(try entries.namedValue(of: reference, else: "password"))
        }
        values.append(place.reference.flatMap { known[$0] })
      } catch let error as any Failure {
        failures.append((place.line, error))
      }
    }
    guard failures.isEmpty else { throw Failed(name: name, reasons: failures) }
    return values
  }
}
