/// The drug holidays of a course.
///
/// A holiday is a maximal run of at least three evaluable due days without an event. In a daily
/// plan they are consecutive dates; in others, intermediate days without anything due are not
/// counted. Days on hold and pending days end a run, as do planned pauses. Runs at the end of the range
/// count if it ends before a discontinuation.
///
/// Reference: B. Vrijens et al., BMJ 336 (2008) 1114–1117.
package struct DrugHolidays: Hashable, Sendable {
  /// The holidays, in order.
  package var holidays: [DrugHoliday] = []

  /// The number of holidays.
  package var count: Int { holidays.count }
  /// The total number of their due days.
  package var days: Int { holidays.reduce(0) { $0 + Int($1.days) } }
  /// The number of days of the longest; 0 if there are none.
  package var longest: Int { holidays.reduce(0) { max($0, Int($1.days)) } }

  /// Finds the holidays in a range of days.
  ///
  /// - Parameters:
  ///   - range: The numbers of the days from the first event to the end of treatment.
  ///   - days: The numbers of the evaluable days, ascending.
  ///   - events: The number of events dated on each.
  ///   - follows: Whether each follows the previous one without interruption; `nil` if only
  ///     consecutive dates do.
  ///   - minimum: The minimum number of days of a holiday, at least 1.
  package init(
    in range: ClosedRange<Int32>, days: [Int32], events: [Int32], follows: [Bool]? = nil,
    minimum: Int = 3
  ) {
    precondition(days.count == events.count, "\(days.count) days, events of \(events.count)")
    precondition(follows.map { $0.count == days.count } ?? true, "\(days.count) days follow others")
    precondition(minimum > 0, "holidays of \(minimum) days")
    var run = DrugHoliday(first: 0, days: 0)
    for index in days.indices where range.contains(days[index]) {
      let isFree = events[index] == 0
      if isFree, run.days > 0, follows?[index] ?? (days[index] == run.last + 1) {
        (run.days, run.last) = (run.days + 1, days[index])
        continue
      }
      close(run, minimum: minimum)
      run = DrugHoliday(first: days[index], days: isFree ? 1 : 0, last: days[index])
    }
    close(run, minimum: minimum)
  }

  private mutating func close(_ run: DrugHoliday, minimum: Int) {
    if run.days >= minimum { holidays.append(run) }
  }
}

/// Consecutive due days without an event.
package struct DrugHoliday: Hashable, Sendable {
  /// The number of the first day (`CivilDate.dayNumber`).
  package var first: Int32
  /// The number of due days.
  package var days: Int32
  /// The number of the last day; in a daily plan that is ``days`` - 1 days after the first.
  package var last: Int32

  /// Creates a holiday; without `last`, of consecutive dates.
  init(first: Int32, days: Int32, last: Int32? = nil) {
    (self.first, self.days) = (first, days)
    self.last = last ?? first + days - 1
  }
}
