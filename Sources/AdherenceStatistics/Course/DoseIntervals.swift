package import AdherenceAnalytics

/// The intervals between consecutive doses of a course, or uses of what names no times, each with the
/// planned interval that it is compared with.
///
/// The planned interval is the elapsed time between the planned times that the two doses belong to; a dose
/// that belongs to none counts as one of the nearest. Only planned times that follow each other are compared.
/// An interval over a missed dose is too long, whatever its length. A second dose of one planned time is
/// compared with the planned interval that begins there.
package struct DoseIntervals {
  /// The lengths in seconds, without those in which a hold lies from beginning to end.
  package private(set) var lengths: [Double] = []
  /// The planned interval of each in seconds; NaN where the plan has none to compare it with.
  private(set) var planned: [Double] = []
  /// Whether a dose was missed in each.
  private(set) var spansMiss: [Bool] = []
  /// The planned times.
  package private(set) var plan = PlannedTimes()
  /// The position of each dose's planned time; empty without a plan.
  private(set) var places: [Int] = []

  /// Creates the intervals of nothing.
  init() {}

  /// Measures the intervals of a course.
  package init(_ course: borrowing TaskCourse) {
    var doses = EvaluableDoses()
    doses.take(course)
    take(course, doses)
  }

  /// Measures the intervals of a course whose doses are sorted into columns.
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
