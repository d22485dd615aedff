package import AdherenceAnalytics
import Scheduling
import Synchronization

/// A monitor that wakes tasks waiting for a change of a store by this or another process.
package final class ChangeWatch: Sendable {
  /// The signal raised by writes through this store.
  package let signal = ChangeSignal()
  private let state = Mutex(State())
  private let watch: @Sendable (ChangeWatch, Int64) -> Void

  private struct State {
    var waiting = 0
    var isWatching = false
  }

  /// Creates a monitor.
  ///
  /// - Parameter watch: Watches the store from a revision on, on a thread of its own, while
  ///   ``isNeeded()`` returns `true`; raises the signal at each change, and where the store cannot
  ///   be read, as the waiting tasks then get its error.
  package init(_ watch: @escaping @Sendable (ChangeWatch, Int64) -> Void) { self.watch = watch }

  /// Waits until the store changes or the task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The count of the signal before the store was read.
  ///   - revision: The revision that was read.
  package func wait(after count: Int, at revision: Int) async {
    let isFirst = state.withLock { state in
      state.waiting += 1
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if isFirst { WorkerThread.start { self.watch(self, Int64(revision)) } }
    await signal.wait(after: count)
    state.withLock { $0.waiting -= 1 }
  }

  /// Whether the store is being watched.
  package var isWatching: Bool { state.withLock(\.isWatching) }

  /// Returns whether any task waits; otherwise watching has to end.
  package func isNeeded() -> Bool {
    state.withLock { state in
      if state.waiting == 0 { state.isWatching = false }
      return state.isWatching
    }
  }
}
