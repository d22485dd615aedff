/// Where to look for the last of ascending instants that is not after another: stretches of equal length,
/// each with the place of the last instant that is not after its beginning.
///
/// There are at most as many stretches as instants, so that a search begins within a step or two of its
/// answer however many there are.
///
/// Safe: the shift is below 64, as a span has no more bits; what is looked for is held within the bounds, so
/// that its stretch has a place.
struct InstantIndex: Sendable {
  private let places: [Int32]
  /// The bounds within which stretches begin, and the power of two that is their length.
  private let first: Int64
  private let last: Int64
  private let shift: Int64

  /// Prepares the search among so many instants, ascending and at least one.
  init(_ count: Int, _ instant: (Int) -> Int64) {
    (first, last) = (instant(min(1, count - 1)), instant(count - 1))
    let span = last - first
    var shift: Int64 = 0
    while span &>> shift >= count { shift += 1 }
    self.shift = shift
    // What comes before the second instant belongs to the first.
    var (places, place): ([Int32], Int) = ([0], 0)
    for stretch in 0..<(span &>> shift) {
      let end = first + (stretch + 1) &<< shift
      while place + 1 < count, instant(place + 1) <= end { place += 1 }
      places.append(Int32(place))
    }
    self.places = places + [Int32(count - 1)]
  }

  /// The place of the last instant that has begun by then; the first where none has.
  @inline(__always)
  func last(at instant: Int64, hasBegun: (Int) -> Bool) -> Int {
    let stretch = Int((min(max(instant, first), last) &- first) &>> shift)
    let (low, high) = (Int(places[stretch]), Int(places[stretch + 1]))
    return (low + 1..<high + 1).partitionPoint(where: hasBegun) - 1
  }
}
