import Scheduling

/// The interval between two consecutive readings, over which the value is interpolated linearly.
///
/// This is the method of Rosendaal et al. (Thrombosis and Haemostasis 1993; 69: 236–239) for the time in the
/// therapeutic range. As is common, intervals longer than eight weeks are not interpolated, and neither are
/// gaps.
struct InterpolatedInterval: Hashable {
  /// The maximum length: 56 days.
  static let limit: Int64 = 56 * 86_400

  /// The interval from the first reading to the second, in seconds.
  let span: Range<Int64>
  /// The part of the interval in which the value is in range; the times of entry and exit are rounded to
  /// seconds, so that parts of an interval add up to it.
  let inRange: Range<Int64>

  /// Creates the interval between consecutive values; `nil` if one is a gap, the first has no target, or the
  /// interval is too long.
  init?(from first: RecordedValue, to second: RecordedValue) {
    guard let a = first.amount, let b = second.amount, let band = first.band else { return nil }
    let (start, end) = (first.time.seconds, second.time.seconds)
    guard start < end, end - start <= InterpolatedInterval.limit else { return nil }
    span = start..<end
    inRange = InterpolatedInterval.seconds(of: span, from: a, to: b, within: band)
  }

  private static func seconds(
    of span: Range<Int64>, from a: Double, to b: Double, within band: ClosedRange<Double>
  ) -> Range<Int64> {
    if a == b {
      let isIn = band.lowerBound.loweredByTolerance <= a && a <= band.upperBound.raisedByTolerance
      return isIn ? span : span.lowerBound..<span.lowerBound
    }
    // Halved, as the difference of two numbers may overflow.
    func moment(of level: Double) -> Int64 {
      let share = (level / 2 - a / 2) / (b / 2 - a / 2)
      let length = Double(span.upperBound - span.lowerBound)
      return span.lowerBound + Int64((min(max(share, 0), 1) * length).rounded())
    }
    let (low, high) = (
      moment(of: band.lowerBound.loweredByTolerance), moment(of: band.upperBound.raisedByTolerance)
    )
    return min(low, high)..<max(low, high)
  }
}

extension Range<Int64> {
  /// Returns the number of seconds shared with another range.
  func overlap(_ other: Range<Int64>) -> Int {
    Int(
      Swift.max(
        0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound)))
  }
}
