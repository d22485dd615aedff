/// What was due in one ISO week, and what of it was done.
package struct WeekShare: Hashable, Sendable {
  /// The number of weeks since that of 1970-01-01.
  package var number: Int
  /// What was due, with what quotas asked for in the periods that end in the week.
  package var due: Double
  /// What of that was done.
  package var done: Double

  /// Creates a week.
  package init(number: Int, due: Double, done: Double) {
    (self.number, self.due, self.done) = (number, due, done)
  }

  /// Returns the weeks of several tasks together, in order.
  package static func merging(_ tasks: some Sequence<[WeekShare]>) -> [WeekShare] {
    let weeks = tasks.joined().sorted { $0.number < $1.number }
    return weeks.reduce(into: []) { merged, week in
      guard let last = merged.last, last.number == week.number else { return merged.append(week) }
      merged[merged.count - 1].due += week.due
      merged[merged.count - 1].done += week.done
    }
  }
}

extension WeekShare {
  init(_ week: DoseDays.Week) {
    self.init(
      number: week.number, due: Double(week.expected) + week.required,
      done: Double(week.taken) + week.credited)
  }
}
