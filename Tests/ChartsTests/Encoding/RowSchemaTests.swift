import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSampling
import Testing

@testable import Charts

/// The rows of every kind have the same columns, each of one type.
@Suite struct RowSchemaTests {
  /// The types of the columns; those of positions depend on the axes.
  private static let types: [(String, CellType?)] = [
    ("part", .text), ("statistic", .text), ("role", .text), ("task", .text), ("group", .text),
    ("patient", .text), ("periodStart", .date), ("periodEnd", .date), ("value", .number),
    ("lower", .number), ("upper", .number), ("n", .number), ("missing", .text), ("panel", .text),
    ("series", .text), ("label", .text), ("x", nil), ("xEnd", nil), ("y", nil), ("yEnd", nil),
  ]

  private enum CellType { case number, date, instant, text }

  private func isOf(_ type: CellType, _ cell: String) -> Bool {
    switch type {
    case .number: Double(cell) != nil
    case .date: CivilDate(cell) != nil
    case .instant: Instant(cell) != nil
    case .text: true
    }
  }

  private func type(of axis: ChartAxis, hasMoments: Bool) -> CellType {
    switch axis.scale {
    case .day: hasMoments ? .instant : .date
    case .category: .text
    case .number, .count, .share, .clock: .number
    }
  }

  private func type(of column: String, in chart: ChartData) -> CellType {
    switch column {
    case "x", "xEnd": return type(of: chart.x, hasMoments: chart.hasMoments(on: .x))
    case "y", "yEnd": return type(of: chart.y, hasMoments: chart.hasMoments(on: .y))
    default: break
    }
    if let type = RowSchemaTests.types.first(where: { $0.0 == column })?.1 { return type }
    return switch chart.fields.first(where: { $0.name == column })?.type {
    case .number: .number
    case .date: .date
    case .instant: .instant
    case .text, nil: .text
    }
  }

  private func expectSchema(_ chart: ChartData) throws {
    let rows = try CSVTable.rows(chart.csv())
    let columns = rows[0]
    #expect(Array(columns.prefix(20)) == RowSchemaTests.types.map(\.0))
    #expect(Set(columns).count == columns.count)
    for row in rows.dropFirst() {
      #expect(row.count == columns.count)
      for (column, cell) in zip(columns, row) where !cell.isEmpty {
        #expect(isOf(type(of: column, in: chart), cell), "\(chart.kind) \(column): \(cell)")
      }
    }
  }

  @Test(arguments: ChartKind.allCases) func kindsShareTheirColumns(_ kind: ChartKind) throws {
    try expectSchema(SampleCharts.chart(kind))
  }

  @Test func fieldsKeepTheColumns() throws {
    var random = RandomCharts(seed: 77)
    for _ in (0..<60).sampled(20) { try expectSchema(random.chart()) }
  }

  /// The number of a row is its position on the axis of the numbers, or the value of its colour; of
  /// an interval its limits.
  @Test func numbersAreThoseOfTheMarks() throws {
    for chart in SampleCharts.all {
      let rows = try CSVTable.rows(chart.csv()).map { row in
        Dictionary(uniqueKeysWithValues: zip(RowSchemaTests.types.map(\.0), row))
      }
      let points = chart.series.flatMap { series in series.points.map { (series, $0) } }
      for ((series, point), row) in zip(points, rows.dropFirst()) {
        let own = numbers(of: point, series, in: chart)
        #expect(row["value"].flatMap(Double.init) == own[0], "\(chart.kind) \(series.name)")
        #expect(row["lower"].flatMap(Double.init) == own[1], "\(chart.kind) \(series.name)")
        #expect(row["upper"].flatMap(Double.init) == own[2], "\(chart.kind) \(series.name)")
        #expect(row["role"] == series.role.rawValue && row["statistic"] == series.statistic)
        #expect(chart.x.scale == .day || row["periodStart"] == "")
      }
    }
  }

  /// Returns the value, the lower and the upper limit, by definition.
  private func numbers(
    of point: ChartPoint, _ series: ChartSeries, in chart: ChartData
  ) -> [Double?] {
    if series.mark == .cell { return [point.value, nil, nil] }
    let isAcross = [.groups, .comparison].contains(chart.kind)
    let axis = isAcross ? chart.x : chart.y
    guard axis.scale != .category, axis.scale != .day else { return [nil, nil, nil] }
    let ends = isAcross ? (point.x, point.xEnd) : (point.y, point.yEnd)
    func number(_ position: Double?) -> Double? {
      axis.scale == .clock ? position.map { $0 / 3600 } : position
    }
    guard [.area, .stepArea, .span].contains(series.mark) else {
      return [number(ends.0), nil, nil]
    }
    guard let from = number(ends.0), let to = number(ends.1) else { return [nil, nil, nil] }
    return [nil, min(from, to), max(from, to)]
  }

  /// A field with the name of a column fills it, where the chart would else fill it itself.
  @Test func fieldsReplaceWhatFollowsFromTheChart() throws {
    var chart = SampleCharts.bars
    chart.source = ChartSource(
      patients: 1, from: "2025-01-12", to: "2025-06-29", by: "week", asOf: "", methods: "",
      madeBy: ""
    ).of(task: "med", patient: "ann")
    func cells(_ column: RowColumn) throws -> Set<String> {
      let rows = try CSVTable.rows(chart.csv())
      let place = try #require(rows[0].firstIndex(of: column.rawValue))
      return Set(rows.dropFirst().filter { $0[0] == "point" }.map { $0[place] })
    }
    #expect(try cells(.task) == ["med"])
    #expect(try cells(.patient) == ["ann"])
    chart.series[0].subject = ChartSubject(task: "walk", group: "A")
    #expect(try cells(.task) == ["med", "walk"])
    #expect(try cells(.group) == ["", "A"])
    chart.fields = [ChartField("task", .text), ChartField("n", .number)]
    chart.series[0].points[0].values = [.text("survey"), .number(7)]
    #expect(try cells(.task) == ["survey", ""])
    #expect(try cells(.n) == ["7", ""])
    #expect(try ChartData(json: chart.json()) == chart)
    #expect(try ChartData(vegaLite: chart.vegaLite()) == chart)
  }

  /// Positions within days make instants of all positions of their column.
  @Test func aColumnHasDatesOrInstants() throws {
    var chart = SampleCharts.rolling
    #expect(!chart.csv().contains("T00:00:00.000Z"))
    chart.annotations[0].x += 0.5
    let rows = try CSVTable.rows(chart.csv()).dropFirst()
    #expect(rows.allSatisfy { $0[16].isEmpty || $0[16].hasSuffix(":00.000Z") })
    #expect(try ChartData(json: chart.json()) == chart)
  }

  @Test func coloursShowNumbers() {
    let chart = SampleCharts.weekdayHours.json()
      .replacing(#""title":"Events","scale":"count""#, with: #""title":"Events","scale":"day""#)
    let error = #expect(throws: InputError.self) { try ChartData(json: chart) }
    #expect("\(error as Any)".contains("'color.scale' cannot be 'day'"), "\(error as Any)")
  }

  @Test func metadataIsTheChartWithoutRows() throws {
    for chart in SampleCharts.all {
      let rest = chart.metadata().dropLast(2)
      #expect(chart.json().hasPrefix(rest) && chart.metadata().hasSuffix("}\n"))
    }
  }
}
