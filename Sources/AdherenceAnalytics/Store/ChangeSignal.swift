import Synchronization

/// A signal that wakes tasks waiting for a store to change.
///
/// Read ``count`` before reading the store and then wait with it, so that changes in between are not missed.
package final class ChangeSignal: Sendable {
  private struct State {
    var count = 0
    var next = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  /// The number of times it was raised.
  package var count: Int { state.withLock(\.count) }

  /// The number of waiting tasks.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// Wakes all waiting tasks.
  package func raise() {
    let woken = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until it has been raised after `count`, or the task is cancelled.
  package func wait(after count: Int) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // An earlier cancellation had no continuation to resume.
          if state.count != count || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
