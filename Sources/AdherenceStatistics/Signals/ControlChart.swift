/// What a control chart says of a series: where it began, and when it first fell too low.
public struct ControlChart: Hashable, Sendable {
  /// The mean of the baseline.
  public var mean: Double
  /// The standard deviation of the baseline, with *n* − 1; above 0.
  public var deviation: Double
  /// The position in the series of the first day below the limit; `nil` where none is.
  public var firstLow: Int?
}

/// The days that a control chart takes as usual.
public struct ControlBaseline: Hashable, Sendable {
  /// The mean of the daily ratios.
  public var mean: Double
  /// Their standard deviation, with *n* − 1; 0 where all are the same.
  public var deviation: Double
}
