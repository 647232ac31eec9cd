import Glibc
import PWCore

// What is in a clipboard. Secrets go through pipes; the programs' own words go
// nowhere, since they leave a process behind that would keep our streams open.
extension Clipboard {
  /// The content; `nil` if there is none, or none that can be read.
  func content() -> SecretBytes? {
    let words: [String]
    switch way {
    case .wayland: words = ["wl-paste", "--no-newline"] + waylandOptions
    case .xclip: words = ["xclip", "-out", "-selection", selection.rawValue]
    case .xsel: words = ["xsel", "--output", "--\(selection)"]
    case .terminal: return nil
    }
    var child = ChildProcess(words)
    child.errors = .discarded
    guard let result = try? child.runForSecret(), result.status == 0 else { return nil }
    return result.takeOutput()
  }

  /// Copies a secret, or whatever else there was.
  ///
  /// - Returns: Whether that was possible.
  func copy(_ content: borrowing SecretBytes) -> Bool {
    switch way {
    case .wayland:
      return runAndWait(Self.waylandCopyingUnseen + waylandOptions, feeding: content)
        || runAndWait(["wl-copy"] + waylandOptions, feeding: content)
    case .xclip:
      return runAndWait(["xclip", "-in", "-selection", selection.rawValue], feeding: content)
    case .xsel:
      return runAndWait(["xsel", "--input", "--\(selection)"], feeding: content)
    case .terminal(let terminal, let kind):
      let sequence = kind.sequence(copying: content, to: selection)
      return sequence.withBytes { bytes in
        (try? Output.writeAll(bytes, to: terminal, .terminal)) != nil
      }
    }
  }

  /// Leaves the clipboard empty.
  func clear() {
    switch way {
    case .wayland: _ = run(["wl-copy", "--clear"] + waylandOptions, feeding: SecretBytes())
    case .xsel: _ = run(["xsel", "--clear", "--\(selection)"], feeding: SecretBytes())
    case .xclip, .terminal: _ = copy(SecretBytes())
    }
  }

  /// Asks KDE's clipboard manager to forget what it has seen.
  func clearHistory() {
    if case .terminal = way { return }
    guard findProgram("qdbus") != nil else { return }
    _ = run(
      ["qdbus", "org.kde.klipper", "/klipper", "org.kde.klipper.klipper.clearClipboardHistory"],
      feeding: SecretBytes())
  }

  /// Runs a program that leaves the copying to a process in the background, and
  /// waits until that has done it: two seconds while something else can be read, and half
  /// a second where nothing can.
  ///
  /// Whoever goes on too early takes the old content for what somebody else has copied,
  /// and leaves the secret where it then comes to be.
  private func runAndWait(_ words: [String], feeding content: borrowing SecretBytes) -> Bool {
    guard run(words, feeding: content) else { return false }
    var unreadable = 0
    for _ in 0..<100 where unreadable < 25 {
      switch self.content() {
      case .some(let copied) where copied.isEqual(to: content): return true
      case .some: break
      case .none: unreadable += 1
      }
      usleep(20_000)
    }
    return true
  }

  private var waylandOptions: [String] { selection == .primary ? ["--primary"] : [] }

  /// `wl-copy` with a `/tmp` of its own in memory, where the system allows it: it
  /// puts what it reads into a file there, for a moment.
  private static let waylandCopyingUnseen = [
    "unshare", "--user", "--map-root-user", "--mount", "--", "sh", "-c",
    "mount -t tmpfs -o mode=700 tmpfs /tmp && exec wl-copy \"$@\"", "wl-copy",
  ]

  private func run(_ words: [String], feeding content: borrowing SecretBytes) -> Bool {
    var child = ChildProcess(words)
    (child.output, child.errors) = (.discarded, .discarded)
    return (try? child.run(feeding: content))?.status == 0
  }
}
