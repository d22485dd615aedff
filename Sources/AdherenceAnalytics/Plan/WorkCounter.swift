import Synchronization

/// Counts what is done for a report, so that what should be done once can be seen to be.
///
///     let counter = WorkCounter()
///     WorkCounter.$current.withValue(counter) { worker.add(entry) }
package final class WorkCounter: Sendable {
  /// What counts in a task; nothing does unless it is set.
  @TaskLocal package static var current: WorkCounter?

  /// How often each plan was compiled and matched, by its task.
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
