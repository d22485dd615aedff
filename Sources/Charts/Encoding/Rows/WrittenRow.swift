import Diagnostics
import Formats
import Scheduling

/// A row of the tidy form in JSON: its columns, and the fields of its point by name.
struct WrittenRow: Hashable, Sendable, Codable {
  var columns: WrittenColumns
  /// The fields, and the columns that may be fields.
  var fields: [String: WrittenPosition]

  /// The title of the panel; `nil` without panels.
  var panel: String? { columns.panel }

  init(columns: WrittenColumns, fields: [String: WrittenPosition]) {
    (self.columns, self.fields) = (columns, fields)
  }

  private struct FieldKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    columns = try WrittenColumns(from: decoder)
    let container = try decoder.container(keyedBy: FieldKey.self)
    fields = [:]
    for key in container.allKeys where !RowColumn.plain.contains(key.stringValue) {
      fields[key.stringValue] = try container.decodeIfPresent(WrittenPosition.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try columns.encode(to: encoder)
    var container = encoder.container(keyedBy: FieldKey.self)
    for (name, value) in fields { try container.encode(value, forKey: FieldKey(name)) }
  }
}

/// The columns of a row that no field has, with encoded positions.
struct WrittenColumns: Hashable, Sendable, Codable {
  var part: ChartPart
  var statistic: String
  var role: ChartRole?
  var value: Double?
  var missing: String?
  var panel: String?
  var series: String?
  var label: String?
  var x: WrittenPosition?
  var xEnd: WrittenPosition?
  var y: WrittenPosition?
  var yEnd: WrittenPosition?
}

/// An encoded position: a number or a string.
enum WrittenPosition: Hashable, Sendable, Codable {
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Converts a text; it is kept if it is not a number.
  init(number text: String) { self = Double(text).map(WrittenPosition.number) ?? .text(text) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// Encodes and decodes positions of an axis.
struct AxisPositions {
  private let scale: ChartAxis.Scale
  private let names: [String]
  private let places: [String: Int]
  /// Whether days are written as instants.
  private let isMoment: Bool

  init(_ axis: ChartAxis, isMoment: Bool = false) {
    self.isMoment = isMoment
    scale = axis.scale
    names = axis.uniqueCategories
    places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }

  /// Returns an encoded position, in the form of `AxisText`.
  func written(_ position: Double?) -> WrittenPosition? {
    guard let position else { return nil }
    switch scale {
    case .number, .count, .share: return .number(position)
    case .clock: return .number(ChartAxis.hours(position))
    case .category:
      return names.named(at: position).map { .text($0) } ?? .number(position)
    case .day:
      return DayMoment(position).map { .text($0.text(isMoment: isMoment)) } ?? .number(position)
    }
  }

  /// Converts a position of CSV, in which a number and a name look the same.
  func written(csv text: String?) -> WrittenPosition? {
    guard let text else { return nil }
    return scale == .category && places[text] != nil ? .text(text) : WrittenPosition(number: text)
  }

  /// Decodes a position.
  func position(_ written: WrittenPosition?, _ field: String) throws -> Double? {
    switch written {
    case nil: return nil
    case .number(let number) where scale == .clock:
      guard -1e6...1e6 ~= number else {
        let rule = "lie within a million hours of midnight"
        throw InputError(.outOfRange(text: "\(number)", rule: rule), field: field)
      }
      return ChartAxis.seconds(number)
    case .number(let number) where scale == .day: return DayMoment(number)?.position ?? number
    case .number(let number): return number
    case .text(let text):
      guard let position = position(of: text) else {
        let kind: InputError.Expected = scale == .day ? .date : scale == .category ? .text : .number
        throw InputError(.malformed(text: text, kind), field: field)
      }
      return position
    }
  }

  private func position(of text: String) -> Double? {
    switch scale {
    case .day: DayMoment(text)?.position
    case .category: places[text].map(Double.init)
    case .number, .count, .share, .clock: nil
    }
  }
}

/// A date or an instant in UTC with millisecond precision.
struct DayMoment {
  let day: CivilDate
  let millisecond: Int

  /// `nil` beyond the calendar.
  init?(_ position: Double) {
    let whole = position.rounded(.down)
    guard Double(CivilDate.first.dayNumber)...Double(CivilDate.last.dayNumber) ~= whole else {
      return nil
    }
    day = CivilDate(dayNumber: Int(whole))
    millisecond = min(Int(((position - whole) * 86_400_000).rounded()), 86_399_999)
  }

  /// Parses the output of ``put(to:isMoment:)``.
  init?(_ text: String) {
    guard let day = CivilDate(String(text.prefix(10))) else { return nil }
    self.day = day
    let time = text.utf8.dropFirst(10)
    if time.isEmpty {
      millisecond = 0
    } else {
      let digits = time.filter { 48...57 ~= $0 }.map { Int($0) - 48 }
      guard time.count == 14, digits.count == 9 else { return nil }
      func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
      millisecond =
        (number(0..<2) * 3600 + number(2..<4) * 60 + number(4..<6)) * 1000 + number(6..<9)
    }
  }

  /// The position on an axis of days.
  var position: Double { Double(day.dayNumber) + Double(millisecond) / 86_400_000 }

  /// The date, or the instant within a day.
  var description: String { text(isMoment: false) }

  /// Returns the output of ``put(to:isMoment:)``.
  func text(isMoment: Bool) -> String {
    var bytes = ByteWriter()
    put(to: &bytes, isMoment: isMoment)
    return bytes.text
  }

  /// Appends `2025-03-09`, or `2025-03-09T14:30:00.000Z` within a day or if all are instants.
  func put(to bytes: inout ByteWriter, isMoment: Bool = false) {
    bytes.put(day.description.utf8.span)
    if isMoment || millisecond > 0 { putTime(to: &bytes) }
  }

  private func putTime(to bytes: inout ByteWriter) {
    let second = millisecond / 1000
    bytes.put("T")
    bytes.put(second / 3600, width: 2)
    bytes.put(":")
    bytes.put(second / 60 % 60, width: 2)
    bytes.put(":")
    bytes.put(second % 60, width: 2)
    bytes.put(".")
    bytes.put(millisecond % 1000, width: 3)
    bytes.put("Z")
  }
}
