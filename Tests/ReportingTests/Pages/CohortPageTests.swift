import AdherenceAnalytics
import Charts
import TestSupport
import Testing

@testable import Reporting

/// The content of pages, and the escaping of hostile text.
@Suite struct CohortPageTests {
  static let hostile = "<script>alert(1)</script>\"\u{301} onfocus=alert(2) x='&amp; 🧪"
  private let flag = PageFlag("■", "Discontinued", "Nothing was done for 30 days.", .urgent)

  private func chart(_ title: String = "Chart") -> ChartData {
    ChartData(
      .distribution, title: title, summary: title, x: .share("Ratio"),
      y: ChartAxis("Patients", .number),
      series: [ChartSeries("Patients", .bar, .primary, [ChartPoint(0.5, 3, xEnd: 0.6)])])
  }

  private func sparkline(_ seed: Int, weeks: Int) -> Sparkline {
    var random = Seeded(state: UInt64(seed))
    return Sparkline(
      (0..<weeks).map {
        (Double($0), (Double.random(in: 0..<1, using: &random) * 11).rounded() / 11)
      })
  }

  private func cohort(_ count: Int, name: (Int) -> String = { "P\($0)" }) -> CohortPage {
    var page = CohortPage(
      overview: PageOverview(title: "Cohort", subtitle: "Days", answer: "74.1 % was done."))
    page.overview.figures = [
      PageFigure("Mean", "73 %", note: "71 to 75 %", definition: "Of patients.")
    ]
    page.patients = (0..<count).map { place in
      var line = PatientLine(name: name(place))
      (line.group, line.sparkline) = ("A", sparkline(place, weeks: 50))
      (line.ratio, line.lower, line.upper) = (0.7234, 0.651, 0.799)
      line.taskRatios = [0.5, nil]
      (line.streak, line.lastEvent) = (place % 30, "2025-12-30 21:05")
      if place % 5 == 0 {
        line.flags = [flag]
        line.page = "patients/" + PageName.file(for: line.name) + ".html"
      }
      return line
    }
    page.tasks = ["Tablet", "Walk"]
    (page.patientCount, page.flaggedCount) = (count, (count + 4) / 5)
    page.overview.pictures = [
      PagePicture("one", "One", chart()), PagePicture("two", "Two", chart()),
    ]
    return page
  }

  @Test func saysTheCohort() {
    let html = cohort(160).html
    for text in [
      "<h1>Cohort</h1>", "74.1\u{A0}% was done.", "title=\"Of patients.\"", "<p>160 patients.</p>",
      "<td class=\"n\">72.3 %<td>65–80<i style=\"--l:65%;--w:15%;--r:72%\"></i><td class=\"n\">50.0 %"
        + "<td class=\"n\">–<td class=\"n\">1<td>2025-12-30 21:05",
      "<th scope=\"col\" class=\"n\">Walk</th>",
      "<a href=\"patients/P0.html\"><bdi>P0</bdi></a>", "And 12 more patients with a flag",
      "There are no errors and no warnings.",
    ] { #expect(html.contains(text), "\(text)") }
    #expect(html.ranges(of: "<h1").count == 1)
  }

  @Test func saysWhatIsMissing() {
    var page = cohort(1)
    page.patients[0].ratio = nil
    page.patients[0].missing = "all suspended"
    page.patients[0].lastEvent = nil
    let cells =
      "<td class=\"n\">– all suspended<td><td class=\"n\">50.0 %<td class=\"n\">–<td class=\"n\">0<td>–"
    #expect(page.html.contains(cells))
  }

  @Test func saysHowManyAreShown() {
    var page = cohort(3)
    page.patientCount = 10_000
    page.coverage = "Pages are made for those with a flag."
    page.overview.problems = ["a"]
    page.overview.problemCount = 7
    let html = page.html
    #expect(html.contains("3 of 10,000 patients are shown. Pages are made for those with a flag."))
    #expect(html.contains("The first 1 of 7 doubts"))
  }

  @Test func idsAreUnique() {
    let html = cohort(3).html
    let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(ids.count > 8 && ids.count == Set(ids).count)
    for link in html.matches(of: /href="#([^"]*)"/) { #expect(ids.contains(String(link.1))) }
  }

  @Test func textIsHarmless() {
    var page = cohort(2) { _ in CohortPageTests.hostile }
    let words = CohortPageTests.hostile
    (page.overview.title, page.overview.subtitle, page.overview.answer, page.coverage) = (
      words, words, words, words
    )
    page.overview.figures = [PageFigure(words, words, note: words, definition: words)]
    page.overview.pictures = [
      PagePicture("one", words, chart(words), files: [PageFile(words, words)])
    ]
    page.flags = [PageFlag(words, words, words, .watch)]
    page.patients[0].flags = page.flags
    page.patients[0].group = words
    page.patients[0].page = words
    page.overview.quality = [QualityLine(words, 1, words)]
    page.overview.problems = [words]
    page.overview.definitions = [PageFact(words, words)]
    page.overview.groups.task = words
    page.overview.groups.lines = [
      GroupTrends.Line(group: words, patients: 1, sparkline: sparkline(1, weeks: 3))
    ]
    expectHarmless(page.html, scripts: 1)
  }

  @Test func patientTextIsHarmless() {
    let words = CohortPageTests.hostile
    var page = PatientPage(name: words, subtitle: words, index: words)
    page.facts = [PageFact(words, words)]
    page.flags = [PageFlag(words, words, words, .urgent)]
    page.figures = [PageFigure(words, words, note: words, definition: words)]
    var task = TaskLine(words)
    (task.plan, task.counts, task.missing, task.lastEvent) = (words, words, words, words)
    page.tasks = [task]
    page.sections = [PageSection(words, text: words, [PagePicture("one", words, chart(words))])]
    page.holds = [HoldLine(task: words, from: words, to: words, mode: words, reason: words)]
    page.problems = [words]
    expectHarmless(page.html, scripts: 0)
  }

  /// No element but the page's own script, and no quote that ends an attribute early.
  private func expectHarmless(_ html: String, scripts: Int) {
    let text = Array(html.utf8)
    #expect(count(of: "<script", in: text) == scripts)
    #expect(count(of: "&quot;\u{301} onfocus", in: text) > 5)
    #expect(count(of: "\"\u{301} onfocus", in: text) == 0)
  }

  private func count(of word: String, in text: [UInt8]) -> Int {
    let word = Array(word.utf8)
    return text.indices.count { text[$0...].starts(with: word) }
  }

  @Test func aPatientPageSaysIt() {
    var page = PatientPage(name: "P1", subtitle: "2025")
    page.holds = [HoldLine(task: "", from: "2025-03-11", to: "", mode: "exclude", reason: "trip")]
    page.sections = [PageSection("Tablet", [PagePicture("a", "Days", chart())])]
    let html = page.html
    for text in [
      "<a href=\"../index.html\">", "<h1><bdi>P1</bdi></h1>", "<bdi>All tasks</bdi></th>",
      "goes on",
      "<h2><bdi>Tablet</bdi></h2>",
      "No flags.", "id=\"a-t\"",
    ] { #expect(html.contains(text), "\(text)") }
    #expect(!html.contains("<script"))
  }

  @Test func twoHundredPatientsFitIntoThreeHundredKilobytes() {
    #expect(cohort(200).html.utf8.count < 200_000)
  }
}

extension CohortPage {
  fileprivate var html: String { String(decoding: bytes, as: UTF8.self) }
}

extension PatientPage {
  fileprivate var html: String { String(decoding: bytes, as: UTF8.self) }
}
