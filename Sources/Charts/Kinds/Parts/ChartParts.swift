import AdherenceAnalytics

// Parts that several kinds have.

extension Share {
  /// The share as the threshold that values are held against.
  func line(_ axis: ChartDirection) -> ReferenceLine {
    ReferenceLine(
      axis, at: Double(part) / Double(whole), "threshold \(percentText) %", .reference)
  }
}

extension ChartAxis {
  /// An axis of counts from 0, with room above the highest bar for the words of lines and bands.
  static func counts(_ title: String, of bars: ChartSeries) -> ChartAxis {
    let highest = bars.points.lazy.compactMap(\.y).max() ?? 0
    return ChartAxis(title, .number, range: 0...max(1, highest * 1.25))
  }
}
