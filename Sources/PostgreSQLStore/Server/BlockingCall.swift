import AdherenceAnalytics
import Dispatch
import Synchronization

/// A blocking call, such as a host lookup, on a thread of its own, so that the caller can abandon
/// it.
final class BlockingCall<Value: Sendable>: Sendable {
  private enum State {
    case running, abandoned
    case done(Value)
  }

  private let state = Mutex(State.running)
  private let end = DispatchSemaphore(value: 0)
  private let discard: @Sendable (Value) -> Void

  /// Creates a call.
  ///
  /// - Parameter discard: Receives a value that arrives after the call was abandoned.
  init(discard: @escaping @Sendable (Value) -> Void) { self.discard = discard }

  /// Whether the call was abandoned.
  var isAbandoned: Bool {
    state.withLock { if case .abandoned = $0 { true } else { false } }
  }

  /// Runs a body and waits for it, calling `goesOn` fifty times a second.
  ///
  /// - Returns: The value of the body; `nil` once `goesOn` returns `false`.
  func run(while goesOn: () -> Bool, _ body: @escaping @Sendable () -> Value) -> Value? {
    WorkerThread.start { self.finish(body()) }
    while end.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if !goesOn() { return give() }
    }
    return give()
  }

  private func finish(_ value: Value) {
    let isUnwanted = state.withLock { state in
      if case .abandoned = state { return true }
      state = .done(value)
      return false
    }
    if isUnwanted { discard(value) }
    end.signal()
  }

  private func give() -> Value? {
    state.withLock { state in
      if case .done(let value) = state { return value }
      state = .abandoned
      return nil
    }
  }
}
