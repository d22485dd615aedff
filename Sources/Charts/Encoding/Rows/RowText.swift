import Formats
import Scheduling

/// Writes the rows of a chart as CSV or JSON.
struct RowText {
  private let x: AxisText
  private let y: AxisText
  private let columns: RowColumns
  private let format: AxisText.TextForm
  /// The encoded key of each field with a column of its own in JSON.
  private let names: [[UInt8]]
  /// The part, the statistic and the role of the last row, and their encoded prefix.
  private var last: (part: ChartPart, statistic: String, role: ChartRole?)?
  private var head: [UInt8] = []

  init(_ chart: ChartData, _ format: AxisText.TextForm) {
    self.format = format
    x = AxisText(chart.x, format, isMoment: chart.hasMoments(on: .x))
    y = AxisText(chart.y, format, isMoment: chart.hasMoments(on: .y))
    let columns = RowColumns(chart.fields, of: ChartHeader(chart))
    self.columns = columns
    names = columns.ownPlaces.map { place in
      var bytes = ByteWriter()
      bytes.put(",")
      bytes.put(json: chart.fields[place].name)
      bytes.put(":")
      return bytes.bytes()
    }
  }

  /// Appends the names of the columns.
  static func putHeader(of chart: ChartData, to bytes: inout ByteWriter) {
    for (place, column) in RowColumn.allCases.enumerated() {
      if place > 0 { bytes.put(",") }
      bytes.put(csv: column.rawValue)
    }
    for field in chart.fields where RowColumn(rawValue: field.name) == nil {
      bytes.put(",")
      bytes.put(csv: field.name)
    }
    bytes.put("\n")
  }

  /// Appends a row of CSV.
  @inline(__always)
  mutating func putCSV(_ row: ChartRow, to bytes: inout ByteWriter) {
    know(row)
    bytes.put(head)
    putCSV(columns.task(of: row), to: &bytes)
    putCSV(columns.group(of: row), to: &bytes)
    putCSV(columns.patient(of: row), to: &bytes)
    let period = columns.period(of: row)
    putCSV(period.start, to: &bytes)
    putCSV(period.end, to: &bytes)
    let numbers = columns.numbers(of: row)
    putCSV(numbers.value, to: &bytes)
    putCSV(numbers.lower, to: &bytes)
    putCSV(numbers.upper, to: &bytes)
    putCSV(columns.count(of: row), to: &bytes)
    putCSV(row.missing, to: &bytes)
    putCSV(row.panel, to: &bytes)
    putCSV(row.series, to: &bytes)
    putCSV(row.label, to: &bytes)
    putCSV(row.x, x, to: &bytes)
    putCSV(row.xEnd, x, to: &bytes)
    putCSV(row.y, y, to: &bytes)
    putCSV(row.yEnd, y, to: &bytes)
    for place in columns.ownPlaces {
      bytes.put(",")
      if place < row.values.count { row.values[place]?.put(.csv, to: &bytes) }
    }
    bytes.put("\n")
  }

  /// Appends a JSON object of the row's values; a missing `y` is `null`.
  @inline(__always)
  mutating func putJSON(_ row: ChartRow, to bytes: inout ByteWriter) {
    know(row)
    bytes.put(head)
    putJSON(",\"task\":", columns.task(of: row), to: &bytes)
    putJSON(",\"group\":", columns.group(of: row), to: &bytes)
    putJSON(",\"patient\":", columns.patient(of: row), to: &bytes)
    let period = columns.period(of: row)
    putJSON(",\"periodStart\":", period.start, to: &bytes)
    putJSON(",\"periodEnd\":", period.end, to: &bytes)
    let numbers = columns.numbers(of: row)
    putJSON(",\"value\":", numbers.value, to: &bytes)
    putJSON(",\"lower\":", numbers.lower, to: &bytes)
    putJSON(",\"upper\":", numbers.upper, to: &bytes)
    putJSON(",\"n\":", columns.count(of: row), to: &bytes)
    putJSON(",\"missing\":", row.missing, to: &bytes)
    putJSON(",\"panel\":", row.panel, to: &bytes)
    if !row.series.isEmpty { putJSON(",\"series\":", row.series, to: &bytes) }
    putJSON(",\"label\":", row.label, to: &bytes)
    putJSON(",\"x\":", row.x, x, to: &bytes)
    putJSON(",\"xEnd\":", row.xEnd, x, to: &bytes)
    if row.part == .point, row.y == nil { bytes.put(",\"y\":null") }
    putJSON(",\"y\":", row.y, y, to: &bytes)
    putJSON(",\"yEnd\":", row.yEnd, y, to: &bytes)
    for (name, place) in zip(names, columns.ownPlaces) where place < row.values.count {
      guard let value = row.values[place] else { continue }
      bytes.put(name)
      value.put(.json, to: &bytes)
    }
    bytes.put("}")
  }

  /// Updates the prefix that consecutive rows of a series share.
  @inline(__always)
  private mutating func know(_ row: ChartRow) {
    guard let last, last.part == row.part, last.role == row.role, last.statistic == row.statistic
    else { return makeHead(of: row) }
  }

  private mutating func makeHead(of row: ChartRow) {
    last = (row.part, row.statistic, row.role)
    var bytes = ByteWriter()
    switch format {
    case .csv:
      bytes.put(csv: row.part.rawValue)
      putCSV(row.statistic, to: &bytes)
      putCSV(row.role?.rawValue, to: &bytes)
    case .json:
      putJSON("{\"part\":", row.part.rawValue, to: &bytes)
      putJSON(",\"statistic\":", row.statistic, to: &bytes)
      putJSON(",\"role\":", row.role?.rawValue, to: &bytes)
    }
    head = bytes.bytes()
  }
}

// Cells of CSV.
extension RowText {
  @inline(__always)
  private func putCSV(_ position: Double?, _ text: AxisText, to bytes: inout ByteWriter) {
    bytes.put(",")
    if let position, position.isFinite { text.put(position, to: &bytes) }
  }

  @inline(__always)
  private func putCSV(_ number: Double?, to bytes: inout ByteWriter) {
    bytes.put(",")
    if let number, number.isFinite { bytes.put(json: number) }
  }

  @inline(__always)
  private func putCSV(_ text: String?, to bytes: inout ByteWriter) {
    bytes.put(",")
    if let text { bytes.put(csv: text) }
  }

  @inline(__always)
  private func putCSV(_ day: CivilDate?, to bytes: inout ByteWriter) {
    bytes.put(",")
    if let day { bytes.put(day.description.utf8.span) }
  }
}

// Properties of JSON.
extension RowText {
  @inline(__always)
  private func putJSON(
    _ name: StaticString, _ position: Double?, _ text: AxisText, to bytes: inout ByteWriter
  ) {
    guard let position else { return }
    bytes.put(name)
    text.put(position, to: &bytes)
  }

  private func putJSON(_ name: StaticString, _ number: Double?, to bytes: inout ByteWriter) {
    guard let number else { return }
    bytes.put(name)
    bytes.put(json: number)
  }

  private func putJSON(_ name: StaticString, _ words: String?, to bytes: inout ByteWriter) {
    guard let words else { return }
    bytes.put(name)
    bytes.put(json: words)
  }

  private func putJSON(_ name: StaticString, _ day: CivilDate?, to bytes: inout ByteWriter) {
    putJSON(name, day?.description, to: &bytes)
  }
}

extension ChartData {
  /// Returns whether any position of an axis lies within a day, so that all are written as instants.
  func hasMoments(on axis: ChartDirection) -> Bool {
    guard (axis == .x ? x : y).scale == .day else { return false }
    func isWithin(_ positions: Double?...) -> Bool {
      positions.contains { $0.map { $0 != $0.rounded() } ?? false }
    }
    func isWithin(_ point: ChartPoint) -> Bool {
      axis == .x ? isWithin(point.x, point.xEnd) : isWithin(point.y, point.yEnd)
    }
    return panels.contains { $0.hasMoments(on: axis) }
      || series.contains { $0.points.contains(where: isWithin) }
      || bands.contains { $0.axis == axis && isWithin($0.from, $0.to) }
      || references.contains { $0.axis == axis && isWithin($0.at) }
      || annotations.contains { isWithin(axis == .x ? $0.x : $0.y) }
      || axis == .x && table?.columns.contains { isWithin($0) } == true
  }

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
  /// Whether days are written as instants.
  private let isMoment: Bool

  enum TextForm {
    case csv, json
  }

  init(_ axis: ChartAxis, _ format: TextForm, isMoment: Bool = false) {
    scale = axis.scale
    (self.format, self.isMoment) = (format, isMoment)
    names = axis.uniqueCategories.map { name in
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
    moment.put(to: &bytes, isMoment: isMoment)
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
