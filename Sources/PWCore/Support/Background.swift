import Glibc

/// Work that goes on beside the caller, on a thread of its own.
///
/// The thread has ended when the value is released: a process that ends while
/// one of its threads is loading a library may crash.
final class Background<Value> {
  private let task: BackgroundTask<Value>
  private var thread: pthread_t?

  /// Starts the work; where no thread can be had, it is done when its value is
  /// asked for.
  init(_ work: @escaping () throws -> Value) {
    task = BackgroundTask(work)
    var new = pthread_t()
    // The thread holds the task alone: if it held this object, the last one to
    // release it could be the thread, and nobody would have waited.
    let context = Unmanaged<BackgroundWork>.passRetained(task)
    let failure = pthread_create(
      &new, nil,
      { context in
        Unmanaged<BackgroundWork>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if failure == 0 { thread = new } else { context.release() }
  }

  deinit { wait() }

  /// Whether there is a thread for the work, or was, and not only the caller.
  var hasThread: Bool { thread != nil }

  /// The work's value, once it is done.
  ///
  /// - Throws: What the work throws.
  var value: Value {
    get throws {
      wait()
      if task.result == nil { task.run() }
      return try task.result!.get()
    }
  }

  private func wait() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}

/// Lets the thread's function, which cannot be generic, run any work.
///
/// A class, not a protocol: to ask for one at run time costs a search through all types.
private class BackgroundWork {
  func run() {}
}

/// The work and its result, which the thread writes and the caller reads when
/// that has ended.
private final class BackgroundTask<Value>: BackgroundWork {
  private let work: () throws -> Value
  private(set) var result: Result<Value, any Error>?

  init(_ work: @escaping () throws -> Value) { self.work = work }

  override func run() { result = Result(catching: work) }
}
