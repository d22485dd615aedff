/// The times between doses, in hours.
///
/// An interval in which a hold lies from beginning to end says nothing of how doses were taken and
/// is left out.
///
/// Safe: lengths are lent for the call, and no count is above their number.
package struct Interdose: Hashable, Sendable {
  /// The intervals.
  package var count = 0
  /// Their mean; missing where there are none.
  package var mean: Estimate<Double> = .missing(.tooFew)
  /// Their standard deviation, with *n* − 1; missing of fewer than two.
  package var deviation: Estimate<Double> = .missing(.tooFew)
  /// The standard deviation divided by the mean.
  package var variation: Estimate<Double> = .missing(.tooFew)
  /// The longest; missing where there are none.
  package var longest: Estimate<Double> = .missing(.tooFew)
  /// Those within the tolerance of their planned intervals, its ends included.
  var near = 0
  /// Those shorter than that.
  package var tooShort = 0
  /// Those longer than that.
  package var tooLong = 0

  /// The share near their planned intervals, of those that have one.
  package var nearOfIntervals: Estimate<Double> {
    Estimate(near, of: near + tooShort + tooLong, else: .tooFew)
  }

  /// The number near their planned intervals, as a share of the doses prescribed.
  package func near(ofPrescribed expected: Int) -> Estimate<Double> {
    Estimate(near, of: expected, else: .nothingDue)
  }

  /// Compares intervals with the planned ones.
  ///
  /// - Parameters:
  ///   - intervals: The intervals.
  ///   - tolerance: How far an interval may lie from its planned one, as a share of that.
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
