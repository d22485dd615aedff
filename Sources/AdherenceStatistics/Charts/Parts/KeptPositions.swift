import AdherenceAnalytics

extension ChartData {
  /// The positions of a series that are drawn: all, or every so manieth and the last.
  static func keptPositions(of values: [Double?], limit: Int) -> [Int] {
    guard values.count > limit, limit > 1 else { return Array(values.indices) }
    return (0..<limit).map { $0 * (values.count - 1) / (limit - 1) }
  }
}
