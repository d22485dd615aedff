extension ChartData {
  /// Returns the chart reduced to the maximum number of points for its kind
  /// (``ChartKind/pointLimit``).
  public func reduced() -> ChartData { reduced(to: kind.pointLimit) }

  /// Returns the chart with lines and areas shortened if it has more points than a limit.
  ///
  /// Steps first lose repeated values, which is lossless. Then each line, area and step is reduced
  /// to its share of the limit by largest triangles, to at least two points. Bars, dots, ticks,
  /// cells and spans represent counts and remain; such charts should be built with wider bins
  /// instead. ``reduction`` describes the result.
  ///
  /// - Parameter limit: The maximum number of points of all series.
  /// - Returns: The reduced chart, or the chart itself if it has no more points.
  /// - Complexity: O(*n*) for *n* points.
  public func reduced(to limit: Int) -> ChartData {
    if pointCount <= limit { return self }
    var chart = self
    for place in series.indices where series[place].mark.isStep {
      chart.series[place].dropRepeats()
    }
    chart.shorten(to: limit)
    if chart.pointCount == pointCount { return self }
    chart.reduction = ChartReduction(.largestTriangle, points: pointCount, limit: limit)
    chart.note =
      "\(chart.pointCount.grouped) of \(pointCount.grouped) points are drawn, those that keep the shape."
    return chart
  }

  /// Reduces each line to its share of the points that the other series leave.
  private mutating func shorten(to limit: Int) {
    if pointCount <= limit { return }
    let lines = series.indices.filter { series[$0].mark.isLine }
    let total = lines.reduce(0) { $0 + series[$1].points.count }
    let room = max(0, limit - (pointCount - total))
    for place in lines {
      let share = room * series[place].points.count / total
      series[place].keep(max(2, share))
    }
  }
}

extension ChartSeries.Mark {
  /// Whether its points are connected.
  fileprivate var isLine: Bool {
    switch self {
    case .line, .step, .area, .stepArea: true
    case .bar, .dot, .tick, .cell, .span: false
    }
  }

  fileprivate var isStep: Bool { self == .step || self == .stepArea }
}

extension ChartSeries {
  /// Removes points whose value equals that of the previous point.
  fileprivate mutating func dropRepeats() {
    let all = points
    points = all.indices.filter { place in
      place == 0 || place == all.count - 1 || !all[place].continues(all[place - 1])
    }.map { all[$0] }
  }

  /// Reduces the series to at most a number of points.
  fileprivate mutating func keep(_ limit: Int) {
    let all = points
    let kept = LargestTriangle.kept(x: all.map(\.x), y: all.map(\.middle), limit: limit)
    points = kept.map { all[$0] }
  }
}

extension ChartPoint {
  /// The value; for an area its middle.
  fileprivate var middle: Double? {
    guard let y, let yEnd else { return y }
    return (y + yEnd) / 2
  }

  /// Returns whether it adds no information to the point before it.
  fileprivate func continues(_ other: ChartPoint) -> Bool {
    var same = other
    (same.x, same.xEnd) = (x, xEnd)
    return self == same
  }
}
