/// Which keys of others may be encrypted to.
public enum GPGTrust: Sendable {
  /// Those that GnuPG's trust model, or `gpg.conf`, calls valid.
  case model
  /// All of them, whoever may have made them.
  case always
}
