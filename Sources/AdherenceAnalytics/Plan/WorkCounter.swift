import Synchronization

/// A counter of the work done for a report, to test that nothing is done twice.
///
///     let counter = WorkCounter()
///     WorkCounter.$current.withValue(counter) { worker.add(entry) }
package final class WorkCounter: Sendable {
  /// The counter of the current task; without one nothing is counted.
  @TaskLocal package static var current: WorkCounter?

  /// The numbers of compilations and matchings, by task.
  package struct Counts: Hashable, Sendable {
    package var compilations: [String: Int] = [:]
    package var matchings: [String: Int] = [:]
  }

  private let state = Mutex(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  static func countCompilation(of task: String) {
    current?.state.withLock { $0.compilations[task, default: 0] += 1 }
  }

  static func countMatching(of task: String) {
    current?.state.withLock { $0.matchings[task, default: 0] += 1 }
  }
}
