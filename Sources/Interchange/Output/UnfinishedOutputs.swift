import Scheduling
import Synchronization

/// The files and folders of this process that have not got their names yet: what has to go where the
/// process ends at once.
package final class UnfinishedOutputs: Sendable {
  /// Those of the process.
  package static let all = UnfinishedOutputs()

  private let state = Mutex(State())

  private struct State {
    var abandonings: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var isOver = false
  }

  private init() {}

  /// Removes all of them, and lets none get its name any more.
  ///
  /// One that is getting its name at this moment is waited for, and stays.
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

  /// Gives an output its name, unless all are to go; whoever removes them waits meanwhile.
  ///
  /// - Throws: `InputError` where the process ends, and what `body` throws.
  func place(_ output: AnyObject, _ body: () throws(InputError) -> Void) throws(InputError) {
    let id = ObjectIdentifier(output)
    try state.withLock { state throws(InputError) in
      if state.isOver { throw InputError(.unwritable(reason: "the program has been told to end")) }
      try body()
      state.abandonings[id] = nil
    }
  }
}
