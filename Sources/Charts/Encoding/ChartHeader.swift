import Formats
import Scheduling

/// A chart without its rows, as encoded in JSON.
struct ChartHeader: Hashable, Sendable, Codable {
  var kind: ChartKind
  var title: String
  var subtitle: String
  var summary: String
  var x: ChartAxis
  var y: ChartAxis
  var color: ChartAxis?
  var series: [SeriesHeader]
  /// `nil` if there are none.
  var fields: [ChartField]?
  var table: GridHeader?
  var reduction: ChartReduction?
  var note: String?
  var source: ChartSource?
  /// `nil` if there are none.
  var panels: [ChartHeader]?

  /// A series without its points.
  struct SeriesHeader: Hashable, Sendable, Codable {
    var name: String
    var mark: ChartSeries.Mark
    var role: ChartRole
    var statistic: String
    var task: String?
    var group: String?

    var subject: ChartSubject { ChartSubject(task: task, group: group) }
  }

  /// A table without its numbers.
  struct GridHeader: Hashable, Sendable, Codable {
    var title: String
    var statistic: String
    var columns: [Double]
    var rows: [String]
  }

  init(_ chart: ChartData) {
    kind = chart.kind
    (title, subtitle, summary) = (chart.title, chart.subtitle, chart.summary)
    (x, y, color) = (chart.x, chart.y, chart.color)
    series = chart.series.map {
      SeriesHeader(
        name: $0.name, mark: $0.mark, role: $0.role, statistic: $0.statistic, task: $0.subject.task,
        group: $0.subject.group)
    }
    fields = chart.fields.isEmpty ? nil : chart.fields
    table = chart.table.map {
      GridHeader(
        title: $0.title, statistic: $0.statistic, columns: $0.columns, rows: $0.rows.map(\.name))
    }
    panels = chart.panels.isEmpty ? nil : chart.panels.map(ChartHeader.init)
    (reduction, note, source) = (chart.reduction, chart.note, chart.source)
  }
}

// The header as a tree, with the properties of the synthesized `Codable` in a readable order.
extension ChartHeader {
  var tree: JSONValue {
    .properties([
      ("kind", .text(kind.rawValue)), ("title", .text(title)), ("subtitle", .text(subtitle)),
      ("summary", .text(summary)), ("x", x.tree), ("y", y.tree), ("color", color?.tree),
      ("series", .list(series.map(\.tree))), ("fields", fields.map { .list($0.map(\.tree)) }),
      ("table", table?.tree),
      ("reduction", reduction?.tree), ("note", note.map(JSONValue.text)), ("source", source?.tree),
      ("panels", panels.map { .list($0.map(\.tree)) }),
    ])
  }
}

extension ChartAxis {
  fileprivate var tree: JSONValue {
    .properties([
      ("title", .text(title)), ("scale", .text(scale.rawValue)), ("unit", unit.map(JSONValue.text)),
      ("range", range.map { [written($0.lowerBound).tree, written($0.upperBound).tree] }),
      ("ticks", .list(ticks.map { ["at": written($0.at).tree, "label": .text($0.label)] })),
      ("categories", .texts(categories)), ("zone", zone.map(JSONValue.text)),
    ])
  }
}

extension ChartHeader.SeriesHeader {
  fileprivate var tree: JSONValue {
    .properties([
      ("name", .text(name)), ("mark", .text(mark.rawValue)), ("role", .text(role.rawValue)),
      ("statistic", .text(statistic)), ("task", task.map(JSONValue.text)),
      ("group", group.map(JSONValue.text)),
    ])
  }
}

extension ChartField {
  fileprivate var tree: JSONValue { ["name": .text(name), "type": .text(type.rawValue)] }
}

extension ChartHeader.GridHeader {
  fileprivate var tree: JSONValue {
    [
      "title": .text(title), "statistic": .text(statistic), "columns": .numbers(columns),
      "rows": .texts(rows),
    ]
  }
}

extension ChartReduction {
  fileprivate var tree: JSONValue {
    .properties([
      ("method", .text(method.rawValue)), ("points", .number(Double(points))),
      ("limit", .number(Double(limit))), ("tolerance", tolerance.map(JSONValue.number)),
    ])
  }
}

extension ChartAxis: Codable {
  private enum CodingKeys: CodingKey {
    case title, scale, unit, range, ticks, categories, zone
  }

  /// A tick with its encoded position.
  private struct WrittenTick: Codable {
    var at: WrittenPosition
    var label: String
  }

  /// Decodes an axis, with positions as dates, hours or numbers.
  ///
  /// - Throws: `DecodingError` if properties are missing or have the wrong type, `InputError` if a
  ///   position is invalid for the axis.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .title), try fields.decode(Scale.self, forKey: .scale),
      unit: try fields.decodeIfPresent(String.self, forKey: .unit),
      categories: try fields.decode([String].self, forKey: .categories),
      zone: try fields.decodeIfPresent(String.self, forKey: .zone))
    let positions = AxisPositions(self)
    if let limits = try fields.decodeIfPresent([WrittenPosition].self, forKey: .range) {
      let ends = try limits.compactMap { try positions.position($0, "range") }
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw DecodingError.dataCorruptedError(
          forKey: .range, in: fields,
          debugDescription: "a range has two limits, the lower one first")
      }
      range = ends[0]...ends[1]
    }
    ticks = try fields.decode([WrittenTick].self, forKey: .ticks).compactMap { tick in
      try positions.position(tick.at, "ticks").map { ChartTick($0, tick.label) }
    }
  }

  /// Encodes an axis, with days as dates and times of day in hours, as in rows.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(title, forKey: .title)
    try fields.encode(scale, forKey: .scale)
    try fields.encodeIfPresent(unit, forKey: .unit)
    try fields.encodeIfPresent(
      range.map { [written($0.lowerBound), written($0.upperBound)] }, forKey: .range)
    try fields.encode(
      ticks.map { WrittenTick(at: written($0.at), label: $0.label) }, forKey: .ticks)
    try fields.encode(categories, forKey: .categories)
    try fields.encodeIfPresent(zone, forKey: .zone)
  }

  /// Returns a position as encoded in the header; positions of categories are numbers, because
  /// limits lie between them.
  func written(_ position: Double) -> WrittenPosition {
    switch scale {
    case .number, .count, .share, .category: .number(position)
    case .clock: .number(ChartAxis.hours(position))
    case .day: DayMoment(position).map { .text($0.description) } ?? .number(position)
    }
  }
}

extension WrittenPosition {
  var tree: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}
