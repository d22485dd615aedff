/// The due and taken counts of a class of occurrences.
package struct ClassTally: Hashable, Sendable {
  /// The number of evaluable occurrences.
  package var expected: Int
  /// The number of evaluable occurrences that were taken.
  package var taken: Int

  package init(expected: Int = 0, taken: Int = 0) {
    self.expected = expected
    self.taken = taken
  }

  /// The number of those missed.
  var missed: Int { expected - taken }

  /// The share taken; missing if nothing was due.
  package var share: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }

  /// Returns the sum of both.
  package static func + (one: ClassTally, other: ClassTally) -> ClassTally {
    ClassTally(expected: one.expected + other.expected, taken: one.taken + other.taken)
  }
}

extension ClassTally {
  /// Returns the occurrences of each weekday, Monday first.
  ///
  /// - Parameters:
  ///   - taken: Whether each evaluable occurrence was taken.
  ///   - days: The day number of each (`CivilDate.dayNumber`).
  /// - Returns: Seven tallies.
  package static func weekdays(of taken: [Bool], on days: [Int32]) -> [ClassTally] {
    precondition(taken.count == days.count, "\(taken.count) occurrences, \(days.count) days")
    // A Monday before the first civil date.
    let monday = -10_000_000 * 7 - 3
    return classes(of: taken, count: 7) { (Int(days[$0]) - monday) % 7 }
  }

  /// Returns the share taken on weekends minus that on other days.
  ///
  /// - Parameter weekdays: Seven tallies, Monday first.
  /// - Returns: The difference; missing if either has nothing due.
  package static func weekendEffect(of weekdays: [ClassTally]) -> Estimate<Double> {
    precondition(weekdays.count == 7, "a week of \(weekdays.count) days")
    let work = weekdays[..<5].reduce(ClassTally(), +)
    let weekend = weekdays[5...].reduce(ClassTally(), +)
    return weekend.share.flatMap { weekend in work.share.map { weekend - $0 } }
  }

  /// Returns the occurrences of each time of day.
  ///
  /// - Parameters:
  ///   - taken: Whether each evaluable occurrence was taken.
  ///   - slots: The index of its time of day, below `count`.
  ///   - count: The number of times of day.
  /// - Returns: The tallies.
  static func slots(of taken: [Bool], at slots: [Int32], count: Int) -> [ClassTally] {
    precondition(taken.count == slots.count, "\(taken.count) occurrences, \(slots.count) slots")
    return classes(of: taken, count: count) { Int(slots[$0]) }
  }

  @inline(__always)
  private static func classes(
    of taken: [Bool], count: Int, by position: (Int) -> Int
  ) -> [ClassTally] {
    var tallies = Array(repeating: ClassTally(), count: count)
    for index in taken.indices {
      let place = position(index)
      tallies[place].expected += 1
      tallies[place].taken += taken[index] ? 1 : 0
    }
    return tallies
  }
}
