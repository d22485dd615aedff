import Foundation

/// State that several threads share, and that some wait for.
///
/// Where nobody waits a `Mutex` will do. Waiting keeps a thread of its own; a task waits by
/// ``suspend(until:)`` and keeps none.
///
/// Safe: the state is looked at and changed while the condition is locked. An object that is put there or
/// taken out is nobody else's meanwhile, which those who do so see to.
package final class Monitor<State>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State
  private var suspended: [Suspended] = []

  /// A task that waits.
  private struct Suspended {
    var isReady: @Sendable (State) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  /// Creates the state.
  package init(_ state: State) { self.state = state }

  /// Looks at the state.
  package func look<Result>(_ body: (State) -> Result) -> Result {
    condition.withLock { body(state) }
  }

  /// Changes the state, and wakes those who wait for it.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    condition.withLock {
      defer { wake() }
      return body(&state)
    }
  }

  /// Waits until the state is so.
  package func wait(until isReady: (State) -> Bool) { wait(until: isReady) { _ in } }

  /// Waits until the state is so, and changes it before anybody else does.
  package func wait<Result>(
    until isReady: (State) -> Bool, then body: (inout State) -> Result
  ) -> Result {
    condition.withLock {
      while !isReady(state) { condition.wait() }
      defer { wake() }
      return body(&state)
    }
  }

  /// Waits for the next change, and no longer than so many seconds.
  package func waitForChange(atMost seconds: Double) {
    condition.withLock { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
  }

  /// Lets a task wait until the state is so.
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

/// A thread with room for work that goes deep, which the threads of task and queue have not.
package enum WorkerThread {
  /// Starts a thread, which ends with its work.
  ///
  /// Where there is no memory for one the program ends, as where there is none for a value: whoever waits for the
  /// thread would wait for ever.
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
    guard code == 0 else { fatalError("no thread can be started: error \(code) of the system") }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
