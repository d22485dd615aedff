import AdherenceAnalytics
import TestSupport
import Testing

@testable import Charts

/// A picture as a file: complete, opaque, in plain colours, and of the requested size.
@Suite struct ChartPictureTests {
  @Test(arguments: SampleCharts.all, ChartTheme.allCases)
  func everyThemeIsWhole(chart: ChartData, theme: ChartTheme) throws {
    let text = chart.svg(ChartLook(theme: theme))
    let elements = try #require(pictureElements(of: text))
    #expect(elements[0].attributes["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(elements[1].text == chart.title && elements[2].text == chart.summary)
    // The background precedes all marks.
    #expect(elements[4].name == "rect" && elements[4].attributes["fill"] == theme.background)
    #expect(elements[4].attributes["width"] == "100%")
    for unknown in ["var(", "color-mix", "calc(", "paint-order"] {
      #expect(!text.contains(unknown), "converters do not know \(unknown)")
    }
  }

  @Test(arguments: SampleCharts.all, [(400.0, 300.0), (1200, 500), (120, 2000)])
  func hasTheRequestedSize(chart: ChartData, size: (width: Double, height: Double)) throws {
    let text = chart.svg(ChartLook(width: size.width, height: size.height))
    let whole = try #require(pictureElements(of: text)).first?.attributes
    #expect(whole?["width"] == "\(Int(size.width))")
    // The picture is at least as high as requested, and higher if texts and rows need more.
    let height = try #require(whole?["height"].flatMap(Double.init))
    #expect(height >= size.height && (size.height < 500 || height == size.height))
    #expect(whole?["viewBox"] == "0 0 \(Int(size.width)) \(Int(height))")
  }

  @Test func sizesAreClamped() {
    for (asked, given) in [(1.0, 120.0), (-5, 120), (.nan, 120), (.infinity, 10_000), (500, 500)] {
      #expect(ChartLook(width: asked).width == given)
    }
  }

  @Test func namesAreNoMarkup() throws {
    var chart = SampleCharts.bars
    chart.title = "</title><script>alert(1)</script>"
    chart.subtitle = "a & <b> \u{1}"
    let elements = try #require(pictureElements(of: chart.svg()))
    #expect(elements.allSatisfy { $0.name != "script" && $0.name != "b" })
    #expect(elements[1].text == chart.title)
  }

  /// Transparent colours are blended by hand: 45 % of #808080 on white, and 18 % of #0072B2 on
  /// near-black.
  @Test func coloursAreMixedWithTheBackground() {
    #expect(ChartTheme.light.mixed(.due) == "#C6C6C6")
    #expect(ChartTheme.dark.mixed(.outerInterval) == "#162F3E")
    #expect(ChartTheme.paper.mixed(.missed) == ChartRole.missed.color)
  }

  /// Texts on an outline: the outline precedes the text, and both are equal.
  @Test func outlinesLieBehindTheirWords() throws {
    var chart = SampleCharts.bars
    chart.references = [ReferenceLine(.y, at: 1, "threshold")]
    let words = try #require(pictureElements(of: chart.svg())).filter { $0.text == "threshold" }
    #expect(words.map { $0.attributes["class"] } == ["halo", "n"])
    let onPage = try #require(pictureElements(of: chart.svg(prefix: "p")))
    #expect(onPage.count { $0.text == "threshold" } == 1)
  }
}
