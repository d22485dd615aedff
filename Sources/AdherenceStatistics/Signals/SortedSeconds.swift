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
