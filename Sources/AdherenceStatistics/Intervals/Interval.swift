/// What lies between two limits, both included.
public struct Interval: Hashable, Sendable, Codable {
  /// The lower limit.
  public let lower: Double
  /// The upper limit.
  public let upper: Double

  /// Creates an interval.
  public init(lower: Double, upper: Double) {
    (self.lower, self.upper) = (lower, upper)
  }

  /// The distance between the limits.
  public var width: Double { upper - lower }

  /// Says whether a number lies between the limits or on one.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }
}
