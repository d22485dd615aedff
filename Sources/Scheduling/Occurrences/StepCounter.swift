import Synchronization

/// A counter of elementary steps: members resolved, rows written, changes of offset and years visited, and
/// positions selected by BYSETPOS.
///
/// Tests and fuzzing compare it with an upper bound, as time depends on the machine. Only builds that define DEBUG count.
///
///     let counter = StepCounter()
///     let rows = StepCounter.$current.withValue(counter) { occurrences.starting(in: range) }
package final class StepCounter: Sendable {
  /// The counter of the current task; without one nothing is counted.
  @TaskLocal package static var current: StepCounter?

  private let steps = Atomic<Int64>(0)

  package init() {}

  /// The number of steps so far.
  package var count: Int64 { steps.load(ordering: .relaxed) }

  fileprivate func add(_ more: Int64) { steps.wrappingAdd(more, ordering: .relaxed) }
}

/// An upper bound of the steps that a query may take, for any schedule.
package struct StepBound: Sendable {
  private let elements: Int64
  private let exceptions: Int64

  /// Creates the bound for a schedule's queries.
  package init(_ schedule: Schedule) {
    elements = Int64(schedule.elements.count)
    exceptions = Int64(schedule.exclusions.count + schedule.overrides.count)
  }

  /// The bound for counting: a few steps for each year of the calendar, plus the members near the ends of the
  /// range if a change of offset is near.
  package var counting: Int64 { (elements + 1) * 400_000 + 64 * exceptions }

  /// Returns the bound for listing `rows` occurrences that start, or are in progress, within `days` days.
  package func listing(_ rows: Int, days: Int64) -> Int64 {
    counting + elements * (4 * Int64(rows) + 128 * days + 6 * 86_400)
  }
}

/// Adds steps to the current task's counter.
@inline(__always)
func countSteps(_ steps: Int64) {
  #if DEBUG
    StepCounter.current?.add(steps)
  #endif
}
