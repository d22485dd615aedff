import Formats

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
      var bytes = ByteWriter()
      bytes.put(",")
      bytes.put(json: field.name)
      bytes.put(":")
      return bytes.bytes()
    }
  }

  /// Appends a row of CSV.
  @inline(__always)
  mutating func putCSV(_ row: ChartRow, to bytes: inout ByteWriter) {
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
  mutating func putJSON(_ row: ChartRow, to bytes: inout ByteWriter) {
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
    var bytes = ByteWriter()
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
    head = bytes.bytes()
  }

  @inline(__always)
  private func putCSV(_ position: Double?, _ text: AxisText, to bytes: inout ByteWriter) {
    bytes.put(",")
    if let position, position.isFinite { text.put(position, to: &bytes) }
  }

  @inline(__always)
  private func putJSON(
    _ name: StaticString, _ position: Double?, _ text: AxisText, to bytes: inout ByteWriter
  ) {
    guard let position else { return }
    bytes.put(name)
    text.put(position, to: &bytes)
  }

  private func putJSON(_ name: StaticString, _ words: String?, to bytes: inout ByteWriter) {
    guard let words else { return }
    bytes.put(name)
    bytes.put(json: words)
  }
}

extension ChartData {
  /// The rows as a JSON array.
  var jsonRows: [UInt8] {
    var text = RowText(self, .json)
    var bytes = ByteWriter(capacity: 96 * pointCount + 64)
    var isFirst = true
    bytes.put("[")
    forEachRow { row in
      bytes.put(isFirst ? "\n" : ",\n")
      isFirst = false
      text.putJSON(row, to: &bytes)
    }
    bytes.put("\n]")
    return bytes.bytes()
  }
}

/// Formats the positions of an axis as dates, hours, names or numbers.
struct AxisText {
  private let scale: ChartAxis.Scale
  /// The unique names of the categories, encoded for the format.
  private let names: [[UInt8]]
  private let format: TextForm

  enum TextForm {
    case csv, json
  }

  /// Creates a formatter; positions without an axis are numbers.
  init(_ axis: ChartAxis?, _ format: TextForm) {
    scale = axis?.scale ?? .number
    self.format = format
    names = (axis?.uniqueCategories ?? []).map { name in
      var bytes = ByteWriter()
      if format == .json { bytes.put(json: name) } else { bytes.put(csv: name) }
      return bytes.bytes()
    }
  }

  /// Appends a position.
  func put(_ position: Double, to bytes: inout ByteWriter) {
    switch scale {
    case .number, .count, .share: bytes.put(json: position)
    case .clock: bytes.put(json: ChartAxis.hours(position))
    case .category:
      if let name = names.named(at: position) {
        bytes.put(name)
      } else {
        bytes.put(json: position)
      }
    case .day: putDay(position, to: &bytes)
    }
  }

  private func putDay(_ position: Double, to bytes: inout ByteWriter) {
    guard let moment = DayMoment(position) else { return bytes.put(json: position) }
    if format == .json { bytes.put("\"") }
    moment.put(to: &bytes)
    if format == .json { bytes.put("\"") }
  }
}

extension Array {
  /// Returns the name at a position of categories; `nil` between and beyond them.
  func named(at position: Double) -> Element? {
    Int(exactly: position).flatMap { indices ~= $0 ? self[$0] : nil }
  }
}

extension ChartAxis {
  /// Converts seconds since midnight to hours; values beyond 24 belong to the next morning.
  static func hours(_ seconds: Double) -> Double { seconds / 3600 }

  /// Converts hours to seconds since midnight, to the microsecond.
  static func seconds(_ hours: Double) -> Double { (hours * 3.6e9).rounded() / 1e6 }

  /// The categories, with repeated names made unique by a number.
  ///
  /// Renderers identify categories by name, so two patients with the same name would be merged.
  var uniqueCategories: [String] {
    var known: Set<String> = []
    return categories.map { name in
      var (unique, count) = (name, 1)
      while !known.insert(unique).inserted {
        count += 1
        unique = "\(name) (\(count))"
      }
      return unique
    }
  }
}
