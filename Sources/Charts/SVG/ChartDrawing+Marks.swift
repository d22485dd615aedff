// Each series becomes one path; missing values are omitted and break lines.
extension ChartDrawing {
  mutating func draw(_ series: ChartSeries) {
    switch series.mark {
    case .bar: path(bars(series), "b", series.role)
    case .line: path(line(series, isStep: false), "l", series.role)
    case .step: path(line(series, isStep: true), "l", series.role)
    case .area: path(area(series, isStep: false), "a", series.role)
    case .stepArea: path(area(series, isStep: true), "a", series.role)
    case .dot, .tick:
      let sign = chart.sign(of: series)
      path(signs(series, sign), sign.isStroked ? "t" : "d", series.role)
    case .cell: drawCells(series)
    case .span: path(spans(series), "b", series.role)
    }
  }

  /// Whether there are bars along time.
  private var hasSpans: Bool { chart.series.contains { $0.mark == .span } }

  /// Draws outlines that separate marks from the bars below them without covering other marks.
  mutating func drawOutlines() {
    guard hasSpans else { return }
    for series in chart.series where series.mark.isSign {
      path(signs(series, chart.sign(of: series)), "h", series.role)
    }
  }

  private func line(_ series: ChartSeries, isStep: Bool) -> PathData {
    var path = PathData()
    for run in series.runs {
      guard let first = run.first, let start = first.y else { continue }
      path.move(place(first, isStep), y.point(start))
      // A line without length is not printed, so it is extended by a hairline.
      if run.count == 1, !isStep { path.line(place(first, isStep) + 1, y.point(start)) }
      append(run, to: &path, isStep) { $0.y }
    }
    return path
  }

  private func area(_ series: ChartSeries, isStep: Bool) -> PathData {
    var path = PathData()
    for run in series.runs {
      guard let first = run.first, let start = first.y else { continue }
      path.move(place(first, isStep), y.point(start))
      append(run, to: &path, isStep) { $0.y }
      let corners = isStep ? stepCorners(run) { $0.yEnd ?? 0 } : corners(run) { $0.yEnd ?? 0 }
      for (x, y) in corners.reversed() { path.line(x, y) }
      path.close()
    }
    return path
  }

  /// Appends the points of a run.
  private func append(
    _ run: ArraySlice<ChartPoint>, to path: inout PathData, _ isStep: Bool,
    _ value: (ChartPoint) -> Double?
  ) {
    let corners = isStep ? stepCorners(run, value) : corners(run, value)
    for (x, y) in corners.dropFirst() { path.line(x, y) }
  }

  private func place(_ point: ChartPoint, _ isStep: Bool) -> Double {
    isStep ? x.edge(point.x) : x.point(point.x)
  }

  /// Returns the corners of each run of a line.
  func corners(of series: ChartSeries) -> [[(Double, Double)]] {
    series.runs.map { run in
      series.mark == .step ? stepCorners(run) { $0.y } : corners(run) { $0.y }
    }
  }

  private func corners(
    _ run: ArraySlice<ChartPoint>, _ value: (ChartPoint) -> Double?
  ) -> [(Double, Double)] {
    run.map { (x.point($0.x), y.point(value($0) ?? 0)) }
  }

  /// Returns the corners of steps; the last value extends to the point's end, or to the right edge
  /// without one.
  private func stepCorners(
    _ run: ArraySlice<ChartPoint>, _ value: (ChartPoint) -> Double?
  ) -> [(Double, Double)] {
    var corners: [(Double, Double)] = []
    for place in run.indices {
      let height = y.point(value(run[place]) ?? 0)
      if let last = corners.last { corners.append((x.edge(run[place].x), last.1)) }
      corners.append((x.edge(run[place].x), height))
    }
    if let end = run.last?.xEnd, let last = corners.last { corners.append((x.edge(end), last.1)) }
    return corners
  }

  /// Returns the markers of a series, which are small if there are many.
  private func signs(_ series: ChartSeries, _ sign: ChartSign) -> PathData {
    let stroke = sign == .tick && hasSpans ? halfSpan : 4
    let radius = sign.isStroked ? stroke : chart.pointCount > 150 ? 2 : 3.2
    var path = PathData()
    for point in series.points {
      guard let height = point.y else { continue }
      let size = series.role == .signal && !sign.isStroked ? 4 : radius
      sign.draw(x.point(point.x), y.point(height), radius: size, to: &path)
    }
    return path
  }

  /// Half the height of a bar along time.
  private var halfSpan: Double {
    min((chart.y.scale == .category ? y.length(1) : 14) * 0.32, 8)
  }

  private func spans(_ series: ChartSeries) -> PathData {
    var path = PathData()
    for point in series.points where point.y != nil { path.rectangle(spanBox(point)) }
    return path
  }

  /// Returns the box of a bar along time.
  func spanBox(_ point: ChartPoint) -> MarkBox {
    let (from, to) = (x.edge(point.x), x.edge(point.xEnd ?? point.x))
    let (middle, half) = (y.point(point.y ?? 0), halfSpan)
    return MarkBox(left: from, top: middle - half, right: max(to, from + 1), bottom: middle + half)
  }
}

extension ChartSeries {
  /// The runs of points without missing values.
  var runs: [ArraySlice<ChartPoint>] {
    points.split { $0.y == nil || mark.needsEnd && $0.yEnd == nil }
  }
}

extension ChartSeries.Mark {
  /// Whether points are markers of a fixed size.
  var isSign: Bool { self == .dot || self == .tick }

  /// Whether a point without a second limit is missing.
  var needsEnd: Bool { self == .area || self == .stepArea }
}
