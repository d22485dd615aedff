import Scheduling

/// The time between two readings that follow each other, over which the value is taken to change evenly.
///
/// This is the method of Rosendaal et al. (Thrombosis and Haemostasis 1993; 69: 236–239) for the time in the
/// therapeutic range. As is usual with it, what is longer than eight weeks is not bridged; nor is an
/// occurrence without a value.
struct ValueStretch: Hashable {
  /// The longest time that is bridged: 56 days.
  static let limit: Int64 = 56 * 86_400

  /// From the first reading to the second, in seconds.
  let span: Range<Int64>
  /// The seconds of these in which the value is in range; the moments at which it enters and leaves are
  /// rounded to seconds, so that parts of a stretch add up to it.
  let inRange: Range<Int64>

  /// The stretch between neighbours of a series; `nil` where one is a gap, the first is held against no
  /// target, or nothing is bridged.
  init?(from first: RecordedValue, to second: RecordedValue) {
    guard let a = first.amount, let b = second.amount, let band = first.band else { return nil }
    let (start, end) = (first.time.seconds, second.time.seconds)
    guard start < end, end - start <= ValueStretch.limit else { return nil }
    span = start..<end
    inRange = ValueStretch.seconds(of: span, from: a, to: b, within: band)
  }

  private static func seconds(
    of span: Range<Int64>, from a: Double, to b: Double, within band: ClosedRange<Double>
  ) -> Range<Int64> {
    if a == b {
      let isIn = band.lowerBound.shortened <= a && a <= band.upperBound.stretched
      return isIn ? span : span.lowerBound..<span.lowerBound
    }
    // Halves, as the difference of two numbers may be more than a number can hold.
    func moment(of level: Double) -> Int64 {
      let share = (level / 2 - a / 2) / (b / 2 - a / 2)
      let length = Double(span.upperBound - span.lowerBound)
      return span.lowerBound + Int64((min(max(share, 0), 1) * length).rounded())
    }
    let (low, high) = (
      moment(of: band.lowerBound.shortened), moment(of: band.upperBound.stretched)
    )
    return min(low, high)..<max(low, high)
  }
}

extension Range<Int64> {
  /// The seconds that it shares with another.
  func overlap(_ other: Range<Int64>) -> Int {
    Int(
      Swift.max(
        0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound)))
  }
}
