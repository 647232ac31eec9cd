import Glibc

/// What tells a folder from all others, whatever paths lead to it.
struct FolderIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the folder that the system has described.
  init(_ information: stat) {
    (device, number) = (UInt64(information.st_dev), UInt64(information.st_ino))
  }
}
