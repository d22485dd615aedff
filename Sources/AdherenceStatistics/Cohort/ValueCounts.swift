import AdherenceAnalytics

/// The frequencies of values, whose mean does not depend on the order in which they were added.
struct ValueCounts: Hashable, Sendable {
  /// The frequencies by the bits of the value.
  private var counts: [UInt64: Int] = [:]

  /// The number of values.
  var count: Int { counts.values.reduce(0, +) }

  /// The mean; missing without values.
  var mean: Estimate<Double> {
    let sum = sorted.reduce(0) { $0 + $1.value * Double($1.count) }
    return count == 0 ? .missing(.tooFew) : .value(sum / Double(count))
  }

  /// The values in ascending order, each as often as it was added.
  var all: [Double] { sorted.flatMap { repeatElement($0.value, count: $0.count) } }

  private var sorted: [(value: Double, count: Int)] {
    counts.map { (Double(bitPattern: $0), $1) }.sorted { $0.value < $1.value }
  }

  mutating func add(_ value: Double?) {
    // Adding 0 normalizes negative zero.
    if let value { counts[(value + 0).bitPattern, default: 0] += 1 }
  }

  mutating func merge(_ other: ValueCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }
}

extension ValueCounts: Codable {
  /// Encodes the bits of each value, ascending, followed by its frequency.
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (bits, count) in counts.sorted(by: { $0.key < $1.key }) {
      try list.encode(bits)
      try list.encode(count)
    }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let (bits, count) = (try list.decode(UInt64.self), try list.decode(Int.self))
      guard Double(bitPattern: bits).isFinite, count.isCount, counts[bits] == nil else {
        throw decoder.corrupted("no count of a number")
      }
      counts[bits] = count
    }
  }
}
