/// What a merge makes of the lists of recipients.
extension StoreMerge {
  /// The ids to which entries of a folder are to be encrypted after the merge.
  func recipients(for folder: FolderName) throws -> [String] {
    if let override = store.recipientsOverride { return override }
    for candidate in folder.andThoseAbove {
      let file = candidate.appending(RecipientsFile.name)
      if let planned = recipientsFiles[file] {
        guard let content = planned else { continue }
        return try RecipientsFile(content, path: root.appending(file)).ids
      }
      if let ids = try store.ownRecipients(of: root.appending(candidate.bytes)) { return ids }
    }
    return try store.recipients(for: folder)
  }

  /// Whether the merge brings or takes a list that counts for an entry.
  func hasOtherList(_ key: ServiceKey) -> Bool {
    key.folder.andThoseAbove.contains { folder in
      let file = folder.appending(RecipientsFile.name)
      guard let planned = recipientsFiles[file] else { return false }
      return planned == nil || FileKind(root.appending(file), followingLinks: false) == nil
    }
  }

  mutating func mergeRecipients(
    _ item: TreeMerge.Item, _ base: [UInt8]?, _ ours: [UInt8]?, _ theirs: [UInt8]?
  ) throws -> Outcome {
    let list: [UInt8]
    switch RecipientsMerge.merge(base: base, ours: ours, theirs: theirs) {
    case .noFile: return .removed
    // Both have made a list: whether their people are to be one circle, nobody knows.
    case .file(let merged) where base != nil: list = merged
    case .conflict, .file:
      switch try choose(item, .content) {
      case .both:
        let all = RecipientsMerge.merge(base: nil, ours: ours, theirs: theirs)
        guard case .file(let merged) = all else { return .ours }
        list = merged
      case let outcome: return outcome
      }
    }
    if list == theirs { return .theirs }
    if list == ours { return .ours }
    if !store.signingKeys.isEmpty {
      let signature = try store.signRecipients(list, at: root.appending(item.path))
      plan(.bytes(signature), at: item.path + RecipientsFile.signatureSuffix)
    }
    return .new(list)
  }

  /// Takes people off a list that one side has made anew, if the other side has taken
  /// them off the list that counted there before.
  mutating func dropFormerRecipients() throws {
    guard listChanges.count == 2, store.recipientsOverride == nil else { return }
    let blobs = listChanges.flatMap {
      $0.values.flatMap { [$0.old, $0.new].compactMap { $0?.id } }
    }
    contents.merge(try repository.contents(of: Set(blobs))) { old, _ in old }
    func lines(_ blob: GitBlob?) -> RecipientsLines {
      RecipientsLines(blob.flatMap { contents[$0.id] } ?? [])
    }
    // One key may be named in several ways.
    var fingerprints: [String: String] = [:]
    func identity(_ id: String) throws(GPGError) -> String {
      if let known = fingerprints[id] { return known }
      let keys = try store.gpg.keys([id])
      let new = keys.count == 1 ? keys[0].fingerprint : RecipientsMerge.identity(id)
      fingerprints[id] = new
      return new
    }
    for (side, other) in [(listChanges[0], listChanges[1]), (listChanges[1], listChanges[0])] {
      for (path, change) in side where change.old == nil && other[path] == nil {
        let folder = FolderName(holding: path)
        var former = Set<String>()
        for above in folder.andThoseAbove where above != folder {
          guard let list = other[above.appending(RecipientsFile.name)] else { continue }
          former.formUnion(try lines(list.old).ids.map(identity))
          former.subtract(try lines(list.new).ids.map(identity))
        }
        guard !former.isEmpty else { continue }
        var list = lines(change.new)
        let before = list.ids
        let gone = try before.filter { former.contains(try identity($0)) }
        list.remove { gone.contains($0) }
        guard list.ids.count < before.count, !list.ids.isEmpty else { continue }
        plan(.bytes(list.bytes), at: path)
        if !store.signingKeys.isEmpty {
          let signature = try store.signRecipients(list.bytes, at: root.appending(path))
          plan(.bytes(signature), at: path + RecipientsFile.signatureSuffix)
        }
        remarks.append(
          "\(printable(path)): without \(gone.map { printable($0) }.joined(separator: ", ")), who was removed meanwhile"
        )
      }
    }
  }

  /// The signature goes with the list that it is of.
  func mergeSignature(_ item: TreeMerge.Item) -> Outcome {
    if recipientsFiles[item.path] != nil { return .undecided }  // Made anew already.
    let list = Array(item.path.dropLast(RecipientsFile.signatureSuffix.count))
    return recipientsFiles[list] == nil ? .ours : item.theirs == nil ? .ours : .theirs
  }

  /// Refuses lists of recipients that are not signed as they have to be.
  func checkRecipients() throws {
    guard !store.signingKeys.isEmpty, store.recipientsOverride == nil else { return }
    let suffix = RecipientsFile.signatureSuffix
    let lists = Set(
      recipientsFiles.keys.map { $0.ends(with: suffix) ? Array($0.dropLast(suffix.count)) : $0 })
    for list in lists {
      let content: [UInt8]?
      if let planned = recipientsFiles[list] {
        content = planned
      } else {
        content = try readFileIfAny(root.appending(list))
      }
      guard let content else {
        throw StoreError(
          .badSignature, "the remote has taken away the recipients file \(quoted(list))",
          hint: "if that is right, do the same here: \"pwstore init -p FOLDER ''\"")
      }
      let signature: [UInt8]?
      if let planned = recipientsFiles[list + suffix] {
        signature = planned
      } else {
        signature = try readFileIfAny(root.appending(list + suffix))
      }
      guard let signature else {
        throw StoreError(
          .badSignature, "the recipients file \(quoted(list)) of the remote is not signed",
          hint: "find out who has written it; nothing was changed here")
      }
      try store.verifyRecipients(content, signature, at: root.appending(list))
    }
  }
}

extension RecipientsFile {
  /// Whether a path is that of a recipients file, or of its signature.
  static func isOne(_ path: [UInt8]) -> Bool {
    let name = FilePath(path).lastComponent
    return name.elementsEqual(Self.name) || name.elementsEqual(Self.name + signatureSuffix)
  }
}
