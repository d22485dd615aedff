/// Statistics of the intervals between doses, in hours.
///
/// An interval that completely contains a hold is excluded.
///
/// Safe: lengths are lent for the call, and no count is above their number.
package struct Interdose: Hashable, Sendable {
  /// The number of intervals.
  package var count = 0
  /// The mean; missing without intervals.
  package var mean: Estimate<Double> = .missing(.tooFew)
  /// The standard deviation, with *n* − 1; missing with fewer than two intervals.
  package var deviation: Estimate<Double> = .missing(.tooFew)
  /// The standard deviation divided by the mean.
  package var variation: Estimate<Double> = .missing(.tooFew)
  /// The longest interval; missing without intervals.
  package var longest: Estimate<Double> = .missing(.tooFew)
  /// The number within the tolerance of their planned intervals, inclusive.
  var near = 0
  /// The number shorter than that.
  package var tooShort = 0
  /// The number longer than that.
  package var tooLong = 0

  /// The share near their planned intervals, among those with one.
  package var nearOfIntervals: Estimate<Double> {
    Estimate(near, of: near + tooShort + tooLong, else: .tooFew)
  }

  /// Returns the number near their planned intervals over the number of doses prescribed.
  package func near(ofPrescribed expected: Int) -> Estimate<Double> {
    Estimate(near, of: expected, else: .nothingDue)
  }

  /// Compares intervals with the planned ones.
  ///
  /// - Parameters:
  ///   - intervals: The intervals.
  ///   - tolerance: The tolerance as a share of the planned interval.
  package init(_ intervals: borrowing DoseIntervals, tolerance: Double = 0.25) {
    count = intervals.lengths.count
    intervals.lengths.withUnsafeBufferPointer { summarize($0) }
    for place in intervals.lengths.indices where !intervals.planned[place].isNaN {
      let (length, planned) = (intervals.lengths[place], intervals.planned[place])
      if intervals.spansMiss[place] || length > (1 + tolerance) * planned {
        tooLong &+= 1
      } else if length < (1 - tolerance) * planned {
        tooShort &+= 1
      } else {
        near &+= 1
      }
    }
  }

  private mutating func summarize(_ lengths: UnsafeBufferPointer<Double>) {
    guard let first = lengths.first else { return }
    let moments = Moments(lengths)
    mean = .value(moments.mean / 3600)
    longest = .value(lengths.reduce(first, max) / 3600)
    deviation = Estimate(moments.deviation.map { $0 / 3600 }, else: .tooFew)
    if moments.mean > 0 {
      variation = Estimate(moments.deviation.map { $0 / moments.mean }, else: .tooFew)
    }
  }
}
