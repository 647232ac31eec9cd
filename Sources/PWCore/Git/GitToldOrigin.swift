/// What a commit's message tells about where a file came from.
struct GitToldOrigin {
  /// Whether it has been copied, not moved.
  let isCopy: Bool
  /// Whether it may have been this file.
  let isSource: (_ path: [UInt8]) -> Bool
  /// What it may have been, as far as the message alone can tell.
  let sources: [[UInt8]]
}

/// Knows from a commit's message what a file was called before.
///
/// It is given the message, and the file's name behind the commit, relative to
/// the work tree; and returns `nil` if the message tells nothing of it.
typealias GitOriginReader = (_ subject: [UInt8], _ path: [UInt8]) -> GitToldOrigin?
