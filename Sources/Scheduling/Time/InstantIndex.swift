/// A search index over ascending instants: buckets of equal length, each with the index of the last instant
/// at or before its start.
///
/// There are at most as many buckets as instants, so a search usually takes one or two steps.
///
/// Safe: the shift is below 64, as a span has no more bits; what is looked for is held within the bounds, so
/// that its bucket has an index.
struct InstantIndex: Sendable {
  private let indices: [Int32]
  /// The bounds of the buckets, and the binary logarithm of their length.
  private let first: Int64
  private let last: Int64
  private let shift: Int64

  /// Creates an index of `count` instants, ascending and at least one.
  init(_ count: Int, _ instant: (Int) -> Int64) {
    (first, last) = (instant(min(1, count - 1)), instant(count - 1))
    let span = last - first
    var shift: Int64 = 0
    while span &>> shift >= count { shift += 1 }
    self.shift = shift
    // Everything before the second instant belongs to the first.
    var (indices, index): ([Int32], Int) = ([0], 0)
    for bucket in 0..<(span &>> shift) {
      let end = first + (bucket + 1) &<< shift
      while index + 1 < count, instant(index + 1) <= end { index += 1 }
      indices.append(Int32(index))
    }
    self.indices = indices + [Int32(count - 1)]
  }

  /// Returns the index of the last instant that has begun; 0 if none has.
  @inline(__always)
  func last(at instant: Int64, hasBegun: (Int) -> Bool) -> Int {
    let bucket = Int((min(max(instant, first), last) &- first) &>> shift)
    let (low, high) = (Int(indices[bucket]), Int(indices[bucket + 1]))
    return (low + 1..<high + 1).partitionPoint(where: hasBegun) - 1
  }
}
