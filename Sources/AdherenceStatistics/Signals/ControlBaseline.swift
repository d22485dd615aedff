/// The days that a control chart takes as usual.
public struct ControlBaseline: Hashable, Sendable {
  /// The mean of the daily ratios.
  public var mean: Double
  /// Their standard deviation, with *n* − 1; 0 where all are the same.
  public var deviation: Double
}
