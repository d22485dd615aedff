/// Writes the rows of a chart in the terms of its axes.
struct RowText {
  private let x: AxisText
  private let y: AxisText
  private let value: AxisText
  private let count: AxisText

  init(_ chart: ChartData, _ format: AxisText.TextForm) {
    x = AxisText(chart.x, format)
    y = AxisText(chart.y, format)
    value = AxisText(chart.color, format)
    count = AxisText(nil, format)
  }

  /// Writes the cells of a row and the end of its line.
  func putCSV(_ row: ChartRow, to bytes: inout ChartBytes) {
    bytes.put(csv: row.part.rawValue)
    bytes.put(",")
    bytes.put(csv: row.series)
    putCSV(row.x, x, to: &bytes)
    putCSV(row.xEnd, x, to: &bytes)
    putCSV(row.y, y, to: &bytes)
    putCSV(row.yEnd, y, to: &bytes)
    putCSV(row.value, row.part == .table ? count : value, to: &bytes)
    bytes.put(",")
    if let label = row.label { bytes.put(csv: label) }
    bytes.put(",")
    if let missing = row.missing { bytes.put(csv: missing) }
    bytes.put("\n")
  }

  /// Writes an object of what the row has; a `y` that is missing is `null`.
  func putJSON(_ row: ChartRow, to bytes: inout ChartBytes) {
    bytes.put("{\"part\":")
    bytes.put(json: row.part.rawValue)
    bytes.put(",\"series\":")
    bytes.put(json: row.series)
    putJSON("x", row.x, x, to: &bytes)
    putJSON("xEnd", row.xEnd, x, to: &bytes)
    if row.part == .point, row.y == nil { bytes.put(",\"y\":null") }
    putJSON("y", row.y, y, to: &bytes)
    putJSON("yEnd", row.yEnd, y, to: &bytes)
    putJSON("value", row.value, row.part == .table ? count : value, to: &bytes)
    putJSON("label", row.label, to: &bytes)
    putJSON("missing", row.missing, to: &bytes)
    bytes.put("}")
  }

  private func putCSV(_ position: Double?, _ text: AxisText, to bytes: inout ChartBytes) {
    bytes.put(",")
    if let position, position.isFinite { text.put(position, to: &bytes) }
  }

  private func putJSON(
    _ name: StaticString, _ position: Double?, _ text: AxisText, to bytes: inout ChartBytes
  ) {
    guard let position else { return }
    begin(name, &bytes)
    text.put(position, to: &bytes)
  }

  private func putJSON(_ name: StaticString, _ words: String?, to bytes: inout ChartBytes) {
    guard let words else { return }
    begin(name, &bytes)
    bytes.put(json: words)
  }

  private func begin(_ name: StaticString, _ bytes: inout ChartBytes) {
    bytes.put(",\"")
    bytes.put(name)
    bytes.put("\":")
  }
}

extension ChartData {
  /// The rows as a list in JSON.
  var jsonRows: ChartBytes {
    let text = RowText(self, .json)
    var bytes = ChartBytes()
    bytes.reserve(96 * pointCount + 64)
    var isFirst = true
    bytes.put("[")
    forEachRow { row in
      bytes.put(isFirst ? "\n" : ",\n")
      isFirst = false
      text.putJSON(row, to: &bytes)
    }
    bytes.put("\n]")
    return bytes
  }
}
