import AdherenceAnalytics
import Dispatch
import Synchronization

/// A call that may block, such as one that looks up a host, on a thread of its own, so that whoever
/// waits for it can give up.
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
  /// - Parameter discard: Gets what comes when nobody waits any more.
  init(discard: @escaping @Sendable (Value) -> Void) { self.discard = discard }

  /// Whether nobody waits any more.
  var isAbandoned: Bool {
    state.withLock { if case .abandoned = $0 { true } else { false } }
  }

  /// Runs a body and waits for it, asking a few dozen times a second whether to go on.
  ///
  /// - Returns: What the body returns; `nil` where `goesOn` has said no.
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
