import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Reporting

/// `--smallest-group`: nothing about few patients can be computed from all that a report writes.
@Suite struct WithholdingTests {
  private let files = ReportFiles()
  private static let smallest = 5

  /// The written numbers of a report of some patients; `nil` withholds nothing.
  private func numbers(
    _ source: some CohortSource, _ query: AdherenceQuery, _ smallest: Int?
  ) throws -> (numbers: WrittenNumbers, report: CohortReport) {
    let name = smallest.map { "withheld\($0)" } ?? "all"
    var contents = ReportContents([.cohort, .statistics])
    contents.parameters.resamples = 20
    var options = ReportOptions()
    options.smallestGroup = smallest
    let folder = ReportFolder("\(files.path)/\(name)", format: .csv, contents: contents)
    let report = try folder.write(source, query, options)
    let text = CohortText(report).text
    return (try WrittenNumbers(try files.contents(name), text: text), report)
  }

  private func attack(_ source: some CohortSource, _ query: AdherenceQuery) throws {
    let truth = try numbers(source, query, nil).numbers
    let (written, report) = try numbers(source, query, Self.smallest)
    var attack = WithholdingAttack(on: written, truth: truth, smallest: Self.smallest)
    #expect(attack.smallCounts == [])
    #expect(attack.comparisons == [])
    #expect(attack.givenCounts == [])
    #expect(attack.trimmedMeans == [])
    #expect(written.result.isSubset(of: ["patients", "patientsWithoutRatio", "due", "done"]))
    let periods = report.byPeriod.spans.map { $0.name == "all" ? "whole" : $0.name }
    #expect(attack.sums(over: periods) == [])
    let weeks = Set(truth.sums.keys.map(\.name).filter { $0.hasPrefix("week ") })
    #expect(attack.sums(over: weeks.sorted()) == [])
    if query.period != .all { attack.learn(ofTaskDueOnceA: "weekly", over: periods) }
    attack.learn(ofTaskDueOnceA: "weekly", over: weeks.sorted())
    #expect(attack.smallCounts == [])
    #expect(written.counts.count > truth.counts.count / 20)
    // Without protection the same attack finds something.
    let open = WithholdingAttack(on: truth, truth: truth, smallest: Self.smallest)
    #expect(!open.smallCounts.isEmpty && !open.trimmedMeans.isEmpty)
  }

  @Test(
    "Nothing follows from a report of drawn patients",
    arguments: [0, 1, 2, 3, 4, 5, 28, 95, 107, 149].sampled(1, from: 6))
  func drawnPatients(_ seed: UInt64) throws {
    let periods: [CalendarPeriod] = [.week, .relativeWeek, .all]
    let days = try day("2025-01-06")..<day("2025-02-17")
    let query = AdherenceQuery(days, by: periods[Int(seed) % 3])
    try attack(RecordList(try DrawnCohort(seed: seed).records), query)
  }

  @Test(
    "Nothing follows from a report of the golden cohort", arguments: [CalendarPeriod.week, .all])
  func goldenCohort(_ period: CalendarPeriod) throws {
    let path = datasets.appending(path: "golden/hostile/smallest-group").path()
    let days = try day("2025-01-06")..<day("2025-03-31")
    try attack(try DatasetFolder(path), AdherenceQuery(days, by: period))
  }

  @Test(
    "Charts of groups write no counts that may be of few patients",
    arguments: [ChartKind.bars, .sparkline, .ribbon])
  func charts(_ kind: ChartKind) throws {
    let days = try day("2025-01-06")..<day("2025-02-17")
    let source = RecordList(try DrawnCohort(seed: 1).records)
    let request = ChartRequest(AdherenceQuery(days, by: .week), ChartSelection(kind: kind))
    func written(_ smallest: Int?) throws -> Set<String> {
      var options = ReportOptions()
      options.smallestGroup = smallest
      let chart = try #require(try request.charts(of: source, options).charts.first).chart
      let points = chart.series.flatMap(\.points)
      return Set(
        points.flatMap { zip(chart.fields, $0.values).filter { $1 != nil }.map(\.0.name) })
    }
    let counts: Set = [
      "period", "periodStart", "periodEnd", "n", "patientsWithoutRatio", "due", "done", "ratio",
    ]
    #expect(try written(5).isSubset(of: counts))
    #expect(try written(5).contains("due"))
    #expect(try !written(nil).isSubset(of: counts))
  }

  @Test func theTextTellsHowMuchIsWithheld() throws {
    let days = try day("2025-01-06")..<day("2025-02-17")
    let source = RecordList(try DrawnCohort(seed: 1).records)
    let report = try numbers(source, AdherenceQuery(days, by: .all), 5).report
    let tally = try #require(report.withholding?.tally)
    #expect(tally.primary.rows > 0 && tally.groups > 0)
    let words = "Withheld: \(tally.primary.rows) rows and \(tally.primary.counts) counts of"
    #expect(CohortText(report).text.contains(words))
    let bytes = try #require(try files.contents("withheld5")["report.json"])
    let summary = try #require(
      JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let withheld = try #require(summary["withheld"] as? [String: Any])
    #expect((withheld["primary"] as? [String: Int])?["rows"] == tally.primary.rows)
  }
}

/// Patients of groups of different sizes, who begin and end at different times, with tasks of which
/// one is rare.
struct DrawnCohort {
  private var random: Seeded
  private(set) var records: [CareRecord] = []

  init(seed: UInt64) throws {
    random = Seeded(state: seed)
    let sizes = ["A": 22, "B": 9, "C": 7, "D": 3, "": Int.random(in: 0...4, using: &random)]
    for (group, size) in sizes.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<size { try add(group.isEmpty ? nil : group) }
    }
  }

  private mutating func add(_ group: String?) throws {
    var record = CareRecord(patient: try patient("P\(100 + records.count)", group: group))
    let first = try day("2025-01-06").adding(days: Int.random(in: 0...10, using: &random))
    let last = first.adding(days: [14, 24, 34, 50].randomElement(using: &random) ?? 50)
    let effort = Double.random(in: 0.4...1, using: &random)
    for (name, every, chance) in [
      ("tablet", 1, 1.0), ("walk", 3, 0.7), ("rare", 2, 0.12), ("weekly", 7, 0.9),
    ] {
      guard Double.random(in: 0..<1, using: &random) < chance else { continue }
      record.tasks.append(
        task(
          name, .window,
          try element(
            "am", from: "\(first)T08:00:00", every: "P\(every)D", until: "\(last)T08:00:00")))
      for date in stride(from: 0, to: last - first, by: every)
      where Double.random(in: 0..<1, using: &random) < effort {
        record.outcomes.append(try event("\(first.adding(days: date))T08:05:00", of: name))
      }
    }
    records.append(record)
  }
}
