/// How many numbers are in each of equal bins.
///
/// A number on the border of two bins is in the upper one; the last bin has its upper border too.
public struct Histogram: Hashable, Sendable, Codable {
  /// The lower border of the first bin and the upper border of the last.
  public let range: Interval
  /// How many numbers each bin has.
  public private(set) var counts: [Int]
  /// The numbers below the first bin and above the last, and what is no number.
  public private(set) var outside = 0

  /// Counts numbers in bins.
  ///
  /// - Parameters:
  ///   - values: The numbers.
  ///   - bins: How many bins there are.
  ///   - range: The borders of the first and the last: 0 and 1 for ratios.
  /// - Precondition: There is a bin, and the range has a width.
  public init(
    _ values: [Double], bins: Int = 20, in range: Interval = Interval(lower: 0, upper: 1)
  ) {
    precondition(bins > 0 && range.width > 0, "no \(bins) bins are in \(range)")
    self.range = range
    counts = Array(repeating: 0, count: bins)
    for value in values { add(value) }
  }

  /// The lower border of a bin.
  public func lowerBorder(of bin: Int) -> Double {
    range.lower + range.width * Double(bin) / Double(counts.count)
  }

  private mutating func add(_ value: Double) {
    if range.contains(value) { count(value) } else { outside += 1 }
  }

  private mutating func count(_ value: Double) {
    let place = (value - range.lower) / range.width * Double(counts.count)
    var bin = min(Int(place), counts.count - 1)
    // The quotient may be rounded over a border.
    if value < lowerBorder(of: bin) { bin -= 1 }
    if bin + 1 < counts.count, value >= lowerBorder(of: bin + 1) { bin += 1 }
    counts[bin] += 1
  }
}
