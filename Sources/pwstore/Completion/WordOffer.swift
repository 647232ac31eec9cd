import PWCore

/// What is offered to complete a word, as ``CompleteWords`` tells it.
struct WordOffer {
  /// The fields, each with a NUL behind it.
  private(set) var fields: [UInt8] = []
  private let point: CompletionPoint
  /// What is typed of the value.
  private let typed: ArraySlice<UInt8>
  private let isMatching: Bool
  private let names: StoreNames

  /// Collects what to offer.
  ///
  /// - Parameters:
  ///   - point: Where the word stands.
  ///   - word: What is typed of it.
  ///   - matching: Whether all that is offered has to begin with it.
  ///   - session: Knows the store, if the line names none, and extensions.
  init(
    _ point: CompletionPoint, of word: Argument, matching: Bool, in session: Session
  ) {
    (self.point, isMatching) = (point, matching)
    typed = word.bytes.dropFirst(point.prefix.count)
    let store = point.store.map { session.folder(typed: $0) } ?? session.storeFolder
    names = StoreNames(store)
    switch point.target {
    case .nothing: break
    case .command:
      add("commands")
      addKeys(typed)
      if !typed.contains(UInt8(ascii: "/")) {
        let names = Extension.names(beginningWith: matching ? Array(typed) : [], in: session)
        add(names.filter { session.table.command(String(decoding: $0, as: UTF8.self)) == nil })
      }
    case .value(.git(let words)):
      add("git")
      add("\(point.start + 1)")
      fields += store.bytes + [0]
      for word in words { add(word) }
    case .value(let completion): add(completion)
    }
  }

  private mutating func add(_ completion: Parameter.Completion) {
    switch completion {
    case .nothing, .git: break
    case .entries, .entriesAndFolders: addList("keys") { $0.addKeys($0.typed) }
    case .folders: addList("keys") { $0.addKeys($0.typed, onlyFolders: true) }
    case .references: addList("keys") { $0.addReferences($0.typed) }
    case .variables:
      guard let mark = typed.firstIndex(of: UInt8(ascii: "=")) else { return }
      addList("keys") { $0.addReferences($0.typed[(mark + 1)...]) }
    case .fields: addList("words") { $0.add([Array("password".utf8)]) }
    case .assignments: addAssignments()
    case .files: addPlace("files", typed.startIndex)
    case .directories: addPlace("folders", typed.startIndex)
    case .recipients: addList("words") { $0.add($0.names.recipients().map { Array($0.utf8) }) }
    case .revisions: addList("words") { $0.add($0.names.revisions()) }
    case .remotes: addList("words") { $0.add($0.names.remotes()) }
    case .commands: add("commands")
    case .words(let words): addList("words") { $0.add(words.map { Array($0.utf8) }) }
    case .verb(let verbs, _, .commandLine):
      add(.commandLine)
      add(verbs.map { Array($0.utf8) })
    case .verb(let verbs, _, let other):
      add(other)
      if fields.isEmpty { add("words") }
      add(verbs.map { Array($0.utf8) })
    case .commandLine:
      add("run")
      add("\(point.start + 1)")
    }
  }

  private mutating func addList(_ kind: String, _ fill: (inout Self) -> Void) {
    add(kind)
    fill(&self)
  }

  /// Adds words that may stand in the place of the value.
  private mutating func add(_ words: [[UInt8]]) {
    for word in words where !isMatching || word.starts(with: typed) {
      fields += point.prefix + word + [0]
    }
  }

  /// Adds the keys that a part of the word may become.
  private mutating func addKeys(_ word: ArraySlice<UInt8>, onlyFolders: Bool = false) {
    fields += names.keys(
      for: word, matching: isMatching, onlyFolders: onlyFolders, mayBeOption: point.mayBeOption,
      behind: point.prefix + typed[..<word.startIndex])
  }

  /// Adds keys, and behind the `#` that divides key and field, the one field that
  /// each entry has.
  private mutating func addReferences(_ word: ArraySlice<UInt8>) {
    addKeys(word)
    guard let mark = word.lastIndex(of: UInt8(ascii: "#")), names.isEntry(word[..<mark]) else {
      return
    }
    add([Array(typed[...mark]) + "password".utf8])
  }

  /// Adds names of fields that many entries have, or leaves a file to the shell.
  private mutating func addAssignments() {
    if let mark = typed.firstIndex(of: UInt8(ascii: "=")) {
      guard typed[(mark + 1)...].first == UInt8(ascii: "@") else { return }
      return addPlace("files", mark + 2)
    }
    addList("words") { offer in
      offer.add(["password", "username=", "url=", "notes="].map { Array($0.utf8) })
    }
  }

  private mutating func addPlace(_ kind: String, _ start: Int) {
    add(kind)
    fields += point.prefix + typed[..<start] + [0]
  }

  private mutating func add(_ field: String) { fields += field.utf8 + [0] }
}

extension Session {
  /// The folder that a word of a line means which no shell has expanded yet.
  fileprivate func folder(typed word: Argument) -> FilePath {
    guard word.bytes.starts(with: "~/".utf8), let home = environment.bytes("HOME") else {
      return FilePath(word.bytes)
    }
    return FilePath(home + word.bytes.dropFirst())
  }
}
