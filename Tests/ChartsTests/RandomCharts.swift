import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport

/// Random charts of every kind, with optional parts and texts that need escaping.
struct RandomCharts {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(state: seed) }

  static let words = [
    "", "Done", "a,b", "\"quoted\"", "two\nlines", "\r\n", "=1+1", "@x", "-3", "3", "👩🏽‍⚕️ ünï",
    "<script>alert(1)</script>", "\\", "\t\u{1}", "null", "2025-01-01",
  ]

  mutating func chart() -> ChartData {
    var chart = ChartData(
      ChartKind.allCases.randomElement(using: &random) ?? .bars, title: word(), subtitle: word(),
      summary: word(), x: axis(), y: axis(),
      color: chance(0.3) ? axis(of: [.number, .count, .share]) : nil)
    if chance(0.5) {
      chart.fields = ChartField.ValueType.allCases.map { ChartField("f \($0)", $0) }
      let columns = [
        ChartField("task", .text), ChartField("group", .text), ChartField("patient", .text),
        ChartField("periodStart", .date), ChartField("periodEnd", .date),
        ChartField("lower", .number), ChartField("upper", .number), ChartField("n", .number),
      ]
      chart.fields += columns.filter { _ in chance(0.2) }
    }
    chart.series = (0..<Int.random(in: 0...4, using: &random)).map { place in
      let mark = ChartSeries.Mark.allCases.randomElement(using: &random) ?? .bar
      return ChartSeries(
        "\(word()) \(place)", mark, role(),
        (0..<Int.random(in: 0...12, using: &random)).map { _ in point(mark, in: chart) },
        statistic: word(), of: ChartSubject(task: name(), group: name()))
    }
    addWords(to: &chart)
    return chart
  }

  private mutating func addWords(to chart: inout ChartData) {
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      chart.bands.append(
        chance(0.5)
          ? ChartBand(.x, from: at(chart.x), to: at(chart.x), word(), role(), statistic: word())
          : ChartBand(.y, from: at(chart.y), to: at(chart.y), word(), role()))
      chart.references.append(
        chance(0.5)
          ? ReferenceLine(.x, at: at(chart.x), word(), role(), statistic: word())
          : ReferenceLine(
            .y, at: at(chart.y), word(), role(), of: chart.series.first.map(\.name)))
      chart.annotations.append(
        ChartAnnotation(x: at(chart.x), y: chance(0.5) ? at(chart.y) : nil, word(), role()))
    }
    if chance(0.3) { chart.table = table(chart.x) }
    if chance(0.3) {
      let tolerance = chance(0.5) ? 0.001 : nil
      chart.reduction = ChartReduction(.steps, points: 9000, limit: 40, tolerance: tolerance)
    }
  }

  private mutating func table(_ axis: ChartAxis) -> ChartTable {
    let columns = (0..<Int.random(in: 0...4, using: &random)).map { _ in at(axis) }
    return ChartTable(
      word(), statistic: word(), columns: columns,
      rows: (0..<2).map { place in
        .init("\(word()) \(place)", columns.map { _ in Int.random(in: 0...500, using: &random) })
      })
  }

  private mutating func point(_ mark: ChartSeries.Mark, in chart: ChartData) -> ChartPoint {
    var point = ChartPoint(
      at(chart.x), chance(0.8) ? at(chart.y) : nil, xEnd: chance(0.4) ? at(chart.x) : nil,
      yEnd: chance(0.4) ? at(chart.y) : nil,
      value: mark == .cell && chance(0.8) ? chart.color.map { at($0) } : nil,
      label: chance(0.3) ? word() : nil, missing: chance(0.2) ? "allOnHold" : nil)
    let values = chart.fields.map { chance(0.7) ? value($0.type) : nil }
    point.values = values.contains { $0 != nil } ? values : []
    return point
  }

  private mutating func value(_ type: ChartField.ValueType) -> ChartValue {
    switch type {
    case .number: return .number(number())
    case .date: return .date(CivilDate(dayNumber: Int.random(in: -9000...40_000, using: &random)))
    case .text: return .text(word())
    case .instant:
      return .instant(
        Instant(seconds: Int64.random(in: -1_000_000_000...4_000_000_000, using: &random)),
        offset: Int.random(in: -720...840, using: &random) * 60)
    }
  }

  private mutating func axis(
    of scales: [ChartAxis.Scale] = ChartAxis.Scale.allCases
  ) -> ChartAxis {
    let scale = scales.randomElement(using: &random) ?? .number
    var axis = ChartAxis(word(), scale, unit: chance(0.3) ? word() : nil)
    if scale == .category { axis.categories = (0..<5).map { "\(word()) \($0)" } }
    if chance(0.5) { axis.ticks = (0..<3).map { _ in ChartTick(at(axis), word()) } }
    if chance(0.5) {
      let (a, b) = (at(axis), at(axis))
      axis.range = min(a, b)...max(a, b)
    }
    if chance(0.2) { axis.zone = "Europe/Berlin" }
    return axis
  }

  private mutating func at(_ axis: ChartAxis) -> Double {
    switch axis.scale {
    case .number, .count: number()
    case .share: Double.random(in: 0...1, using: &random)
    case .day: Double(Int.random(in: -9000...40_000, using: &random)) + (chance(0.2) ? 0.25 : 0)
    case .clock: Double(Int.random(in: 0...120_000, using: &random))
    case .category: Double(Int.random(in: 0...4, using: &random))
    }
  }

  private mutating func number() -> Double {
    let wide = Double.random(in: -1e6...1e6, using: &random)
    return chance(0.4) ? wide.rounded() : chance(0.1) ? wide * 1e-30 : wide
  }

  /// A name that is not empty, or none.
  private mutating func name() -> String? { chance(0.5) ? "\(word())." : nil }

  private mutating func word() -> String { RandomCharts.words.randomElement(using: &random) ?? "" }

  private mutating func role() -> ChartRole {
    ChartRole.allCases.randomElement(using: &random) ?? .primary
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }
}
