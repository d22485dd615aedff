extension ChartAxis {
  /// An axis of counts from 0, with room above the highest bar for the words of lines and bands.
  static func counts(_ title: String, of bars: ChartSeries) -> ChartAxis {
    let highest = bars.points.lazy.compactMap(\.y).max() ?? 0
    return ChartAxis(title, .number, range: 0...max(1, highest * 1.25))
  }
}
