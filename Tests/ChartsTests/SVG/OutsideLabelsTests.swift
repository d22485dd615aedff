import Testing

@testable import Charts

/// Text in the plot covers no mark.
@Suite struct OutsideLabelsTests {
  @Test(
    "Labels of lines lie outside the plot, and do not overlap each other",
    arguments: SampleCharts.all)
  func outside(_ chart: ChartData) {
    let drawing = ChartDrawing(chart, prefix: "p")
    let layout = drawing.layout
    let boxes = layout.labels.upper.map { $0.box(above: layout.top) }
    #expect(boxes.allSatisfy { $0.bottom <= layout.top })
    for (place, box) in boxes.enumerated() {
      #expect(!boxes.dropFirst(place + 1).contains { $0.overlaps(box) }, "\(chart.kind)")
    }
    let lines = layout.labels.level.flatMap(\.lines)
    #expect(lines.allSatisfy { layout.right + 5 + ChartLayout.width(of: $0) <= layout.width + 12 })
  }

  @Test("Annotations in the plot cover no marks", arguments: SampleCharts.all)
  func annotations(_ chart: ChartData) {
    let drawing = ChartDrawing(chart, prefix: "p")
    let marks = chart.series.flatMap(drawing.obstacles)
    for own in drawing.annotations {
      #expect(!marks.contains { $0.overlaps(own.box) }, "\(chart.kind): \(own.annotation.text)")
    }
  }

  @Test("Labels below a calendar of any length do not overlap", arguments: [1, 2, 3, 5, 9, 14, 26])
  func below(_ weeks: Int) throws {
    var chart = SampleCharts.calendar
    let end = SampleCharts.day0 + Double(weeks) * 7
    chart.x.range = SampleCharts.day0...end
    for place in chart.series.indices { chart.series[place].points.removeAll { $0.x >= end } }
    let bottom = ChartDrawing(chart, prefix: "p").layout.bottom
    let labels = try #require(pictureElements(of: chart.svg(prefix: "p"))).filter {
      $0.name == "text" && $0.attributes["y"].flatMap(Double.init) == bottom + 16
    }
    #expect(!labels.isEmpty)
    var free = -Double.infinity
    for label in labels {
      let at = try #require(label.attributes["x"].flatMap(Double.init))
      let (width, isEnd) = (
        ChartLayout.width(of: label.text), label.attributes["text-anchor"] == "end"
      )
      let start = at - (isEnd ? width : width / 2)
      #expect(start > free - 0.2, "\(label.text)")
      free = start + width
    }
  }

  @Test("An annotation among dots is placed where there is room")
  func room() throws {
    var chart = ChartData(
      .funnel, title: "", summary: "", x: ChartAxis("Patients", .count, range: 0...100),
      y: .share("Share"))
    let row = (0..<40).map { ChartPoint(50 + Double($0), 0.5) }
    chart.series = [ChartSeries("Within", .dot, .primary, row)]
    chart.annotations = [ChartAnnotation(x: 50, y: 0.5, "Site")]
    let drawing = ChartDrawing(chart, prefix: "p")
    #expect(drawing.annotations.count == 1)
  }
}
