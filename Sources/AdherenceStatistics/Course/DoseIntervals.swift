package import AdherenceAnalytics

/// The intervals between consecutive doses of a course, or between as-needed uses, with their
/// planned intervals.
///
/// The planned interval is the elapsed time between the planned times of the two doses; a dose
/// without an occurrence is assigned to the nearest planned time. Only consecutive planned times
/// are compared. An interval across a missed dose is too long, whatever its length. A second dose
/// for one planned time is compared with the planned interval that starts there.
package struct DoseIntervals {
  /// The lengths in seconds, except those that completely contain a hold.
  package private(set) var lengths: [Double] = []
  /// The planned interval in seconds; NaN if there is none.
  private(set) var planned: [Double] = []
  /// Whether a dose was missed within each interval.
  private(set) var spansMiss: [Bool] = []
  /// The planned times.
  package private(set) var plan = PlannedTimes()
  /// The index of each dose's planned time; empty without a plan.
  private(set) var places: [Int] = []

  init() {}

  /// Measures the intervals of a course.
  package init(_ course: borrowing TaskCourse) {
    var doses = EvaluableDoses()
    doses.take(course)
    take(course, doses)
  }

  /// Computes the intervals of a course whose doses are in columns.
  mutating func take(_ course: borrowing TaskCourse, _ doses: EvaluableDoses) {
    plan.take(course.occurrences, next: course.nextStart)
    lengths.removeAll(keepingCapacity: true)
    planned.removeAll(keepingCapacity: true)
    spansMiss.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    if course.occurrences.isEmpty {
      let times = course.uses.times.filter { $0 != TaskCourse.unknown }
      return measure(times, doses.holds) { _ in (.nan, false) }
    }
    for (time, start) in zip(doses.eventTimes, doses.eventStarts) {
      places.append(plan.place(of: start, or: time))
    }
    let (plan, places) = (plan, places)
    measure(doses.eventTimes, doses.holds) { next in
      let areBothPlanned =
        doses.eventStarts[next - 1] != TaskCourse.unknown
        && doses.eventStarts[next] != TaskCourse.unknown
      return plan.comparison(from: places[next - 1], to: places[next], areBothPlanned)
    }
  }

  private mutating func measure(
    _ times: [Int64], _ holds: [Range<Int64>], _ comparison: (Int) -> (Double, Bool)
  ) {
    var hold = 0
    for next in times.indices.dropFirst() {
      let (begin, end) = (times[next - 1], times[next])
      while hold < holds.count, holds[hold].lowerBound <= begin { hold += 1 }
      if hold < holds.count, holds[hold].upperBound <= end { continue }
      let (interval, misses) = comparison(next)
      lengths.append(Double(end - begin))
      planned.append(interval)
      spansMiss.append(misses)
    }
  }
}
