/// What a control chart says of a series: where it began, and when it first fell too low.
package struct ControlChart: Hashable, Sendable {
  /// The mean of the baseline.
  var mean: Double
  /// The standard deviation of the baseline, with *n* − 1; above 0.
  var deviation: Double
  /// The position in the series of the first day below the limit; `nil` where none is.
  package var firstLow: Int?
}

/// The days that a control chart takes as usual.
package struct ControlBaseline: Hashable, Sendable {
  /// The mean of the daily ratios.
  var mean: Double
  /// Their standard deviation, with *n* − 1; 0 where all are the same.
  var deviation: Double
}
