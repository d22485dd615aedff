extension ChartData {
  /// The chart with as many points as its kind should have at most (``ChartKind/pointLimit``).
  public func reduced() -> ChartData { reduced(to: kind.pointLimit) }

  /// The chart with shorter lines and areas, where all its points together are more than a limit.
  ///
  /// Steps first lose the points that repeat the height before them, by which nothing is lost. Then each
  /// line, area and step keeps its share of the limit by largest triangles, and at least two points.
  /// Bars, dots, ticks, cells and spans count something and stay as they are: whoever builds such a chart
  /// takes wider bins. ``reduction`` says what was done.
  ///
  /// - Parameter limit: The most points of all series together.
  /// - Returns: The same chart where there are no more.
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
      "\(chart.pointCount) of \(pointCount) points are drawn, those that keep the shape."
    return chart
  }

  /// Gives each line its share of what the other series leave.
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
  /// Whether points of it are joined.
  fileprivate var isLine: Bool {
    switch self {
    case .line, .step, .area, .stepArea: true
    case .bar, .dot, .tick, .cell, .span: false
    }
  }

  fileprivate var isStep: Bool { self == .step || self == .stepArea }
}

extension ChartSeries {
  /// Leaves out the points between two others that have the height of the one before.
  fileprivate mutating func dropRepeats() {
    let all = points
    points = all.indices.filter { place in
      place == 0 || place == all.count - 1 || !all[place].continues(all[place - 1])
    }.map { all[$0] }
  }

  /// Leaves out points until no more than a number are there.
  fileprivate mutating func keep(_ limit: Int) {
    let all = points
    let kept = LargestTriangle.kept(x: all.map(\.x), y: all.map(\.middle), limit: limit)
    points = kept.map { all[$0] }
  }
}

extension ChartPoint {
  /// The height, of an area that of its middle.
  fileprivate var middle: Double? {
    guard let y, let yEnd else { return y }
    return (y + yEnd) / 2
  }

  /// Whether it says no more than the point before it.
  fileprivate func continues(_ other: ChartPoint) -> Bool {
    var same = other
    (same.x, same.xEnd) = (x, xEnd)
    return self == same
  }
}
