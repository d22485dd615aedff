import AdherenceAnalytics
import Scheduling
import Synchronization

/// A monitor that wakes tasks waiting for a change of the store by this or another process.
///
/// SQLite does not notify of writes by other processes, so the store is polled.
final class StoreWatch: Sendable {
  /// The signal raised by writes through this store.
  let signal = ChangeSignal()
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var isPolling = false
  }

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Waits until the store changes or the task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The count of the signal before the store was read.
  ///   - revision: The revision that was read.
  func wait(after count: Int, at revision: Int) async {
    let isFirst = state.withLock { state in
      state.waiting += 1
      defer { state.isPolling = true }
      return !state.isPolling
    }
    if isFirst { Task.detached { await self.poll(from: Int64(revision)) } }
    await signal.wait(after: count)
    state.withLock { $0.waiting -= 1 }
  }

  /// Whether the store is being polled.
  var isPolling: Bool { state.withLock(\.isPolling) }

  /// Polls the store while any task waits.
  private func poll(from revision: Int64) async {
    var known: Int64? = revision
    while isNeeded() {
      try? await Task.sleep(for: .milliseconds(100))
      // An unreadable store wakes the waiting tasks, which then get its error.
      let found = try? pool.begin().revision
      if found != known { signal.raise() }
      known = found
    }
  }

  private func isNeeded() -> Bool {
    state.withLock { state in
      if state.waiting == 0 { state.isPolling = false }
      return state.isPolling
    }
  }
}
