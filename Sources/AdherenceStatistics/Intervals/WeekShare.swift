/// The due and done amounts of one ISO week.
package struct WeekShare: Hashable, Sendable {
  /// The number of weeks since that of 1970-01-01.
  package var number: Int
  /// The amount due, including quotas whose periods end in the week.
  package var due: Double
  /// The part done.
  package var done: Double

  package init(number: Int, due: Double, done: Double) {
    (self.number, self.due, self.done) = (number, due, done)
  }

  /// Returns the summed weeks of several tasks, in order.
  package static func merging(_ tasks: [[WeekShare]]) -> [WeekShare] {
    let weeks = Array(tasks.joined()).sorted { $0.number < $1.number }
    return weeks.reduce(into: []) { merged, week in
      guard let last = merged.last, last.number == week.number else { return merged.append(week) }
      merged[merged.count - 1].due += week.due
      merged[merged.count - 1].done += week.done
    }
  }
}
