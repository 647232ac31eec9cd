import CSystem
import Glibc

/// Handles numbered pieces of work on several threads at once, each with a tool
/// of its own, while the caller looks on.
///
/// If one piece fails, or the caller gives up, no new one is begun.
final class Workers<Tool, Value> {
  private let makeTool: () throws -> Tool
  private let work: (Tool, Int) throws -> Value
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Only for who holds the lock.
  private var state: State

  /// What the threads share.
  private struct State {
    var next = 0
    var running = 0
    var done = 0
    var values: [Value?]
    var tools: [Tool] = []
    var failure: (any Error)?

    /// The number of the next piece; `nil` if there is none to begin.
    mutating func takeNext() -> Int? {
      guard failure == nil, next < values.count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Plans the work; nothing begins yet.
  ///
  /// - Parameters:
  ///   - count: How many pieces there are.
  ///   - tool: Makes a thread's tool, on that thread.
  ///   - work: Does one piece, given by its number.
  init(
    count: Int, tool: @escaping () throws -> Tool, work: @escaping (Tool, Int) throws -> Value
  ) {
    (makeTool, self.work) = (tool, work)
    state = State(values: Array(repeating: nil, count: count))
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Does it all.
  ///
  /// - Parameters:
  ///   - threads: How many at once.
  ///   - cancel: Makes the work that is done with a tool fail soon; called on the
  ///     caller's thread.
  ///   - watch: Is told, on the caller's thread, ten times a second and whenever a
  ///     piece is done, how many are. Throws to give up.
  /// - Returns: The values in their order.
  /// - Throws: What `watch` throws, or else the first failure of the others.
  func run(
    threads: Int, cancel: (Tool) -> Void, watch: (_ done: Int) throws -> Void
  ) throws -> [Value] {
    locked { $0.running = threads }
    let started = (0..<threads).map { _ in Background { self.takeTurns() } }
    // Where no thread can be had, its part is done here.
    for thread in started where !thread.hasThread { _ = try? thread.value }
    var hasGivenUp = false
    while true {
      waitForChange()
      let (done, isEnd, tools) = locked { state in
        (state.done, state.running == 0, state.failure == nil ? [] : state.tools)
      }
      // Again and again: what is not under way yet cannot be cancelled.
      for tool in tools { cancel(tool) }
      do {
        if !hasGivenUp { try watch(done) }
      } catch {
        hasGivenUp = true
        locked { $0.failure = error }
      }
      if isEnd { break }
    }
    for thread in started { _ = try? thread.value }
    return try locked { state in
      if let failure = state.failure { throw failure }
      return state.values.compactMap { $0 }
    }
  }

  /// What each thread does.
  private func takeTurns() {
    do {
      let tool = try makeTool()
      locked { $0.tools.append(tool) }
      while let number = locked({ $0.takeNext() }) {
        let value = try work(tool, number)
        locked { state in
          state.values[number] = value
          state.done += 1
        }
        pthread_cond_signal(change)
      }
    } catch {
      locked { if $0.failure == nil { $0.failure = error } }
    }
    locked { state in
      state.running -= 1
    }
    pthread_cond_signal(change)
  }

  private func locked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&state)
  }

  /// Waits for a tenth of a second, or until a thread has something to tell.
  private func waitForChange() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_nsec += 100_000_000
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    pthread_mutex_lock(lock)
    if state.running > 0 { pthread_cond_timedwait(change, lock, &time) }
    pthread_mutex_unlock(lock)
  }
}
