import Scheduling

/// Turns rows into what is written, and back, by the axes of a chart.
struct ChartAxes {
  private let x: AxisPositions
  private let y: AxisPositions
  private let color: AxisPositions
  private let count = AxisPositions(nil)

  init(_ header: ChartHeader) {
    x = AxisPositions(header.x)
    y = AxisPositions(header.y)
    color = AxisPositions(header.color)
  }

  func written(_ row: ChartRow) -> WrittenRow {
    WrittenRow(
      part: row.part, series: row.series, x: x.written(row.x), xEnd: x.written(row.xEnd),
      y: y.written(row.y), yEnd: y.written(row.yEnd), value: value(row.part).written(row.value),
      label: row.label, missing: row.missing)
  }

  func row(_ row: WrittenRow) throws -> ChartRow {
    ChartRow(
      part: row.part, series: row.series, x: try x.position(row.x, "x"),
      xEnd: try x.position(row.xEnd, "xEnd"), y: try y.position(row.y, "y"),
      yEnd: try y.position(row.yEnd, "yEnd"),
      value: try value(row.part).position(row.value, "value"), label: row.label,
      missing: row.missing)
  }

  private func value(_ part: ChartPart) -> AxisPositions { part == .table ? count : color }
}
