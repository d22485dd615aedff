import AdherenceAnalytics
import TestSupport
import Testing

@testable import Charts

/// Panels: their selection, axes, and positions in a picture.
@Suite struct PanelGridTests {
  /// A part with a number of patients, and the extent of its axis.
  private struct Part {
    var name: String
    var patients = 1
    var most = 1.0
  }

  private func drawn(_ parts: [Part]) -> ChartData? {
    .panels(
      of: parts, "groups", patients: \.patients, title: "All & more", subtitle: "of the cohort"
    ) { part in
      var chart = SampleCharts.survival
      chart.y.range = 0...part.most
      return (part.name, chart)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 24])
  func everyPanelHasItsPosition(_ count: Int) throws {
    let parts = (0..<count).map { Part(name: "group <\($0)>") }
    let chart = try #require(drawn(parts))
    let elements = try #require(pictureElements(of: chart.svg(ChartLook(width: 700))))
    #expect(elements[0].attributes["width"] == "700")
    let panels = elements.filter { $0.attributes["class"] == "panel" }
    #expect(Set(panels.compactMap { $0.attributes["transform"] }).count == count)
    let headings = elements.filter { $0.attributes["class"] == "heading" }.map(\.text)
    #expect(headings == ["All & more"] + parts.map(\.name))
    let ids = elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let columns = PanelGrid.columns(of: count)
    let starts = Set(panels.compactMap { $0.attributes["transform"]?.split(separator: " ").first })
    #expect(starts.count == columns && columns <= 3)
  }

  @Test func axesAreShared() throws {
    let chart = try #require(drawn([Part(name: "a", most: 0.5), Part(name: "b", most: 2)]))
    #expect(
      chart.y.range == 0...2 && chart.panels.allSatisfy { $0.y == chart.y && $0.x == chart.x })
    #expect(chart.panels.map(\.title) == ["a", "b"])
    #expect(chart.panels.map(\.subtitle) == ["1 patient", "1 patient"])
    #expect(chart.pointCount == 2 * SampleCharts.survival.pointCount && chart.series.isEmpty)
  }

  @Test func equalNamesAreDistinguished() throws {
    let chart = try #require(drawn([Part(name: "a"), Part(name: "a")]))
    #expect(chart.panels.map(\.title) == ["a", "a (2)"])
    #expect(try ChartData(json: chart.json()) == chart)
    #expect(try ChartData(vegaLite: chart.vegaLite()) == chart)
  }

  @Test func theOnesWithTheMostPatientsAreKept() throws {
    let parts = (0..<30).map { Part(name: "\($0)", patients: $0 % 2 == 0 ? $0 : 100) }
    let chart = try #require(drawn(parts))
    let even = Set([12, 14, 16, 18, 20, 22, 24, 26, 28].map { "\($0)" })
    #expect(
      chart.panels.map(\.title)
        == parts.filter { $0.patients == 100 || even.contains($0.name) }.map(\.name))
    #expect(chart.note == "24 of 30 groups are drawn, those of the most patients.")
    #expect(drawn([]) == nil)
  }
}
