extension ChartData {
  /// Returns the first series as a small line without axes, for a table row.
  ///
  /// A missing value is a gap, and a value between two gaps a dot. The line is hidden from screen
  /// readers because the adjacent text contains the same information.
  package func sparklineSVG() -> [UInt8] {
    var writer = MarkupWriter()
    writer.element("svg", ["viewBox": "0 0 104 24", "aria-hidden": "true"]) {
      $0.empty("path", ["d": .path(sparkline)])
    }
    return writer.bytes
  }

  private var sparkline: PathData {
    let xRange = xRange
    let (across, down) = (
      ChartScale(x, xRange, from: 2, to: 102), ChartScale(y, yRange, from: 22, to: 2)
    )
    var path = PathData()
    for run in series.first?.runs ?? [] {
      for (place, point) in run.enumerated() {
        let at = (across.point(point.x).rounded(), down.point(point.y ?? 0).rounded())
        if place == 0 { path.move(at.0, at.1) } else { path.line(at.0, at.1) }
      }
      // A line without length is not printed, so it is extended by a hairline.
      if run.count == 1, let at = run.first {
        path.line(across.point(at.x).rounded() + 1, down.point(at.y ?? 0).rounded())
      }
    }
    return path
  }
}
