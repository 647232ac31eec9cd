/// A file or folder that the program reads or makes, as the manual lists it.
struct StoreFile: Sendable {
  /// The path; without a slash or "~" at the start, in the store.
  let path: String
  /// What it is, without a final period.
  let summary: String

  private init(_ path: String, _ summary: String) { (self.path, self.summary) = (path, summary) }

  static let all: [StoreFile] = [
    .init("~/.password-store", "The store, unless --store or PASSWORD_STORE_DIR name another"),
    .init("KEY.gpg", "An entry: an OpenPGP message with the exact bytes of it"),
    .init(
      ".gpg-id",
      "To whom the entries of the folder are encrypted: ids of keys, one a line; \"#\" begins a "
        + "comment. Without one, the file of the next folder above counts"),
    .init(".gpg-id.sig", "Its signature, where PASSWORD_STORE_SIGNING_KEY asks for one"),
    .init(
      ".public-keys/FINGERPRINT.asc",
      "The public keys of the recipients; imported only if you say so"),
    .init(
      ".gitattributes", "Tells git that entries are shown decrypted, and merged by pwstore"),
    .init(".git", "The git repository with the history"),
    .init(".extensions", "Programs that are commands, if the user has turned that on"),
    .init("/usr/lib/password-store/extensions", "Extensions of pass that the system has"),
  ]
}
