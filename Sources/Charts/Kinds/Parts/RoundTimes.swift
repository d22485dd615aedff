/// Round times, such as every 30 days, for ticks and numbers at risk.
enum RoundTimes {
  private static let steps = [
    0.1, 0.2, 0.5, 1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650,
  ]

  /// Returns at most seven round times from 0 to an end.
  ///
  /// - Parameters:
  ///   - end: The last time.
  ///   - least: The minimum distance.
  /// - Returns: The times; only 0 if the end is not positive.
  static func times(to end: Double, least: Double = 0) -> [Double] {
    guard end > 0, end.isFinite else { return [0] }
    var step = steps.first { $0 >= least && end / $0 < 7 } ?? 3650
    while end / step >= 7 { step *= 2 }
    return (0...Int(end / step)).map { Double($0) * step }
  }

  /// Returns ticks at round times.
  static func ticks(_ times: [Double]) -> [ChartTick] {
    times.map { ChartTick($0, ChartText.number($0)) }
  }
}
