/// The decrypted content of one entry.
///
/// The content is bytes, which nothing but ``set(_:to:)-(_,SecretBytes)`` and ``remove(_:)``
/// changes. If they are UTF-8 text, they are fields as well:
///
///     s3cret
///     username: alice
///     url: https://example.org
///     recovery codes: |
///       1111-2222
///       3333-4444
///     any other line is notes
///
/// - The first line is the field `password`. An empty password is none; then
///   a field line of that name holds the password, if there is one.
/// - A field line is name, colon, one blank or tab, and the value.
/// - A value that such a line cannot hold stands in lines indented by two
///   blanks, behind `name: |`. They end before the first line that is not so
///   indented, or with a line `|`, which is needed where the next line would be
///   taken for one of them.
/// - All other lines together are the field `notes`, with the value of lines
///   `notes: ...` among them. Behind a line `---`, all is notes.
/// - Lines end in LF, or in CR and LF if the first one does.
///
/// Names match exactly, as Swift compares strings, else in any case. Of
/// duplicates the first counts.
public struct Entry: ~Copyable {
  /// The content.
  public internal(set) var bytes: SecretBytes

  /// Creates an entry with this content.
  public init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// Creates an entry without content.
  public init() { bytes = SecretBytes() }

  /// Creates an entry with these fields: the password first, the notes last,
  /// the others sorted by name.
  ///
  /// Its ``dictionary()`` is `fields`, but for an empty password, which is none.
  ///
  /// - Throws: ``EntryError``, if a name or value is one that no field can have.
  public init(_ fields: [String: String]) throws(EntryError) {
    var writer = EntryWriter()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      try writer.add(name, SecretBytes(text: value))
    }
    bytes = writer.text()
  }

  /// The value of a field; `nil` if there is no such field.
  ///
  /// - Throws: ``EntryError/notText``.
  public func field(_ name: String) throws(EntryError) -> SecretBytes? {
    try withLayout { (layout, text) -> SecretBytes? in
      layout.field(name).map { layout.value(at: $0.place, of: text) }
    }
  }

  /// The names of the fields, each once, in the order of the text; notes are
  /// last.
  ///
  /// - Throws: ``EntryError/notText``.
  public func fieldNames() throws(EntryError) -> [String] {
    try withLayout { layout, _ in layout.distinctFields.map(\.name) }
  }

  /// All fields with their values, each name once, in the order of
  /// ``fieldNames()``.
  ///
  /// - Throws: ``EntryError/notText``.
  public func fields() throws(EntryError) -> [(name: String, value: SharedSecret)] {
    try withLayout { layout, text in
      layout.distinctFields.map { ($0.name, SharedSecret(layout.value(at: $0.place, of: text))) }
    }
  }

  /// All fields.
  ///
  /// The values are strings, which stay in memory until it is used again; for
  /// one secret, ``field(_:)`` is better.
  ///
  /// - Throws: ``EntryError/notText``.
  public func dictionary() throws(EntryError) -> [String: String] {
    try withLayout { layout, text in
      var dictionary: [String: String] = [:]
      for field in layout.distinctFields {
        dictionary[field.name] = layout.value(at: field.place, of: text)
          .withRawBytes { String(decoding: $0, as: UTF8.self) }
      }
      return dictionary
    }
  }

  /// Calls `body` with the text and where its fields are.
  ///
  /// - Throws: ``EntryError/notText``.
  borrowing func withLayout<R: ~Copyable>(
    _ body: (EntryLayout, UnsafeRawBufferPointer) -> R
  ) throws(EntryError) -> R {
    try bytes.withRawBytes { (text) throws(EntryError) -> R in
      guard text.isText else { throw .notText }
      return body(EntryLayout(text), text)
    }
  }
}

extension EntryLayout {
  /// The fields that count, each name once.
  var distinctFields: [Field] {
    var names: Set<String> = []
    return fields.filter { names.insert($0.name).inserted }
  }

  /// A copy of a field's value.
  func value(at place: Place, of text: UnsafeRawBufferPointer) -> SecretBytes {
    var value = SecretBytes()
    forEachPiece(at: place, of: text) { value.append($0) }
    return value
  }
}

extension SecretBytes {
  /// Creates a buffer with the bytes of a string, which stays what it is.
  init(text: String) {
    self.init(copying: text.utf8.span)
  }
}
