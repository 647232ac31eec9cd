import Glibc
import PWCore

/// The colours of names in a listing, as `TREE_COLORS` or `LS_COLORS` has them:
/// see dircolors(1), tree(1).
struct TreeColors: Sendable {
  /// What switches a colour on, by the two letters of its kind.
  private var codes: [String: [UInt8]] = [:]
  /// What switches a colour on, by the end of a file's name; the first one
  /// counts.
  private var endings: [(ending: [UInt8], code: [UInt8])] = []
  /// Those that an entry's file can have, of which there are hardly any.
  private var endingsOfEntries: [(ending: [UInt8], code: [UInt8])] = []
  /// Whether a link has the colour of what it leads to.
  private var showsTarget = false
  /// What switches colours off.
  private(set) var end: [UInt8] = []

  /// Reads the variables; `nil` if there are no colours, as without `TERM`.
  init?(_ environment: Environment) {
    guard environment.bytes("TERM") != nil else { return nil }
    let named = environment.bytes("TREE_COLORS") ?? environment.bytes("LS_COLORS") ?? []
    for word in (named.isEmpty ? Self.standard : named).split(separator: UInt8(ascii: ":")) {
      let parts = word.split(separator: UInt8(ascii: "="))
      guard parts.count > 1 else { continue }
      let value = Array(parts[1])
      if parts[0].first == UInt8(ascii: "*") {
        endings.insert((Array(parts[0].dropFirst()), value), at: 0)
      } else if parts[0].elementsEqual("ln".utf8),
        String(decoding: value, as: UTF8.self).lowercased() == "target"
      {
        showsTarget = true
      } else {
        codes[String(decoding: parts[0], as: UTF8.self)] = value
      }
    }
    endingsOfEntries = endings.filter {
      Self.has($0.ending, ending: Self.suffix) || Self.has(Self.suffix, ending: $0.ending)
    }
    end = Self.escape(codes["rs"] ?? [UInt8(ascii: "0")])
  }

  /// What switches on the colour of a name itself; `nil` if it has none.
  func start(for node: StoreTree.Node) -> [UInt8]? {
    let isLink = node.linkTarget != nil
    if isLink, node.targetMode == 0, let orphan = code("or") { return orphan }
    return start(isLink && showsTarget ? node.targetMode : node.mode, node.fileName)
  }

  /// What switches on the colour of a link's target; `nil` if it has none.
  func start(forTargetOf node: StoreTree.Node) -> [UInt8]? {
    if node.targetMode == 0, let missing = code("mi") { return missing }
    return start(node.targetMode, node.linkTarget ?? [])
  }

  private func start(_ mode: mode_t, _ name: ArraySlice<UInt8>) -> [UInt8]? {
    switch mode & S_IFMT {
    case S_IFIFO: return code("pi")
    case S_IFCHR: return code("cd")
    case S_IFBLK: return code("bd")
    case S_IFLNK: return code("ln")
    case S_IFSOCK: return code("so")
    case S_IFDIR:
      let isWritable = mode & S_IWOTH != 0
      let special = mode & S_ISVTX == 0 ? nil : code(isWritable ? "tw" : "st")
      return special ?? (isWritable ? code("ow") : nil) ?? code("di")
    case S_IFREG:
      if mode & S_ISUID != 0, let code = code("su") { return code }
      if mode & S_ISGID != 0, let code = code("sg") { return code }
      if mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0, let code = code("ex") { return code }
      let candidates = Self.has(name, ending: Self.suffix) ? endingsOfEntries : endings
      let match = candidates.first { Self.has(name, ending: $0.ending) }
      return match.map { Self.escape($0.code) } ?? code("fi")
    default: return code("no")
    }
  }

  private func code(_ kind: String) -> [UInt8]? { codes[kind].map(Self.escape) }

  private static func escape(_ code: [UInt8]) -> [UInt8] {
    Array("\u{1B}[".utf8) + code + [UInt8(ascii: "m")]
  }

  private static let suffix = Array(".gpg".utf8)

  private static func has(_ name: some BidirectionalCollection<UInt8>, ending: [UInt8]) -> Bool {
    name.suffix(ending.count).elementsEqual(ending)
  }

  /// tree's own colours.
  private static let standard: [UInt8] = {
    let kinds = [
      "no=00:rs=0:fi=00:di=01;34:ln=01;36:pi=40;33:so=01;35:bd=40;33;01:cd=40;33;01",
      "or=40;31;01:ex=01;32",
    ]
    let programs = "bat BAT btm BTM cmd CMD com COM dll DLL exe EXE"
    let archives = "arj bz2 deb gz lzh rpm tar taz tb2 tbz2 tbz tgz tz2 z Z zip ZIP zoo"
    let media = """
      asf ASF avi AVI bmp BMP flac FLAC gif GIF jpg JPG jpeg JPEG m2a M2a m2v M2V mov MOV mp3 MP3 \
      mpeg MPEG mpg MPG ogg OGG ppm rm RM tga TGA tif TIF wav WAV wmv WMV xbm xpm
      """
    let endings = [(programs, "01;32"), (archives, "01;31"), (media, "01;35")]
      .flatMap { names, code in names.split(separator: " ").map { "*.\($0)=\(code)" } }
    return Array((kinds + endings).joined(separator: ":").utf8)
  }()
}
