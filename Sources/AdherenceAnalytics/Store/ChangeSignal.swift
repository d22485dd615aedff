import Synchronization

/// Wakes who waits for a store to change.
///
/// Whoever looks at the store takes ``count`` first and then waits with it, so that what happens between
/// looking and waiting wakes as well.
package final class ChangeSignal: Sendable {
  private struct State {
    var count = 0
    var next = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }
  private let state = Mutex(State())

  /// Creates a signal for which nobody waits.
  package init() {}

  /// How often it was raised.
  package var count: Int { state.withLock(\.count) }

  /// How many wait.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// Wakes all who wait.
  package func raise() {
    let woken = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until it was raised more often, or the task is cancelled.
  package func wait(after count: Int) async {
    let place = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A cancellation before this moment found nobody to wake.
          if state.count != count || Task.isCancelled { return true }
          state.waiting[place] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: place) }?.resume()
    }
  }
}
