/// Writes the rows of a chart as CSV or JSON.
struct RowText {
  private let x: AxisText
  private let y: AxisText
  private let value: AxisText
  private let count: AxisText
  private let format: AxisText.TextForm
  /// The encoded key of each field in JSON.
  private let names: [[UInt8]]
  private let hasPanels: Bool
  /// The kind and series of the last row, and their encoded prefix.
  private var (part, series) = (ChartPart.point, "")
  private var head: [UInt8] = []

  init(_ chart: ChartData, _ format: AxisText.TextForm) {
    self.format = format
    x = AxisText(chart.x, format)
    y = AxisText(chart.y, format)
    value = AxisText(chart.color, format)
    count = AxisText(nil, format)
    hasPanels = !chart.panels.isEmpty
    names = chart.fields.map { field in
      var bytes = ChartBytes()
      bytes.put(",")
      bytes.put(json: field.name)
      bytes.put(":")
      return bytes.bytes
    }
  }

  /// Appends a row of CSV.
  @inline(__always)
  mutating func putCSV(_ row: ChartRow, to bytes: inout ChartBytes) {
    know(row)
    bytes.put(head)
    putCSV(row.x, x, to: &bytes)
    putCSV(row.xEnd, x, to: &bytes)
    putCSV(row.y, y, to: &bytes)
    putCSV(row.yEnd, y, to: &bytes)
    putCSV(row.value, row.part == .table ? count : value, to: &bytes)
    bytes.put(",")
    if let label = row.label { bytes.put(csv: label) }
    bytes.put(",")
    if let missing = row.missing { bytes.put(csv: missing) }
    for place in names.indices {
      bytes.put(",")
      if place < row.values.count { row.values[place]?.put(.csv, to: &bytes) }
    }
    if hasPanels {
      bytes.put(",")
      if let panel = row.panel { bytes.put(csv: panel) }
    }
    bytes.put("\n")
  }

  /// Appends a JSON object of the row's values; a missing `y` is `null`.
  @inline(__always)
  mutating func putJSON(_ row: ChartRow, to bytes: inout ChartBytes) {
    know(row)
    bytes.put(head)
    putJSON(",\"x\":", row.x, x, to: &bytes)
    putJSON(",\"xEnd\":", row.xEnd, x, to: &bytes)
    if row.part == .point, row.y == nil { bytes.put(",\"y\":null") }
    putJSON(",\"y\":", row.y, y, to: &bytes)
    putJSON(",\"yEnd\":", row.yEnd, y, to: &bytes)
    putJSON(",\"value\":", row.value, row.part == .table ? count : value, to: &bytes)
    putJSON(",\"label\":", row.label, to: &bytes)
    putJSON(",\"missing\":", row.missing, to: &bytes)
    for (name, value) in zip(names, row.values) {
      guard let value else { continue }
      bytes.put(name)
      value.put(.json, to: &bytes)
    }
    putJSON(",\"panel\":", row.panel, to: &bytes)
    bytes.put("}")
  }

  /// Updates the prefix that consecutive rows of a series share.
  @inline(__always)
  private mutating func know(_ row: ChartRow) {
    if head.isEmpty || row.part != part || row.series != series { makeHead(of: row) }
  }

  private mutating func makeHead(of row: ChartRow) {
    (part, series) = (row.part, row.series)
    var bytes = ChartBytes()
    switch format {
    case .csv:
      bytes.put(csv: part.rawValue)
      bytes.put(",")
      bytes.put(csv: series)
    case .json:
      bytes.put("{\"part\":")
      bytes.put(json: part.rawValue)
      bytes.put(",\"series\":")
      bytes.put(json: series)
    }
    head = bytes.bytes
  }

  @inline(__always)
  private func putCSV(_ position: Double?, _ text: AxisText, to bytes: inout ChartBytes) {
    bytes.put(",")
    if let position, position.isFinite { text.put(position, to: &bytes) }
  }

  @inline(__always)
  private func putJSON(
    _ name: StaticString, _ position: Double?, _ text: AxisText, to bytes: inout ChartBytes
  ) {
    guard let position else { return }
    bytes.put(name)
    text.put(position, to: &bytes)
  }

  private func putJSON(_ name: StaticString, _ words: String?, to bytes: inout ChartBytes) {
    guard let words else { return }
    bytes.put(name)
    bytes.put(json: words)
  }
}

extension ChartData {
  /// The rows as a JSON array.
  var jsonRows: [UInt8] {
    var text = RowText(self, .json)
    var bytes = ChartBytes(capacity: 96 * pointCount + 64)
    var isFirst = true
    bytes.put("[")
    forEachRow { row in
      bytes.put(isFirst ? "\n" : ",\n")
      isFirst = false
      text.putJSON(row, to: &bytes)
    }
    bytes.put("\n]")
    return bytes.bytes
  }
}
