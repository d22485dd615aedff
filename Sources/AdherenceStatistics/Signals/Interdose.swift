/// The times between doses, in hours.
///
/// An interval in which a hold lies from beginning to end says nothing of how doses were taken and
/// is left out.
///
/// Safe: there is room for a length each time, of which there is one more than intervals; no count is above
/// that.
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
  /// Those within the tolerance of the nominal interval, its ends included.
  var near = 0
  /// Those shorter than that.
  package var tooShort = 0
  /// Those longer than that.
  package var tooLong = 0

  /// The share near the nominal interval, of all intervals.
  package var nearOfIntervals: Estimate<Double> { Estimate(near, of: count, else: .tooFew) }

  /// The share near the nominal interval, of the doses prescribed.
  package func near(ofPrescribed expected: Int) -> Estimate<Double> {
    Estimate(near, of: expected, else: .nothingDue)
  }

  /// Measures the intervals between events.
  ///
  /// - Parameters:
  ///   - times: The events that count, in seconds, ascending.
  ///   - nominal: The seconds between two doses as planned, above 0.
  ///   - tolerance: How far an interval may lie from that, as a share of it.
  ///   - holds: The stretches without a plan, apart from each other and in order.
  ///   - scratch: The worker's memory.
  /// - Complexity: O(*n* + *h*) for *n* events and *h* holds.
  package init(
    between times: [Int64], nominal: Double, tolerance: Double = 0.25,
    holds: [Range<Int64>] = [], scratch: SignalScratch
  ) {
    precondition(nominal > 0, "doses \(nominal) s apart")
    guard times.count > 1 else { return }
    SignalScratch.lengthen(&scratch.numbers, to: times.count, with: 0)
    scratch.numbers.withUnsafeMutableBufferPointer { lengths in
      let count = Self.fill(lengths, between: times, holds: holds)
      measure(
        UnsafeBufferPointer(rebasing: lengths[..<count]), nominal: nominal, tolerance: tolerance)
    }
  }

  /// Measures intervals whose lengths in seconds are known.
  init(of lengths: [Double], nominal: Double, tolerance: Double) {
    lengths.withUnsafeBufferPointer { measure($0, nominal: nominal, tolerance: tolerance) }
  }

  private mutating func measure(
    _ lengths: UnsafeBufferPointer<Double>, nominal: Double, tolerance: Double
  ) {
    count = lengths.count
    summarize(lengths)
    sort(lengths, into: (1 - tolerance) * nominal...(1 + tolerance) * nominal)
  }

  /// The lengths in seconds of the intervals without a hold.
  static func lengths(between times: [Int64], holds: [Range<Int64>]) -> [Double] {
    guard times.count > 1 else { return [] }
    return Array(unsafeUninitializedCapacity: times.count) { lengths, count in
      count = fill(lengths, between: times, holds: holds)
    }
  }

  /// Writes the lengths in seconds of the intervals without a hold, and returns how many they are.
  private static func fill(
    _ lengths: UnsafeMutableBufferPointer<Double>, between times: [Int64], holds: [Range<Int64>]
  ) -> Int {
    var (count, hold) = (0, 0)
    for next in 1..<times.count {
      let (begin, end) = (times[next - 1], times[next])
      while hold < holds.count, holds[hold].lowerBound <= begin { hold += 1 }
      if hold < holds.count, holds[hold].upperBound <= end { continue }
      lengths[count] = Double(end - begin)
      count += 1
    }
    return count
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

  private mutating func sort(
    _ lengths: UnsafeBufferPointer<Double>, into range: ClosedRange<Double>
  ) {
    for length in lengths {
      tooShort &+= length < range.lowerBound ? 1 : 0
      tooLong &+= length > range.upperBound ? 1 : 0
    }
    near = count - tooShort - tooLong
  }
}
