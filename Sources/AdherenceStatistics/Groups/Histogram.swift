/// A histogram with bins of equal width.
///
/// A bin includes its lower border; the last one also includes its upper border.
public struct Histogram: Hashable, Sendable, Codable {
  /// The lower border of the first bin and the upper border of the last.
  public let range: Interval
  /// The number of values in each bin.
  public private(set) var counts: [Int]
  /// The number of values outside the range, including NaN.
  public private(set) var outside = 0

  /// Counts values in bins.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - bins: The number of bins.
  ///   - range: The range of the bins: 0 to 1 for ratios.
  /// - Precondition: There is a bin, and the range has a width.
  public init(
    _ values: [Double], bins: Int = 20, in range: Interval = Interval(lower: 0, upper: 1)
  ) {
    precondition(bins > 0 && range.width > 0, "no \(bins) bins are in \(range)")
    self.range = range
    counts = Array(repeating: 0, count: bins)
    for value in values { add(value) }
  }

  /// Returns the lower border of a bin.
  public func lowerBorder(of bin: Int) -> Double {
    range.lower + range.width * Double(bin) / Double(counts.count)
  }

  private mutating func add(_ value: Double) {
    if range.contains(value) { count(value) } else { outside += 1 }
  }

  private mutating func count(_ value: Double) {
    let place = (value - range.lower) / range.width * Double(counts.count)
    var bin = min(Int(place), counts.count - 1)
    // The quotient may be rounded across a border.
    if value < lowerBorder(of: bin) { bin -= 1 }
    if bin + 1 < counts.count, value >= lowerBorder(of: bin + 1) { bin += 1 }
    counts[bin] += 1
  }
}
