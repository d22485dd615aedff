import AdherenceAnalytics
import TestSupport
import Testing

@testable import Charts

/// Cells are encoded compactly and without loss.
@Suite struct CellGridTests {
  private let day0 = 20_100.0

  private func lasagna(rows: Int, columns: Int, _ value: (Int) -> Double?) -> ChartData {
    ChartData(
      .lasagna, title: "Patients", summary: "", x: ChartAxis("Week", .day),
      y: ChartAxis("Patient", .category, categories: (0..<rows).map { "P\($0)" }),
      color: .share("Ratio"),
      series: [
        ChartSeries(
          "Ratio", .cell, .primary,
          (0..<rows * columns).map { place in
            let x = day0 + Double(place % columns * 7)
            return ChartPoint(x, Double(place / columns), xEnd: x + 7, value: value(place))
          })
      ])
  }

  /// Paints the paths in order and compares the visible result.
  @Test(arguments: 1...20) func runsPaintEveryCell(seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let values = (0..<7 * 9).map { _ in
      Double.random(in: 0..<1, using: &random) < 0.2
        ? nil : (Double.random(in: 0..<1, using: &random) * 3).rounded() / 3
    }
    let chart = lasagna(rows: 7, columns: 9) { values[$0] }
    let grid = try #require(CellGrid(chart))
    let colors = CellColors(chart.series, grid, ColorSteps(chart))
    var seen = [String?](repeating: nil, count: values.count)
    for (name, path) in colors.runs({ $0.stroke($3, Double($2)) }) {
      for cell in strokes(String(decoding: path.bytes, as: UTF8.self), columns: 9) {
        seen[cell] = name
      }
    }
    let expected = values.map { $0.map { "q\(Int(($0 * 10).rounded()))" } }
    #expect(seen == expected)
  }

  /// The cells that a path of strokes covers.
  private func strokes(_ path: String, columns: Int) -> [Int] {
    var cells: [Int] = []
    var last = 0
    for corner in corners(of: path) {
      let cell = Int(corner.y) * columns + Int(corner.x)
      cells += corner.isMove ? [cell] : Array(last...cell)
      last = cell
    }
    return cells
  }

  @Test func missingCellsAreGaps() throws {
    let chart = lasagna(rows: 1, columns: 4) { $0 == 2 ? nil : 1 }
    let grid = try #require(CellGrid(chart))
    let colors = CellColors(chart.series, grid, ColorSteps(chart))
    let cells = colors.cells { $0.stroke($3, Double($2)) }
    #expect(cells.map(\.0) == ["q10"])
    #expect(cells.map { String(decoding: $0.1.bytes, as: UTF8.self) } == ["M0 0h0m1 0h0m2 0h0"])
  }

  /// A cell with reversed bounds is normalised.
  @Test func cellsMayBeTurned() throws {
    var chart = lasagna(rows: 1, columns: 3) { [0, 0.5, 1][$0] }
    let sound = chart.svg(prefix: "p")
    let (from, to) = (chart.series[0].points[2].x, chart.series[0].points[2].xEnd)
    chart.series[0].points[2].x = try #require(to)
    chart.series[0].points[2].xEnd = from
    #expect(chart.svg(prefix: "p") == sound)
  }

  @Test func aShortFirstWeekIsAColumn() throws {
    var chart = lasagna(rows: 1, columns: 3) { _ in 1 }
    chart.series[0].points[0].x += 3
    let grid = try #require(CellGrid(chart))
    #expect(grid.columns.count == 3)
    #expect(grid.columns.isRegular && grid.columns.edges.first == day0)
    // It is drawn completely, and clipped at the start of the axis.
    #expect(chart.svg(prefix: "p").contains("<g clip-path=\"url(#p-c)\">"))
  }

  @Test func monthsAreAsWideAsTheyAre() throws {
    let starts = [20_089.0, 20_120, 20_148, 20_179, 20_209]
    var chart = lasagna(rows: 1, columns: 4) { _ in 0.5 }
    for place in 0..<4 {
      chart.series[0].points[place].x = starts[place]
      chart.series[0].points[place].xEnd = starts[place + 1]
    }
    #expect(try #require(CellGrid(chart)).columns.isRegular == false)
    let elements = try #require(pictureElements(of: chart.svg(prefix: "p")))
    let cells = try #require(elements.first { $0.attributes["class"] == "b q5" })
    let path = try #require(cells.attributes["d"])
    let boxes = corners(of: path)
    #expect(boxes.filter(\.isMove).count == 4)
    let drawing = ChartDrawing(chart, prefix: "p")
    #expect(zip(boxes.filter(\.isMove), starts).allSatisfy { abs($0.x - drawing.x.edge($1)) < 0.1 })
  }

  /// Row heights are proportional to patients; every cell is at the expected position.
  @Test func rowsMayDiffer() throws {
    let heights = [5.0, 1, 1, 3]
    let tops = heights.indices.map { heights[...$0].reduce(0, +) }
    var chart = lasagna(rows: 4, columns: 3) { Double($0 % 11) / 10 }
    chart.y = ChartAxis("Patients", .number, range: 0...10)
    for place in chart.series[0].points.indices {
      chart.series[0].points[place].y = tops[place / 3] - heights[place / 3]
      chart.series[0].points[place].yEnd = tops[place / 3]
    }
    let elements = try #require(pictureElements(of: chart.svg(prefix: "p")))
    let drawing = ChartDrawing(chart, prefix: "p")
    let cell = try #require(elements.first { $0.attributes["class"] == "b q10" })
    let box = corners(of: try #require(cell.attributes["d"]))
    #expect(abs((box.map(\.y).max() ?? 0) - drawing.y.edge(7)) < 1.2)
    #expect(abs((box.map(\.y).min() ?? 0) - drawing.y.edge(10)) < 0.1)
    #expect(abs((box.map(\.x).min() ?? 0) - drawing.x.edge(day0 + 7)) < 0.1)
  }

  @Test func manyPatientsStaySmall() {
    var random = Seeded(state: 1)
    let chart = lasagna(rows: 200, columns: 50) { place in
      let share =
        1 - Double(place / 50) / 260 + 0.5 * (Double.random(in: 0..<1, using: &random) - 0.5)
      return Double.random(in: 0..<1, using: &random) < 0.03
        ? nil : (min(1, max(0, share)) * 11).rounded() / 11
    }
    #expect(chart.svg(prefix: "p").utf8.count < 45_000)
  }

  @Test func aYearOfDaysStaysSmall() {
    var random = Seeded(state: 2)
    let roles: [ChartRole] = [.done, .late, .missed, .onHold, .nothingDue]
    let states = (0..<365).map { _ in Int(Double.random(in: 0..<1, using: &random) * 5) }
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let chart = ChartData(
      .calendar, title: "Year", summary: "", x: ChartAxis("Week", .day),
      y: ChartAxis("", .category, categories: weekdays),
      series: roles.enumerated().map { place, role in
        let points = states.indices.filter { states[$0] == place }.map { day in
          let week = day0 + Double(day / 7 * 7)
          return ChartPoint(week, Double(day % 7), xEnd: week + 7)
        }
        return ChartSeries(role.rawValue, .cell, role, points)
      })
    #expect(chart.svg(prefix: "p").utf8.count < 10_000)
  }

  @Test func halfAYearOfEventsStaysSmall() {
    var random = Seeded(state: 3)
    let points = (0..<180 * 4).map { place in
      ChartPoint(
        day0 + Double(place / 4), (Double.random(in: 0..<1, using: &random) * 86_400).rounded())
    }
    let chart = ChartData(
      .chronology, title: "Events", summary: "", x: ChartAxis("Day", .day),
      y: ChartAxis("Time", .clock, range: 0...86_400),
      series: [ChartSeries("Done", .dot, .done, points)])
    #expect(chart.svg(prefix: "p").utf8.count < 20_000)
  }

  @Test func aSparklineIsTiny() throws {
    var random = Seeded(state: 4)
    let points = (0..<52).map { week in
      ChartPoint(
        day0 + Double(week * 7), week == 20 ? nil : Double.random(in: 0..<1, using: &random))
    }
    let chart = ChartData(
      .sparkline, title: "", summary: "", x: ChartAxis("", .day), y: .share(""),
      series: [ChartSeries("Ratio", .line, .primary, points)])
    let svg = String(decoding: chart.sparklineSVG(), as: UTF8.self)
    #expect(svg.utf8.count < 400)
    let path = try #require(pictureElements(of: svg)?.last?.attributes["d"])
    #expect(corners(of: path).count == 51)
    #expect(corners(of: path).filter(\.isMove).count == 2)
  }
}

extension PathData {
  /// Draws a run of cells in a row.
  fileprivate mutating func stroke(_ columns: ClosedRange<Int>, _ row: Double) {
    move(Double(columns.lowerBound), row)
    line(Double(columns.upperBound), row)
  }
}
