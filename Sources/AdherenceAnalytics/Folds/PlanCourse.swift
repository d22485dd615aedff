import Scheduling

/// The occurrences and events of a task over a range of days.
///
/// A ``TaskCourse`` has one for the query's days; initiation and persistence are derived from one for all
/// days of the plan up to the time of the report.
package struct PlanCourse: Sendable {
  /// The range from the first to the last day of occurrences and events, by number; empty without any.
  package internal(set) var days = 0..<0
  /// The occurrences, in order of start.
  package internal(set) var occurrences: [TaskCourse.Occurrence] = []
  /// The kept doses in order of time, those without a known time first.
  package internal(set) var events = TaskCourse.EventColumns()
  /// The quotas, in the order of their elements.
  package internal(set) var quotas: [QuotaCourse] = []
  /// The days that each hold covers or overlaps, by number, for holds that put occurrences on hold.
  package internal(set) var holdDays: [Range<Int>] = []

  package init() {}
}

extension PlanCourse {
  /// Prepares for the next task.
  mutating func begin(_ moments: QueryMoments, _ holds: [Range<Instant>]) {
    days = 0..<0
    occurrences.removeAll(keepingCapacity: true)
    events.removeAll()
    quotas.removeAll(keepingCapacity: true)
    holdDays.removeAll(keepingCapacity: true)
    for hold in holds {
      let own = hold.clamped(to: moments.range)
      guard !own.isEmpty else { continue }
      let last = moments.day(of: moments.zone.civil(at: own.upperBound.adding(seconds: -1)))
      let first = moments.day(of: moments.zone.civil(at: own.lowerBound))
      holdDays.append(first.dayNumber..<last.dayNumber + 1)
    }
  }

  /// Adds a dose.
  mutating func append(
    eventAt time: Int64, on day: Int, planned: Int64? = nil, amount: Double = 1
  ) {
    note(day)
    events.append(at: time, on: day, planned: planned, amount: amount)
  }

  /// Extends ``days`` to include a day.
  mutating func note(_ day: Int) {
    if days.contains(day) { return }
    days =
      days.isEmpty ? day..<(day + 1) : min(day, days.lowerBound)..<max(day + 1, days.upperBound)
  }
}
