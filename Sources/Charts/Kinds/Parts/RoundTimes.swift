/// Times that are easily read, such as every 30 days: where charts have ticks and counts at risk.
enum RoundTimes {
  private static let steps = [
    0.1, 0.2, 0.5, 1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650,
  ]

  /// The round times from 0 up to an end: at most seven.
  ///
  /// - Parameters:
  ///   - end: The last time that there is.
  ///   - least: How far they are apart at least.
  /// - Returns: The times; 0 alone where the end is not after it.
  static func times(to end: Double, least: Double = 0) -> [Double] {
    guard end > 0, end.isFinite else { return [0] }
    var step = steps.first { $0 >= least && end / $0 < 7 } ?? 3650
    while end / step >= 7 { step *= 2 }
    return (0...Int(end / step)).map { Double($0) * step }
  }

  /// The ticks at round times.
  static func ticks(_ times: [Double]) -> [ChartTick] {
    times.map { ChartTick($0, ChartText.number($0)) }
  }
}
