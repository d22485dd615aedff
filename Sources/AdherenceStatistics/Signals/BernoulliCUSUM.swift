import Foundation

/// The cumulative sum chart of doses taken and missed.
///
/// S begins at 0 and becomes max(0, S + w), with the logarithm of the likelihood ratio w =
/// ln(p₁/p₀) for a dose taken and w = ln((1 − p₁)/(1 − p₀)) for one missed. It raises an alarm
/// where it reaches *h*. It is not reset by an alarm.
///
/// References: M. R. Reynolds and Z. G. Stoumbos, Journal of Quality Technology 31 (1999) 87–108;
/// D. Brook and D. A. Evans, Biometrika 59 (1972) 539–549, for the run length.
package struct BernoulliCUSUM: Hashable, Sendable {
  /// The probability p₀ of a dose taken while all is well.
  let acceptable: Double
  /// The probability p₁ of a dose taken that is to raise the alarm.
  let unacceptable: Double
  /// The sum *h* from which on it is raised.
  let limit: Double
  let takenStep: Double
  let missedStep: Double

  /// Creates a chart; `nil` unless both probabilities lie strictly between 0 and 1 and differ, and
  /// the limit is above 0.
  package init?(acceptable: Double = 0.9, unacceptable: Double = 0.7, limit: Double = 4) {
    let open = 0.0.nextUp..<1
    guard open.contains(acceptable), open.contains(unacceptable), acceptable != unacceptable,
      limit > 0, limit.isFinite
    else { return nil }
    self.acceptable = acceptable
    self.unacceptable = unacceptable
    self.limit = limit
    takenStep = log(unacceptable / acceptable)
    missedStep = log((1 - unacceptable) / (1 - acceptable))
  }

  /// The chart of a series.
  ///
  /// Safe: indices are those of the array.
  ///
  /// - Parameter taken: Whether each occurrence that can be judged was taken, in order.
  /// - Returns: What became of the sum; of no occurrences it is where the sum begins, 0.
  package func course(of taken: [Bool]) -> SumCourse {
    var course = SumCourse()
    // Misses come without warning, so that the step is looked up and not branched to.
    let steps = SIMD2(missedStep, takenStep)
    taken.withUnsafeBufferPointer { taken in
      var (sum, highest) = (0.0, 0.0)
      for index in taken.indices {
        let next = sum + steps[taken[index] ? 1 : 0]
        sum = next > 0 ? next : 0
        if sum >= limit, course.firstAlarm == nil { course.firstAlarm = index }
        highest = sum > highest ? sum : highest
      }
      (course.last, course.highest) = (sum, highest)
    }
    return course
  }

  /// What became of the sum.
  package struct SumCourse: Hashable, Sendable {
    /// The position in the series of the first sum at or above the limit; `nil` where none is.
    package var firstAlarm: Int?
    /// The highest sum.
    package var highest = 0.0
    /// The last sum.
    package var last = 0.0
  }
}
