enum RecipientsMerge {
  static func merge(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8]? { nil }
}
