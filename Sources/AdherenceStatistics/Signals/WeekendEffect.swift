/// Whether doses are taken differently at weekends.
package struct WeekendEffect: Hashable, Sendable {
  /// The share taken on Saturdays and Sundays minus that on other days.
  var difference: Estimate<Double>
  /// The test of both classes of days.
  var test: Estimate<ChiSquare>

  /// The effect in a table of weekdays, Monday first.
  package init(weekdays: [ClassTally]) {
    precondition(weekdays.count == 7, "a week of \(weekdays.count) days")
    let work = weekdays[..<5].reduce(ClassTally(), +)
    let weekend = weekdays[5...].reduce(ClassTally(), +)
    difference = weekend.share.flatMap { weekend in work.share.map { weekend - $0 } }
    test = ChiSquare.test([work, weekend])
  }
}
