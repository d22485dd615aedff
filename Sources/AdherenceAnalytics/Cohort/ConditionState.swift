import Foundation

/// State shared by several threads, some of which wait for it to satisfy a condition.
///
/// If nothing waits, a `Mutex` suffices. Waiting blocks a thread; a task waits with ``suspend(until:)``,
/// which does not.
///
/// Safe: the state is read and changed while the condition is locked. An object that is put there or taken
/// out is used by no other thread meanwhile, which those who do so see to.
package final class ConditionState<State>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State
  private var suspended: [Suspended] = []

  /// A suspended task.
  private struct Suspended {
    var isReady: @Sendable (State) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  package init(_ state: State) { self.state = state }

  /// Calls a closure with the state while holding the lock.
  package func read<Result>(_ body: (State) -> Result) -> Result {
    condition.withLock { body(state) }
  }

  /// Calls a closure that may change the state while holding the lock, and wakes waiting threads and tasks.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    condition.withLock {
      defer { wake() }
      return body(&state)
    }
  }

  /// Blocks until the state satisfies a condition.
  package func wait(until isReady: (State) -> Bool) { wait(until: isReady) { _ in } }

  /// Blocks until the state satisfies a condition, and changes it before the lock is released.
  package func wait<Result>(
    until isReady: (State) -> Bool, then body: (inout State) -> Result
  ) -> Result {
    condition.withLock {
      while !isReady(state) { condition.wait() }
      defer { wake() }
      return body(&state)
    }
  }

  /// Blocks until the next change, or for at most a number of seconds.
  package func waitForChange(atMost seconds: Double) {
    condition.withLock { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
  }

  /// Suspends the task until the state satisfies a condition.
  package func suspend(until isReady: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      condition.withLock {
        suspended.append(Suspended(isReady: isReady, continuation: continuation))
        wake()
      }
    }
  }

  private func wake() {
    condition.broadcast()
    if suspended.isEmpty { return }
    let ready = suspended.filter { $0.isReady(state) }
    suspended.removeAll { $0.isReady(state) }
    for task in ready { task.continuation.resume() }
  }
}

/// A thread with a larger stack than those of tasks and dispatch queues, for deep recursion.
package enum WorkerThread {
  /// Starts a detached thread.
  ///
  /// The program terminates if no thread can be created, since callers would otherwise wait forever.
  ///
  /// Safe: the work is retained for the thread, which takes it over.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { given in
        if let given { Unmanaged<Work>.fromOpaque(given).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Work(body: work)).toOpaque())
    guard code == 0 else { fatalError("cannot create a thread: system error \(code)") }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
