extension ChartData {
  /// Returns the colours of cells by value; a cell without a value has that of nothing due.
  func cellColors(of points: [ChartPoint], _ theme: ChartTheme) -> [String] {
    guard let color else { return [] }
    let (steps, ramp) = (ColorSteps(self), theme.ramp(of: color))
    return points.map { steps.step(of: $0).map { ramp[$0] } ?? ChartRole.nothingDue.shade() }
  }
}
