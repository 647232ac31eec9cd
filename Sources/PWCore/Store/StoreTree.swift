import Glibc

/// All names in a folder of the store and below, as a listing shows them: each folder,
/// and behind it what is in it.
///
/// Hidden names are left out. Links to folders are followed, unless the listing
/// has come by the folder before.
///
/// The names lie in one piece of memory, since listing a large store is to feel like
/// nothing.
public struct StoreTree: Sendable, RandomAccessCollection {
  /// What a name in a folder stands for.
  public enum Kind: Hashable, Sendable {
    /// A folder.
    case folder
    /// An entry, whose file's name ends in `.gpg`.
    case entry
    /// A file that is no entry, or a link that leads nowhere.
    case other
  }

  /// Why a folder's content is not listed.
  public enum Gap: Hashable, Sendable {
    /// It is a link to a folder that the listing has come by before.
    case seen
    /// The folder cannot be read.
    case unreadable
  }

  /// A name in a folder.
  public struct Node: Sendable {
    /// How many of the listed folders lead to the name.
    public var depth: Int
    /// The file's name in its folder.
    public var fileName: ArraySlice<UInt8>
    /// C's `st_mode` of the name itself, as `lstat` tells it; only the type of the
    /// file if no more was asked for.
    public var mode: UInt32
    /// Where the symbolic link leads, if it is one.
    public var linkTarget: ArraySlice<UInt8>?
    /// C's `st_mode` of what a link leads to; 0 if it leads nowhere.
    public var targetMode: UInt32 = 0
    /// Why a folder seems to hold nothing, if there is a reason.
    public var gap: Gap?

    /// The name without `.gpg`.
    public var name: ArraySlice<UInt8> { Self.withoutSuffix(fileName) }

    /// Where the link leads, without `.gpg`.
    public var targetName: ArraySlice<UInt8>? { linkTarget.map(Self.withoutSuffix) }

    /// What the name stands for; of a link what it leads to.
    public var kind: Kind {
      switch (linkTarget == nil ? mode : targetMode) & S_IFMT {
      case S_IFDIR: .folder
      case S_IFREG where fileName.ends(with: ServiceKey.suffix): .entry
      default: .other
      }
    }

    private static func withoutSuffix(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      name.ends(with: ServiceKey.suffix) ? name.dropLast(ServiceKey.suffix.count) : name
    }
  }

  /// Where in `bytes` a name is.
  struct Place {
    private let start: UInt32
    /// No file system has longer names than this can tell.
    private let length: UInt16

    fileprivate init(_ range: Range<Int>) {
      (start, length) = (UInt32(range.lowerBound), UInt16(range.count))
    }

    /// The same as indices.
    var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

    fileprivate func moved(by bytes: Int) -> Place {
      Place(range.lowerBound + bytes..<range.upperBound + bytes)
    }
  }

  /// A name, in as few bytes as will do: most of the time of a long listing would else
  /// go into new memory.
  private struct Item {
    var place: Place
    /// A path of so many levels would be too long for the system.
    var depth: UInt16
    var mode: UInt32
    /// What else there is to know, as a place in `details`; -1 for nothing.
    var detail: Int32 = -1
  }

  private struct Detail {
    var linkTarget: [UInt8]?
    var targetMode: UInt32
    var gap: Gap?
  }

  private var items: [Item] = []
  private var details: [Detail] = []
  private var bytes: [UInt8] = []

  init() {}

  /// The place of the first name.
  public var startIndex: Int { 0 }
  /// The place behind the last name.
  public var endIndex: Int { items.count }

  /// The name at a place.
  public subscript(index: Int) -> Node {
    let item = items[index]
    var node = Node(
      depth: Int(item.depth), fileName: bytes[item.place.range], mode: item.mode)
    if item.detail >= 0 {
      let detail = details[Int(item.detail)]
      node.linkTarget = detail.linkTarget?[...]
      (node.targetMode, node.gap) = (detail.targetMode, detail.gap)
    }
    return node
  }

  /// How many folders lead to the name at a place.
  package func depth(at index: Int) -> Int { Int(items[index].depth) }

  /// Keeps a name for later, when it is to be listed.
  ///
  /// - Returns: Where the name is from now on.
  mutating func keep(_ name: some Collection<UInt8>) -> Place {
    let start = bytes.count
    bytes += name
    return Place(start..<bytes.count)
  }

  /// The name that is kept at a place.
  func kept(_ place: Place) -> ArraySlice<UInt8> { bytes[place.range] }

  /// Calls `body` with all names that are kept.
  func withKeptBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }

  /// Lists a name that is kept, behind all others.
  mutating func append(keptAt place: Place, mode: UInt32, depth: Int) {
    items.append(Item(place: place, depth: UInt16(depth), mode: mode))
  }

  /// Says of the newest name what is known of it besides its type.
  mutating func addDetail(of node: Node) {
    let newest = items.count - 1
    items[newest].mode = node.mode
    guard node.linkTarget != nil || node.gap != nil else { return }
    items[newest].detail = Int32(details.count)
    details.append(
      Detail(
        linkTarget: node.linkTarget.map { Array($0) }, targetMode: node.targetMode, gap: node.gap))
  }

  /// Lists what another tree does, behind all others.
  mutating func append(contentsOf other: StoreTree) {
    let (shift, detailShift) = (bytes.count, Int32(details.count))
    bytes += other.bytes
    details += other.details
    items += other.items.lazy.map { item in
      var item = item
      item.place = item.place.moved(by: shift)
      if item.detail >= 0 { item.detail += detailShift }
      return item
    }
  }

  /// The names of which `isShown`, which has a value for each of them, says so.
  ///
  /// Of each name, the folders that lead to it have to be shown, too.
  package func showing(_ isShown: [Bool]) -> StoreTree {
    var tree = self
    tree.items = indices.filter { isShown[$0] }.map { items[$0] }
    return tree
  }
}

extension PasswordStore {
  /// Lists a folder with all that is below it; decrypts nothing and starts no
  /// process.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - withModes: Whether to look up each file's permissions, which takes a
  ///     system call for each.
  ///   - sortKey: Makes of a file's name the bytes in whose order names are
  ///     listed, as `strxfrm` does; `nil` for the order of the names' own bytes.
  /// - Returns: What is in the folder.
  /// - Throws: ``StoreError/Reason/noSuchEntry`` if there is no such folder, or
  ///   ``SystemError``.
  public func tree(
    of folder: FolderName = .root, withModes: Bool = false,
    sortKey: ((ArraySlice<UInt8>) -> [UInt8])? = nil
  ) throws -> StoreTree {
    let path = try readableRoot().appending(folder.bytes)
    guard FileKind(path) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    var walk = TreeWalk(withModes: withModes, sortKey: sortKey)
    return try walk.all(in: path)
  }

  /// The keys of all entries in a folder and below, in the order of their bytes.
  ///
  /// - Throws: As ``tree(of:withModes:sortKey:)`` does.
  public func keys(in folder: FolderName = .root) throws -> [ServiceKey] {
    try keyList(of: folder).keys
  }

  /// The keys of all entries in a folder and below, in one piece of memory.
  ///
  /// - Throws: As ``tree(of:withModes:sortKey:)`` does.
  package func keyList(of folder: FolderName = .root) throws -> KeyList {
    let root = try readableRoot()
    guard FileKind(root.appending(folder.bytes)) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    return try KeyList(folder, in: root)
  }
}
