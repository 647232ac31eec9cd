import PWCore

/// Replaces secrets in a stream by `***`.
///
/// Of values that overlap, all bytes are hidden. Only what may be the beginning of a
/// value is held back until it is known.
struct Masker: ~Copyable {
  private let automaton: PatternAutomaton
  private var text = SecretBytes(minimumCapacity: Masker.readSize)
  private var state: Int32 = 0
  private var hidden = HiddenRanges()

  /// How many bytes are read at once.
  static let readSize = 131072

  /// Hides what an automaton finds.
  init(_ automaton: PatternAutomaton) { self.automaton = automaton }

  /// Takes bytes in, and tells what may be shown.
  ///
  /// - Parameters:
  ///   - output: What may be shown is appended to it.
  ///   - read: Writes bytes, as read(2) does.
  /// - Returns: What `read` returned.
  mutating func take(
    into output: inout [UInt8], _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    let start = text.count
    let count = text.append(room: Self.readSize, read)
    guard count > 0 else { return count }
    let automaton = automaton
    var (state, hidden) = (state, hidden)
    text.withBytes { bytes in
      bytes.withUnsafeBytes { bytes in
        state = automaton.search(bytes, from: start, state) { hidden.hide($0) }
        hidden.release(bytes, upTo: bytes.count - automaton.depth(of: state), into: &output)
      }
    }
    let gone = text.count - automaton.depth(of: state)
    text.removeFirst(gone)
    hidden.move(by: gone)
    (self.state, self.hidden) = (state, hidden)
    return count
  }

  /// Tells what may be shown of the rest, when nothing more will come.
  mutating func finish(into output: inout [UInt8]) {
    var hidden = hidden
    text.withBytes { bytes in
      bytes.withUnsafeBytes { hidden.release($0, upTo: $0.count, into: &output) }
    }
    text = SecretBytes()
    (state, self.hidden) = (0, HiddenRanges())
  }
}
