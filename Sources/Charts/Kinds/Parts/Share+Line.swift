import AdherenceAnalytics

extension Share {
  /// The share as the threshold that values are held against.
  func line(_ axis: ChartDirection) -> ReferenceLine {
    ReferenceLine(
      axis, at: Double(part) / Double(whole), "threshold \(percentText) %", .reference)
  }
}
