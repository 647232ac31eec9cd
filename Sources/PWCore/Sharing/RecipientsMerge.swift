/// Brings together what two sides have made of a recipients file.
package enum RecipientsMerge {
  /// What has come of it.
  package enum Result: Hashable, Sendable {
    /// The file is to be this.
    case file([UInt8])
    /// There is to be no file.
    case noFile
    /// Nobody would be left, so a person is to choose.
    case conflict
  }

  /// Merges two recipients files as sets of ids, with the base as arbiter: what
  /// either side has added is in, what either has removed is out.
  ///
  /// Our text stays byte for byte otherwise; what they have added follows at the
  /// end, each line with its comment. Fingerprints and key ids are the same whether
  /// in lower case, with blanks, or behind `0x`.
  ///
  /// - Parameters:
  ///   - base: The file that both began with; `nil` for none.
  ///   - ours: The file of the side that merges; `nil` for none.
  ///   - theirs: The file of the other side; `nil` for none.
  /// - Returns: The file that both sides agree to.
  package static func merge(base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) -> Result {
    if ours == theirs || theirs == base { return ours.map(Result.file) ?? .noFile }
    if ours == base { return theirs.map(Result.file) ?? .noFile }
    // One has taken the file away, and the other has changed it: as a set of nobody
    // it would leave those whom the other has added, and no others.
    guard var merged = ours.map(RecipientsLines.init), let theirs else { return .conflict }
    let added = RecipientsLines(theirs)
    let before = Set(RecipientsLines(base ?? []).ids.map(identity))
    let theirIDs = Set(added.ids.map(identity))
    merged.remove { before.contains(identity($0)) && !theirIDs.contains(identity($0)) }
    var present = before.union(merged.ids.map(identity))
    for line in added.lines {
      guard let id = line.id, present.insert(identity(id)).inserted else { continue }
      merged.append(line.text)
    }
    return merged.ids.isEmpty ? .conflict : .file(merged.bytes)
  }

  /// What two ways to write an id have in common.
  static func identity(_ id: String) -> String {
    guard let digits = GPGKey.digits(of: id) else { return id }
    return id.hasSuffix("!") ? digits + "!" : digits
  }
}
