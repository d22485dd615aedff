import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import Charts

/// The positions of marks in a picture, clipping, and the size.
@Suite struct ChartDrawingTests {
  private let day0 = 20_100.0

  private func chart(
    as kind: ChartKind = .rolling, x: ChartAxis = ChartAxis("Day", .day), y: ChartAxis? = nil,
    _ series: [ChartSeries]
  ) -> ChartData {
    ChartData(
      kind, title: "A & \"B\" <C>", summary: "Words <of> it.", x: x,
      y: y ?? .share("Ratio"), series: series)
  }

  private func paths(_ chart: ChartData, _ name: String) throws -> [String] {
    let elements = try #require(pictureElements(of: chart.svg(prefix: "p")))
    return elements.filter { $0.name == "path" && $0.attributes["class"] == name }
      .compactMap { $0.attributes["d"] }
  }

  private func layout(_ chart: ChartData) -> ChartLayout {
    ChartDrawing(chart, prefix: "p").layout
  }

  @Test(arguments: ChartSeries.Mark.allCases) func drawsEveryMark(mark: ChartSeries.Mark) throws {
    let points = [
      ChartPoint(day0, 0.5, xEnd: day0 + 1, yEnd: 0.25),
      ChartPoint(day0 + 1, 0.75, xEnd: day0 + 2, yEnd: 0.5),
    ]
    let chart = chart([ChartSeries("One", mark, .late, points)])
    let elements = try #require(pictureElements(of: chart.svg(prefix: "p")))
    let drawn = elements.filter {
      $0.name == "path" && ($0.attributes["class"] ?? "").split(separator: " ").contains("late")
    }
    #expect(drawn.count == 1)
    let path = try #require(drawn.first?.attributes["d"])
    #expect(corners(of: path).count > 1)
  }

  @Test func saysWhatItShows() throws {
    let elements = try #require(pictureElements(of: chart([]).svg(prefix: "week")))
    #expect(elements[0].attributes["role"] == "img")
    #expect(elements[0].attributes["aria-labelledby"] == "week-t week-d")
    #expect(elements[1].name == "title" && elements[1].text == "A & \"B\" <C>")
    #expect(elements[2].name == "desc" && elements[2].text == "Words <of> it.")
    let ids = elements.compactMap { $0.attributes["id"] }
    #expect(ids.count == Set(ids).count && ids.allSatisfy { $0.hasPrefix("week-") })
  }

  @Test func barsStartAtZero() throws {
    let axis = ChartAxis("Doses", .number, range: 0...10)
    let chart = chart(
      as: .bars, y: axis,
      [ChartSeries("Done", .bar, .done, [ChartPoint(day0, 4, xEnd: day0 + 7)])]
    )
    let bar = corners(of: try #require(paths(chart, "b done").first))
    let frame = layout(chart)
    #expect(abs((bar.map(\.y).max() ?? 0) - frame.bottom) < 0.1)
    let height = (bar.map(\.y).max() ?? 0) - (bar.map(\.y).min() ?? 0)
    #expect(abs(height - 0.4 * (frame.bottom - frame.top)) < 0.11)
  }

  @Test func equalValuesAreSideBySide() throws {
    let chart = chart(
      as: .dailySums, y: ChartAxis("Sum", .number),
      [
        ChartSeries("a", .bar, .first, [ChartPoint(day0, 3, xEnd: day0 + 1)]),
        ChartSeries("b", .bar, .second, [ChartPoint(day0, 2, xEnd: day0 + 1)]),
      ])
    let first = corners(of: try #require(paths(chart, "b first").first)).map(\.x)
    let second = corners(of: try #require(paths(chart, "b second").first)).map(\.x)
    #expect((first.max() ?? 0) <= (second.min() ?? 0) + 0.11)
  }

  @Test func linesBreakAtMissingValues() throws {
    let values: [Double?] = [0.5, 0.6, nil, 0.7, nil, nil, 0.2, 0.3]
    let points = values.enumerated().map { ChartPoint(day0 + Double($0), $1) }
    let chart = chart([ChartSeries("Ratio", .line, .primary, points)])
    let line = corners(of: try #require(paths(chart, "l primary").first))
    #expect(line.filter(\.isMove).count == 3)
    // A value between two gaps is a short line.
    #expect(line.count == 6)
    let frame = layout(chart)
    let lengths = line.map { (frame.bottom - $0.y) / (frame.bottom - frame.top) }
    for (length, value) in zip(lengths, [0.5, 0.6, 0.7, 0.7, 0.2, 0.3]) {
      #expect(abs(length - value) < 0.001)
    }
  }

  @Test func areasBreakWhereALimitIsMissing() throws {
    let points = (0..<5).map {
      ChartPoint(day0 + Double($0), 0.2, yEnd: $0 == 2 ? nil : 0.6)
    }
    let chart = chart([ChartSeries("Interval", .area, .interval, points)])
    let area = corners(of: try #require(paths(chart, "a interval").first))
    #expect(area.filter(\.isMove).count == 2)
    #expect(area.count == 8)
  }

  @Test func stepsKeepTheirValue() throws {
    let axis = ChartAxis("Days", .number, range: 0...10)
    let points = [ChartPoint(0, 1), ChartPoint(4, 0.5), ChartPoint(10, 0.5)]
    let chart = chart(as: .survival, x: axis, [ChartSeries("On", .step, .first, points)])
    let step = corners(of: try #require(paths(chart, "l first").first))
    let frame = layout(chart)
    #expect(abs(step[1].x - (frame.left + 0.4 * (frame.right - frame.left))) < 0.11)
    #expect(step[1].y == step[0].y)
    #expect(step[2].x == step[1].x)
  }

  @Test func clipsAtTheAxis() throws {
    let points = [ChartPoint(day0, 0.5), ChartPoint(day0 + 1, 1.5)]
    let svg = chart([ChartSeries("Ratio", .line, .primary, points)]).svg(prefix: "p")
    let elements = try #require(pictureElements(of: svg))
    #expect(elements.contains { $0.attributes["id"] == "p-c" })
    #expect(elements.contains { $0.attributes["clip-path"] == "url(#p-c)" })
  }

  @Test func marksGuidesAndTable() throws {
    var chart = chart([ChartSeries("Ratio", .dot, .primary, [ChartPoint(day0, 0.5)])])
    chart.bands = [ChartBand(.x, from: day0, to: day0 + 1, "Hold <1>", .onHold)]
    chart.references = [ReferenceLine(.y, at: 0.8, "80 %")]
    chart.annotations = [ChartAnnotation(x: day0, y: 0.5, "Stopped")]
    chart.table = ChartTable(
      "At risk", statistic: "atRisk", columns: [day0], rows: [.init("A", [40])])
    let elements = try #require(pictureElements(of: chart.svg(prefix: "p")))
    let texts = elements.map(\.text)
    for text in ["Hold <1>", "80 %", "Stopped", "At risk", "A", "40"] {
      #expect(texts.contains(text), "\(text)")
    }
  }

  @Test func emptyDataGiveAnEmptyChart() throws {
    let empty = chart(as: .bars, [ChartSeries("Done", .bar, .done, [ChartPoint(day0, nil)])])
    #expect(try paths(empty, "b done").isEmpty)
    #expect(pictureElements(of: chart([]).svg(prefix: "p")) != nil)
  }

  /// PDF readers draw no end caps for a line of length zero, so every mark has a length.
  @Test(arguments: ChartRole.allCases) func everyMarkHasALength(role: ChartRole) throws {
    for mark in ChartSeries.Mark.allCases {
      let points = (0..<3).map { place in
        let y = Double(place) / 4
        return ChartPoint(day0 + Double(place), y, xEnd: day0 + Double(place + 1), yEnd: y + 0.25)
      }
      for kind in [ChartKind.calendar, .chronology] {
        let elements = try #require(
          pictureElements(
            of: chart(as: kind, [ChartSeries("a", mark, role, points)]).svg(prefix: "p")))
        for element in elements where element.name == "path" {
          for stretch in stretches(of: element.attributes["d"] ?? "") {
            #expect(Set(stretch.map { [$0.x, $0.y] }).count > 1, "\(kind) \(mark)")
          }
        }
      }
    }
  }

  /// The corners of a path from each move to the next; an arc ends next to its start.
  private func stretches(of path: String) -> [[PathCorner]] {
    corners(of: path).reduce(into: []) { stretches, corner in
      if corner.isMove { stretches.append([]) }
      stretches[stretches.count - 1].append(corner)
    }
  }

  @Test func oneStateHasALegend() throws {
    let cell = ChartPoint(day0, 0, xEnd: day0 + 7)
    let chart = chart(
      as: .calendar, y: ChartAxis("", .category, categories: ["Mon"]),
      [ChartSeries("Missed", .cell, .missed, [cell])])
    let texts = try #require(pictureElements(of: chart.svg(prefix: "p"))).map(\.text)
    #expect(texts.contains("Missed"))
  }

  @Test func anEmptyPictureSaysWhy() throws {
    var empty = chart(as: .interdose, x: ChartAxis("Hours", .number, range: 0...72), [])
    empty.summary = "There are no two doses at known times."
    empty.note = "Each bar is 2 days together."
    let texts = try #require(pictureElements(of: empty.svg(prefix: "p"))).map(\.text)
    #expect(texts.contains(empty.summary) && texts.contains("Each bar is 2 days together."))
  }
}
