import AdherenceAnalytics
import Scheduling
import Synchronization

/// Wakes who waits for a store to change, whoever changes it.
///
/// SQLite tells nobody what other programs write, so that has to be looked for.
final class StoreWatch: Sendable {
  /// Raised for what is written through the store.
  let signal = ChangeSignal()
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var isLooking = false
  }

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Waits until something was written, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - count: How often the signal had been raised before the store was looked at.
  ///   - revision: The revision that it had then.
  func wait(after count: Int, at revision: Int) async {
    let isFirst = state.withLock { state in
      state.waiting += 1
      defer { state.isLooking = true }
      return !state.isLooking
    }
    if isFirst { Task.detached { await self.look(from: Int64(revision)) } }
    await signal.wait(after: count)
    state.withLock { $0.waiting -= 1 }
  }

  /// Whether somebody looks for what others write.
  var isLooking: Bool { state.withLock(\.isLooking) }

  /// Looks at the store until nobody waits any more.
  private func look(from revision: Int64) async {
    var known: Int64? = revision
    while isNeeded() {
      try? await Task.sleep(for: .milliseconds(100))
      // Whoever waits is told by the store itself that it cannot be read.
      let found = try? pool.begin().revision
      if found != known { signal.raise() }
      known = found
    }
  }

  private func isNeeded() -> Bool {
    state.withLock { state in
      if state.waiting == 0 { state.isLooking = false }
      return state.isLooking
    }
  }
}
