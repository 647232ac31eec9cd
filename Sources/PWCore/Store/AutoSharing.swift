/// What git's settings want to be done after each change of a store.
package struct AutoSharing: Hashable, Sendable {
  /// Whether to fetch and merge as well: `pwstore.autoSync`, not only
  /// `pwstore.autoPush`.
  package let pulls: Bool
  /// Whether the program is to wait until it is done.
  package let isForeground: Bool

  /// Reads the settings.
  ///
  /// - Returns: `nil` if nothing is to be done.
  init?(_ repository: GitRepository) {
    for (name, pulls) in [("pwstore.autoSync", true), ("pwstore.autoPush", false)] {
      switch repository.configuration(name) {
      case "foreground": (self.pulls, isForeground) = (pulls, true)
      case "background": (self.pulls, isForeground) = (pulls, false)
      case .some where repository.booleanConfiguration(name) == true:
        (self.pulls, isForeground) = (pulls, false)
      default: continue
      }
      return
    }
    return nil
  }
}
