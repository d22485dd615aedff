/// A quantile of resamples of some numbers.
///
/// The numbers are put in order once. Of few numbers each of a resample is drawn, and the quantile is read off
/// how often: selecting would move as many numbers anew. Of ``many`` it is drawn without the others: the
/// positions of a resample in order are *nU* rounded down, of so many uniform *U* in order, and two
/// neighbours of those are sums of exponential numbers over the sum of all
/// (`MersenneTwister.neighbours(at:of:)`). Both have the same distribution.
struct ResampledQuantile {
  /// From how many numbers on a resample's quantile is drawn without its other numbers.
  static let many = 1000

  private let share: Double
  /// The numbers, ascending.
  private let sorted: [Double]
  /// The positions of the numbers in the sample, in order of the numbers.
  private let order: [Int32]
  /// What each of a resample's numbers was, and how often each position was drawn; empty of ``many``.
  private var positions: [Int32]
  private var counts: [Int32]
  /// How many positions, counts and numbers have been looked at, for a test of how the work grows.
  private(set) var steps = 0

  /// Puts numbers in order.
  ///
  /// - Parameters:
  ///   - share: Which quantile.
  ///   - values: The numbers.
  ///   - many: From how many numbers on quantiles are drawn alone.
  /// - Precondition: There are two numbers or more, and the share is from 0 to 1.
  init(_ share: Double, of values: [Double], many: Int = ResampledQuantile.many) {
    precondition(values.count > 1, "no resamples of \(values.count) numbers")
    self.share = share
    order = values.indices.map { Int32($0) }.sorted { values[Int($0)] < values[Int($1)] }
    sorted = order.map { values[Int($0)] }
    counts = Array(repeating: 0, count: values.count < many ? values.count : 0)
    positions = counts
  }

  /// How many numbers there are.
  var count: Int { sorted.count }

  /// The quantile of the sample itself.
  var value: Double {
    let (lower, part) = Samples.place(share, of: count)
    return between(lower, min(lower + 1, count - 1), part)
  }

  /// The quantile of the next resample.
  ///
  /// - Complexity: O(*n*) of few numbers, O(1) of ``many``.
  mutating func next(from twister: MersenneTwister) -> Double {
    let (lower, part) = Samples.place(share, of: count)
    let ranks =
      counts.isEmpty
      ? ranks(at: lower, from: twister) : countedRanks(at: lower, part > 0, from: twister)
    return between(ranks.lower, ranks.upper, part)
  }

  /// The ranks of the numbers that stand at a place of a resample and at the next one.
  mutating func ranks(at place: Int, from twister: MersenneTwister) -> (lower: Int, upper: Int) {
    steps += 2
    let shares = twister.neighbours(at: place, of: count)
    func rank(_ share: Double) -> Int { min(Int(share * Double(count)), count - 1) }
    return (rank(shares.lower), rank(shares.upper))
  }

  /// The same by drawing and counting all numbers, the next one where it is asked for.
  private mutating func countedRanks(
    at place: Int, _ hasNext: Bool, from twister: MersenneTwister
  ) -> (lower: Int, upper: Int) {
    twister.fill(&positions, in: positions.indices)
    for index in counts.indices { counts[index] = 0 }
    for position in positions { counts[Int(position)] += 1 }
    let lower = rank(of: Int32(place), after: (-1, 0))
    let upper = hasNext ? rank(of: Int32(place + 1), after: lower) : lower
    steps += 2 * count + upper.rank + 1
    return (lower.rank, upper.rank)
  }

  /// The rank of the number that stands at a place of the resample, and how many of it are at that rank or
  /// below; from a rank on that is not beyond it.
  private func rank(
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
