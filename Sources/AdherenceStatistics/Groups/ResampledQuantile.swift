/// A quantile of resamples of some numbers, read off how often each of them was drawn.
///
/// The numbers are put in order once. A resample is counted and walked, where selecting would move as many
/// numbers anew; so is the sample without one number.
struct ResampledQuantile {
  private let share: Double
  /// The numbers, ascending.
  private let sorted: [Double]
  /// The positions of the numbers in the sample, in order of the numbers.
  private let order: [Int32]
  /// How often each position was drawn.
  private var counts: [Int32]
  /// How many positions, counts and numbers have been looked at, for a test of how the work grows.
  private(set) var steps = 0

  /// Puts numbers in order.
  ///
  /// - Precondition: There are two numbers or more, and the share is from 0 to 1.
  init(_ share: Double, of values: [Double]) {
    precondition(values.count > 1, "no resamples of \(values.count) numbers")
    self.share = share
    order = values.indices.map { Int32($0) }.sorted { values[Int($0)] < values[Int($1)] }
    sorted = order.map { values[Int($0)] }
    counts = Array(repeating: 0, count: values.count)
  }

  /// How many numbers there are.
  var count: Int { sorted.count }

  /// The quantile of the sample itself.
  var value: Double {
    let (lower, part) = Samples.place(share, of: count)
    return between(lower, min(lower + 1, count - 1), part)
  }

  /// The quantile of a resample, given by as many positions as there are numbers.
  ///
  /// - Complexity: O(*n*).
  mutating func value(of positions: [Int32]) -> Double {
    for index in counts.indices { counts[index] = 0 }
    for position in positions { counts[Int(position)] += 1 }
    let (lower, part) = Samples.place(share, of: positions.count)
    let first = place(of: Int32(lower), after: (-1, 0))
    steps += counts.count + positions.count + first.rank + 1
    guard part > 0 else { return sorted[first.rank] }
    let next = place(of: Int32(lower + 1), after: first)
    steps += next.rank - first.rank
    return between(first.rank, next.rank, part)
  }

  /// The rank of the number that stands at a place of the resample, and how many of it are at that rank or
  /// below; from a rank on that is not beyond it.
  private func place(
    of place: Int32, after start: (rank: Int, drawn: Int32)
  ) -> (rank: Int, drawn: Int32) {
    var (rank, drawn) = start
    while drawn <= place {
      rank += 1
      drawn += counts[Int(order[rank])]
    }
    return (rank, drawn)
  }

  /// The quantiles without one of the numbers each, by its position.
  ///
  /// - Complexity: O(*n*).
  mutating func valuesWithout() -> [Double] {
    let (lower, part) = Samples.place(share, of: count - 1)
    let upper = min(lower + 1, count - 2)
    var values = [Double](repeating: 0, count: count)
    for (rank, position) in order.enumerated() {
      // What stands behind the one that is left out moves up.
      values[Int(position)] = between(
        lower < rank ? lower : lower + 1, upper < rank ? upper : upper + 1, part)
    }
    steps += count
    return values
  }

  private func between(_ lower: Int, _ upper: Int, _ part: Double) -> Double {
    part > 0 ? Samples.between(sorted[lower], sorted[upper], part) : sorted[lower]
  }
}
