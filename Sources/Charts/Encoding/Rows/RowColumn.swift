import Scheduling

/// A column that the rows of every kind of chart have.
enum RowColumn: String, CaseIterable, Sendable {
  case part, statistic, role
  case task, group, patient
  case periodStart, periodEnd
  case value, lower, upper, n
  case missing
  case panel, series, label
  case x, xEnd, y, yEnd

  /// The type of a field with the name of the column, whose values the column has; `nil` if a field
  /// may not have the name.
  var fieldType: ChartField.ValueType? {
    switch self {
    case .task, .group, .patient: .text
    case .periodStart, .periodEnd: .date
    case .lower, .upper, .n: .number
    case .part, .statistic, .role, .value, .missing, .panel, .series, .label, .x, .xEnd, .y, .yEnd:
      nil
    }
  }

  /// The columns without values of fields.
  static let plain = Set(allCases.filter { $0.fieldType == nil }.map(\.rawValue))
}

/// The columns of a chart's rows that follow from its parts: the subject, the period and the number
/// of a row, as far as the chart has no field for them.
struct RowColumns {
  /// The number of a row, with its limits.
  struct Numbers: Hashable {
    var value, lower, upper: Double?
  }

  /// The places of the fields of each column.
  private let places: [RowColumn: Int]
  /// The places of the fields with columns of their own.
  let ownPlaces: [Int]
  private let source: ChartSource?
  private let x, y: ChartAxis.Scale
  /// The axis of the numbers; `nil` if points show states.
  private let valueAxis: ChartDirection?

  init(_ fields: [ChartField], of header: ChartHeader) {
    let named = fields.enumerated().compactMap { place, field in
      RowColumn(rawValue: field.name).map { ($0, place) }
    }
    places = Dictionary(named, uniquingKeysWith: { first, _ in first })
    ownPlaces = fields.indices.filter { RowColumn(rawValue: fields[$0].name) == nil }
    source = header.source
    (x, y) = (header.x.scale, header.y.scale)
    valueAxis = header.kind.traits.valueAxis
  }

  /// Returns the value of the field with the name of a column; the outer `nil` without such a field.
  @inline(__always)
  private func field(_ column: RowColumn, of row: ChartRow) -> ChartValue?? {
    guard row.part == .point, let place = places[column] else { return nil }
    return .some(row.values.indices.contains(place) ? row.values[place] : nil)
  }

  private func text(_ column: RowColumn, of row: ChartRow, else text: String?) -> String? {
    guard let value = field(column, of: row) else { return text }
    return if case .text(let text)? = value { text } else { nil }
  }

  func task(of row: ChartRow) -> String? {
    text(.task, of: row, else: row.subject.task ?? source?.task)
  }

  func group(of row: ChartRow) -> String? { text(.group, of: row, else: row.subject.group) }

  func patient(of row: ChartRow) -> String? { text(.patient, of: row, else: source?.patient) }

  /// Returns the number of patients or values of a row.
  func count(of row: ChartRow) -> Double? { (field(.n, of: row) ?? nil)?.number }

  /// Returns the first date of a row, and the end date (exclusive).
  func period(of row: ChartRow) -> (start: CivilDate?, end: CivilDate?) {
    (date(.periodStart, of: row, else: row.x), date(.periodEnd, of: row, else: row.xEnd))
  }

  private func date(_ column: RowColumn, of row: ChartRow, else position: Double?) -> CivilDate? {
    if let value = field(column, of: row) {
      return if case .date(let day)? = value { day } else { nil }
    }
    return x == .day ? position.flatMap { DayMoment($0)?.day } : nil
  }

  /// Returns the numbers of a row; positions along time, categories and states have none.
  func numbers(of row: ChartRow) -> Numbers {
    switch row.part {
    case .point: numbers(ofPoint: row)
    case .band: interval(of: row)
    case .reference:
      Numbers(value: number(row.x, x) ?? number(row.y, y))
    case .table: Numbers(value: row.value)
    case .annotation: Numbers()
    }
  }

  private func numbers(ofPoint row: ChartRow) -> Numbers {
    var numbers = Numbers()
    switch row.mark {
    case .cell: numbers.value = row.value
    case .area, .stepArea, .span: numbers = interval(of: row)
    case .bar, .line, .step, .dot, .tick, nil:
      numbers.value = valueAxis == .x ? number(row.x, x) : valueAxis == .y ? number(row.y, y) : nil
    }
    if let lower = field(.lower, of: row) { numbers.lower = lower?.number }
    if let upper = field(.upper, of: row) { numbers.upper = upper?.number }
    return numbers
  }

  /// Returns the limits on the axis of the numbers.
  private func interval(of row: ChartRow) -> Numbers {
    let (first, last) =
      switch valueAxis {
      case .x: (number(row.x, x), number(row.xEnd, x))
      case .y: (number(row.y, y), number(row.yEnd, y))
      case nil: (nil, nil)
      }
    guard let first, let last else { return Numbers() }
    return Numbers(lower: min(first, last), upper: max(first, last))
  }

  /// Returns a position as a number, of a clock in hours; `nil` of days and categories.
  private func number(_ position: Double?, _ scale: ChartAxis.Scale) -> Double? {
    switch scale {
    case .number, .count, .share: position
    case .clock: position.map(ChartAxis.hours)
    case .day, .category: nil
    }
  }
}
