/// Secret bytes that several owners may hold; wiped when the last one lets go.
public final class SharedSecret: Sendable {
  /// The bytes.
  public let bytes: SecretBytes

  /// Takes hold of bytes.
  public init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
