import Glibc

/// Work that goes on beside the caller, on a thread of its own.
///
/// `@unchecked Sendable` is sound: the value is written by the thread and read
/// by the caller only after that has ended.
final class Background<Value>: @unchecked Sendable {
  private let work: () throws -> Value
  private var result: Result<Value, any Error>?
  private var thread: pthread_t?

  /// Starts the work; where no thread can be had, it is done when its value is
  /// asked for.
  init(_ work: @escaping () throws -> Value) {
    self.work = work
    var new = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &new, nil,
      { context in
        let background = Unmanaged<AnyObject>.fromOpaque(context!).takeRetainedValue()
        (background as? any BackgroundWork)?.run()
        return nil
      }, context.toOpaque())
    if failure == 0 { thread = new } else { context.release() }
  }

  deinit { wait() }

  /// The work's value, once it is done.
  ///
  /// - Throws: What the work throws.
  var value: Value {
    get throws {
      wait()
      if result == nil { run() }
      return try result!.get()
    }
  }

  private func wait() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}

/// Lets the thread's function, which cannot be generic, run any work.
private protocol BackgroundWork: AnyObject {
  func run()
}

extension Background: BackgroundWork {
  fileprivate func run() { result = Result(catching: work) }
}
