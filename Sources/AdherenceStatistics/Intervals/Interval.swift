/// A closed interval.
public struct Interval: Hashable, Sendable, Codable {
  /// The lower limit.
  public let lower: Double
  /// The upper limit.
  public let upper: Double

  public init(lower: Double, upper: Double) {
    (self.lower, self.upper) = (lower, upper)
  }

  /// The distance between the limits.
  public var width: Double { upper - lower }

  /// Returns whether a number is in the interval.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }
}
