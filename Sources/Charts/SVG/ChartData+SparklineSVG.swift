extension ChartData {
  /// Returns the first series as a small line without axes, for a row of a table.
  ///
  /// What is missing is a gap, and a value between two gaps a dot. The words beside it say the same, so
  /// that it is hidden from those who do not see it.
  package func sparklineSVG() -> String {
    var writer = MarkupWriter()
    writer.element("svg", ["viewBox": "0 0 104 24", "aria-hidden": "true"]) {
      $0.empty("path", ["d": .path(sparkline)])
    }
    return String(decoding: writer.bytes, as: UTF8.self)
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
      // A hair to either side: a line without length is not printed.
      if run.count == 1, let at = run.first {
        path.line(across.point(at.x).rounded() + 1, down.point(at.y ?? 0).rounded())
      }
    }
    return path
  }
}
