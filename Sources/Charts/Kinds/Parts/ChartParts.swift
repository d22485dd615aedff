import AdherenceAnalytics

// Elements shared by several kinds.

extension Share {
  /// Returns the share as a threshold line.
  func line(_ axis: ChartDirection) -> ReferenceLine {
    let share = Double(part) / Double(whole)
    return ReferenceLine(
      axis, at: share, "threshold \(share.percentText)", .reference, statistic: "threshold")
  }
}

extension ChartAxis {
  /// Returns an axis of counts from 0, with space above the highest bar.
  static func counts(_ title: String, of bars: [ChartSeries]) -> ChartAxis {
    let highest = bars.lazy.flatMap(\.points).compactMap(\.y).max() ?? 0
    return ChartAxis(title, .count, range: 0...max(1, highest * 1.05))
  }
}
