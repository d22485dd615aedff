import Synchronization

/// The steps of work on occurrences: members looked at, rows written, changes of offset and years passed,
/// and places that BYSETPOS picks.
///
/// Tests and fuzzing compare them with what a query needs, as time depends on the machine. Only builds that define DEBUG count.
///
///     let counter = StepCounter()
///     let rows = StepCounter.$current.withValue(counter) { occurrences.starting(in: range) }
package final class StepCounter: Sendable {
  /// The counter of a task; without one nothing is counted.
  @TaskLocal package static var current: StepCounter?

  private let steps = Atomic<Int64>(0)

  /// Creates a counter at zero.
  package init() {}

  /// The steps so far.
  package var count: Int64 { steps.load(ordering: .relaxed) }

  fileprivate func add(_ more: Int64) { steps.wrappingAdd(more, ordering: .relaxed) }
}

/// The most steps that a query may take, whatever a schedule says.
package struct StepBound: Sendable {
  private let elements: Int64
  private let exceptions: Int64

  /// Creates the bound of a schedule's queries.
  package init(_ schedule: Schedule) {
    elements = Int64(schedule.elements.count)
    exceptions = Int64(schedule.exclusions.count + schedule.overrides.count)
  }

  /// The steps of counting: a few for each year of the calendar, and the members near the ends of the range
  /// where a change of offset is near.
  package var counting: Int64 { (elements + 1) * 400_000 + 64 * exceptions }

  /// The steps of listing so many rows that start in so many days, or are under way then: the rows, what clocks
  /// skip or show twice on those days, and what lies in the days about a change of offset.
  package func listing(_ rows: Int, days: Int64) -> Int64 {
    counting + elements * (4 * Int64(rows) + 128 * days + 6 * 86_400)
  }
}

/// Adds steps to the counter of the task.
@inline(__always)
func countSteps(_ steps: Int64) {
  #if DEBUG
    StepCounter.current?.add(steps)
  #endif
}
