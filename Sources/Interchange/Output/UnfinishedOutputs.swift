import Diagnostics
import Synchronization

/// The unfinished files and folders of this process, which must be removed if it ends abruptly.
package final class UnfinishedOutputs: Sendable {
  /// The instance of the process.
  package static let all = UnfinishedOutputs()

  private let state = Mutex(State())

  private struct State {
    var abandonings: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var isOver = false
  }

  private init() {}

  /// Removes all outputs, and prevents any from being committed afterwards.
  ///
  /// An output that is being committed is waited for and kept.
  package func abandon() {
    let abandonings = state.withLock { state in
      state.isOver = true
      return Array(state.abandonings.values)
    }
    for abandoning in abandonings { abandoning() }
  }

  func add(_ output: AnyObject, abandoning: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(output)
    state.withLock { $0.abandonings[id] = abandoning }
  }

  func remove(_ output: AnyObject) {
    let id = ObjectIdentifier(output)
    state.withLock { $0.abandonings[id] = nil }
  }

  /// Commits an output unless all are being abandoned; ``abandon()`` waits meanwhile.
  ///
  /// - Throws: `InputError` if the process is ending, and errors of `body`.
  func place(_ output: AnyObject, _ body: () throws(InputError) -> Void) throws(InputError) {
    let id = ObjectIdentifier(output)
    try state.withLock { state throws(InputError) in
      if state.isOver { throw InputError(.unwritable(reason: "the program is being terminated")) }
      try body()
      state.abandonings[id] = nil
    }
  }
}
