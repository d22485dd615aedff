/// McNemar's test of two times of the same day, such as morning and evening.
///
/// Only days on which one dose was taken and the other was not tell them apart: χ² = (b − c)²/(b +
/// c), without correction for continuity, for b days of the first only and c of the second only.
///
/// Reference: Q. McNemar, Psychometrika 12 (1947) 153–157.
package struct McNemar: Hashable, Sendable {
  /// Days on which both were taken.
  var both = 0
  /// Days on which the first was taken and the second missed.
  var firstOnly = 0
  /// Days on which the second was taken and the first missed.
  var secondOnly = 0
  /// Days on which both were missed.
  var neither = 0

  /// Counts the days that have both doses to judge.
  ///
  /// - Parameters:
  ///   - taken: Whether each occurrence that can be judged was taken, in order of days.
  ///   - days: The number of the day each belongs to.
  ///   - slots: The position of its time in the day.
  ///   - first: The first of the two positions.
  ///   - second: The second.
  package init(
    of taken: [Bool], on days: [Int32], at slots: [Int32], first: Int32 = 0, second: Int32 = 1
  ) {
    precondition(taken.count == days.count && days.count == slots.count, "columns differ in length")
    var (day, firstTaken, secondTaken): (Int32?, Bool?, Bool?) = (nil, nil, nil)
    for index in taken.indices {
      if days[index] != day {
        count(firstTaken, secondTaken)
        (day, firstTaken, secondTaken) = (days[index], nil, nil)
      }
      if slots[index] == first { firstTaken = taken[index] }
      if slots[index] == second { secondTaken = taken[index] }
    }
    count(firstTaken, secondTaken)
  }

  private mutating func count(_ first: Bool?, _ second: Bool?) {
    guard let first, let second else { return }
    switch (first, second) {
    case (true, true): both += 1
    case (true, false): firstOnly += 1
    case (false, true): secondOnly += 1
    case (false, false): neither += 1
    }
  }

  /// χ² with one degree of freedom; missing where no day tells the two apart.
  var statistic: Estimate<Double> {
    let (difference, sum) = (Double(firstOnly - secondOnly), Double(firstOnly + secondOnly))
    return sum > 0 ? .value(difference * difference / sum) : .missing(.noVariation)
  }

  /// How probable so great a difference is where there is none, by χ².
  var p: Estimate<Double> {
    statistic.flatMap {
      Estimate(UpperTail.chiSquare($0, degreesOfFreedom: 1), else: .notConverged)
    }
  }

  /// The same by the binomial distribution, right for few days too.
  var exactP: Estimate<Double> {
    statistic.flatMap { _ in
      let tail = UpperTail.fairCoin(heads: firstOnly, tosses: firstOnly + secondOnly)
      return Estimate(tail, else: .notConverged)
    }
  }
}
