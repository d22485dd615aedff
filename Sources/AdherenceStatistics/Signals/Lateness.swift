/// Statistics of the deviation of doses from their planned times, in minutes; early is negative.
///
/// Safe: differences are lent for the call, and counted.
package struct Lateness: Hashable, Sendable {
  /// The number of doses taken.
  package var count: Int
  /// The mean.
  package var mean: Double
  /// The standard deviation, with *n* − 1; missing for one dose.
  package var deviation: Estimate<Double>
  /// The median.
  package var median: Double
  /// The lower quartile (type 7).
  package var lowerQuartile: Double
  /// The upper quartile.
  package var upperQuartile: Double
  /// The mean absolute deviation.
  package var meanDistance: Double
  /// 1.4826 times the median distance from the median, which for normal data estimates the standard
  /// deviation.
  package var medianDeviation: Double
  /// The doses no further from their times than the tolerance.
  package var nearPlanned: Int

  /// Summarises the deviations of doses.
  ///
  /// - Parameters:
  ///   - seconds: The time of each dose taken minus its planned time.
  ///   - tolerance: The tolerance in seconds for a dose near its planned time.
  ///   - scratch: The worker's buffers.
  /// - Returns: The summary; missing without doses.
  /// - Complexity: O(*n* log *r*) for a difference *r* between the first and the last.
  package static func summary(
    of seconds: [Int64], nearPlanned tolerance: Int64 = 7200, scratch: SignalScratch
  ) -> Estimate<Lateness> {
    guard !seconds.isEmpty else { return .missing(.tooFew) }
    return seconds.withUnsafeBufferPointer { seconds in
      SortedSeconds.sorting(seconds, scratch: scratch) { sorted in
        .value(Lateness(seconds, sorted: sorted, tolerance: tolerance))
      }
    }
  }

  private init(_ seconds: UnsafeBufferPointer<Int64>, sorted: SortedSeconds, tolerance: Int64) {
    let number = Double(seconds.count)
    var (sum, distances, squares, nearPlanned) = (0.0, 0.0, 0.0, 0)
    for second in seconds {
      sum += Double(second)
      distances += Double(second).magnitude
      nearPlanned &+= second.magnitude <= tolerance.magnitude ? 1 : 0
    }
    let mean = sum / number
    for second in seconds { squares += (Double(second) - mean) * (Double(second) - mean) }
    count = seconds.count
    self.nearPlanned = nearPlanned
    self.mean = mean / 60
    meanDistance = distances / number / 60
    deviation =
      count > 1 ? .value((squares / (number - 1)).squareRoot() / 60) : .missing(.tooFew)
    median = sorted.quantile(0.5) / 60
    lowerQuartile = sorted.quantile(0.25) / 60
    upperQuartile = sorted.quantile(0.75) / 60
    medianDeviation = 1.4826 * sorted.medianDistance(from: sorted.quantile(0.5)) / 60
  }
}

/// Time differences in ascending order.
///
/// They are few and close together, so they are radix-sorted with nine-bit digits: two passes
/// suffice for three days.
///
/// Safe: both lists of keys are as long as the seconds, and places are those of 512 digits; the differences
/// from the least fit 64 bits without a sign.
struct SortedSeconds {
  private let keys: UnsafeBufferPointer<UInt64>
  private let low: Int64

  /// Calls a closure with the sorted differences, of which there is at least one.
  static func sorting<Result>(
    _ seconds: UnsafeBufferPointer<Int64>, scratch: SignalScratch,
    _ body: (SortedSeconds) -> Result
  ) -> Result {
    SignalScratch.lengthen(&scratch.keys, to: seconds.count, with: 0)
    SignalScratch.lengthen(&scratch.otherKeys, to: seconds.count, with: 0)
    SignalScratch.lengthen(&scratch.places, to: 512, with: 0)
    return scratch.keys.withUnsafeMutableBufferPointer { keys in
      scratch.otherKeys.withUnsafeMutableBufferPointer { others in
        scratch.places.withUnsafeMutableBufferPointer { places in
          body(SortedSeconds(seconds, keys, others, places))
        }
      }
    }
  }

  private init(
    _ seconds: UnsafeBufferPointer<Int64>, _ keys: UnsafeMutableBufferPointer<UInt64>,
    _ others: UnsafeMutableBufferPointer<UInt64>, _ places: UnsafeMutableBufferPointer<Int32>
  ) {
    var (low, high) = (seconds[0], seconds[0])
    for second in seconds {
      low = min(low, second)
      high = max(high, second)
    }
    for index in seconds.indices { keys[index] = UInt64(bitPattern: seconds[index] &- low) }
    var (sorted, free) = (keys, others)
    let bits = UInt64.bitWidth - UInt64(bitPattern: high &- low).leadingZeroBitCount
    for shift in stride(from: 0, to: bits, by: 9) {
      Self.pass(sorted, into: free, places: places, count: seconds.count, shift: UInt64(shift))
      swap(&sorted, &free)
    }
    self.low = low
    self.keys = UnsafeBufferPointer(rebasing: sorted[..<seconds.count])
  }

  private static func pass(
    _ keys: UnsafeMutableBufferPointer<UInt64>,
    into sorted: UnsafeMutableBufferPointer<UInt64>,
    places: UnsafeMutableBufferPointer<Int32>, count: Int, shift: UInt64
  ) {
    places.update(repeating: 0)
    for index in 0..<count { places[Int(keys[index] &>> shift & 511)] &+= 1 }
    var place: Int32 = 0
    for digit in 0..<512 {
      let number = places[digit]
      places[digit] = place
      place &+= number
    }
    for index in 0..<count {
      let digit = Int(keys[index] &>> shift & 511)
      sorted[Int(places[digit])] = keys[index]
      places[digit] &+= 1
    }
  }

  private var count: Int { keys.count }

  private subscript(index: Int) -> Double { Double(low &+ Int64(bitPattern: keys[index])) }

  /// Returns a quantile of type 7: interpolated at position share × (*n* − 1).
  func quantile(_ share: Double) -> Double {
    let position = share * Double(count - 1)
    let below = Int(position)
    guard below + 1 < count else { return self[count - 1] }
    return self[below] + (self[below + 1] - self[below]) * (position - Double(below))
  }

  /// Returns the median distance from the median.
  func medianDistance(from center: Double) -> Double {
    let upper = distance(at: count / 2, from: center)
    return count.isMultiple(of: 2) ? (distance(at: count / 2 - 1, from: center) + upper) / 2 : upper
  }

  /// Returns the distance at a position in sorted order.
  ///
  /// Distances rise from the middle in both directions, so the number of the smallest ones on the
  /// lower side is found by binary search.
  private func distance(at position: Int, from center: Double) -> Double {
    let (lower, needed) = ((count + 1) / 2, position + 1)
    let below = { (index: Int) in center - self[lower - 1 - index] }
    let above = { (index: Int) in self[lower + index] - center }
    var (least, most) = (max(0, needed - (count - lower)), min(needed, lower))
    while least < most {
      let half = (least + most) / 2
      if below(half) < above(needed - half - 1) { least = half + 1 } else { most = half }
    }
    return max(
      least > 0 ? below(least - 1) : -.infinity,
      needed > least ? above(needed - least - 1) : -.infinity)
  }
}

/// Reusable buffers for computing signals.
///
/// They grow to the length of the longest series and are then reused, so that a worker allocates
/// once. An instance belongs to one thread at a time.
package final class SignalScratch {
  var numbers: [Double] = []
  var keys: [UInt64] = []
  var otherKeys: [UInt64] = []
  var places: [Int32] = []

  /// Creates empty buffers.
  package init() {}

  /// Extends an array to a minimum length.
  static func lengthen<Element>(_ array: inout [Element], to count: Int, with filler: Element) {
    if array.count < count {
      array += repeatElement(filler, count: count - array.count)
    }
  }
}
