import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct ChartDataStreaksTests {
  @Test func runsAndGaps() throws {
    let tablet = try element(from: "2025-01-03T08:00", until: "2025-01-16")
    var record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: try ["03", "04", "07", "10", "11", "12"].map { try event("2025-01-\($0)T08:00") })
    record.tasks[0].title = "Tablet"
    record.holds = [Hold(from: try moment("2025-01-05"), to: try moment("2025-01-07"))]
    let chart = ChartData.streaks(
      of: try evaluation(record, "2025-01-01", "2025-01-18", asOf: "2025-01-14T18:00:00Z"),
      title: "")
    func spans(_ name: String) -> [String] {
      (chart.series(name)?.points ?? []).map { point in
        "\(point.day.day)..<\(Int(point.xEnd ?? 0) - Int(point.x) + point.day.day) \(point.label ?? "")"
      }
    }
    #expect(chart.isSound && chart.y.categories == ["Tablet"])
    // The hold of two days does not end a streak.
    #expect(spans("All done") == ["3..<8 3 due days", "10..<13 3 days"])
    #expect(spans("Something left out") == ["8..<10 2 days", "13..<14 1 day"])
    #expect(spans("Not to be judged") == ["1..<3 2 days", "14..<18 4 days"])
    #expect(chart.annotations.map(\.text) == ["longest: 3 due days", "current: 1 day"])
    #expect(chart.annotations[0].x == (try day("2025-01-05")).position + 0.5)
  }

  /// Three a week: streaks count weeks, the first of which starts midweek.
  @Test func runsOfAQuotaAreOfItsPeriods() throws {
    var walk = try element("walk", from: "2025-01-08", every: nil, until: "2025-02-03")
    walk.recurrence = .quota(Quota(3, per: try period("P1W")))
    let record = CareRecord(
      patient: try patient(), tasks: [task("walk", .window, walk)],
      outcomes: try ["08", "09", "10", "14", "15", "16", "21", "27", "28"].map {
        try event("2025-01-\($0)T09:00", of: "walk")
      })
    let chart = ChartData.streaks(
      of: try evaluation(record, "2025-01-06", "2025-02-10", asOf: "2025-02-08T00:00:00Z"),
      title: "")
    func spans(_ name: String) -> [String] {
      (chart.series(name)?.points ?? []).map { point in
        "\(point.x)..<\(point.xEnd ?? 0) \(point.label ?? "")"
      }
    }
    let first = (try day("2025-01-06")).position
    #expect(chart.isSound)
    #expect(spans("All done") == ["\(first + 2)..<\(first + 14) 2 periods"])
    #expect(spans("Something left out") == ["\(first + 14)..<\(first + 28) 2 periods"])
    #expect(
      chart.annotations.map(\.text) == ["longest: 2 periods", "last: 2 periods"])
  }

  @Test func runsAreThoseOfTheSummary() throws {
    let query = try monitoringQuery(by: .day)
    var evaluator = AdherenceEvaluator(query)
    for record in try monitoredRecords().prefix(100) {
      let summary = evaluator.evaluate(CompiledRecord(record, query)).summary
      for (task, own) in zip(record.tasks, summary.tasks) {
        try expectRuns(try record.evaluate(task, query), own)
      }
    }
  }

  @Test func runsByChanceAreThoseOfTheSummary() throws {
    var random = try RandomRecords(seed: 316)
    for _ in 0..<80 {
      let (record, query) = (try random.record(), try random.query())
      for (task, own) in zip(record.tasks, record.summary(query).tasks) {
        try expectRuns(try record.evaluate(task, query), own)
      }
    }
  }

  private func expectRuns(_ evaluation: TaskEvaluation, _ summary: TaskSummary) throws {
    let chart = ChartData.streaks(of: evaluation, title: "", limit: 10_000)
    #expect(chart.isSound && chart.reduction == nil)
    func lengths(_ name: String) -> [Int] {
      (chart.series(name)?.points ?? []).compactMap { point in
        point.label.flatMap { Int($0.prefix { $0 != " " }) }
      }
    }
    let (done, missed) = (lengths("All done"), lengths("Something left out"))
    #expect(done.max() == summary.perfectDays.longest?.length)
    #expect(missed.max() == summary.perfectDays.longestMissed?.length)
    #expect(done.reduce(0, +) == summary.dosingDays.perfect)
    #expect(done.reduce(0, +) + missed.reduce(0, +) == summary.dosingDays.evaluable)
    let spans = chart.series.flatMap(\.points).sorted { $0.x < $1.x }
    #expect(spans.first?.day == evaluation.query.range.lowerBound)
    #expect(spans.last?.xEnd == evaluation.query.range.upperBound.position)
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.xEnd == $1.x })
    let current = summary.perfectDays.current ?? summary.perfectDays.currentMissed
    let judged =
      (chart.series("All done")?.points ?? [])
      + (chart.series("Something left out")?.points ?? [])
    #expect(judged.max { $0.x < $1.x }?.day == current?.first)
  }

  @Test func theLatestRunsAreKept() throws {
    let tablet = try element(from: "2024-01-01T08:00")
    let first = try day("2024-01-01")
    let events = try stride(from: 0, to: 366, by: 2).map {
      try event("\(first.adding(days: $0))T08:00")
    }
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: events)
    let chart = ChartData.streaks(
      of: try evaluation(record, "2024-01-01", "2025-01-01"), title: "", limit: 50)
    #expect(chart.pointCount == 50)
    #expect(chart.reduction == ChartReduction(.latest, points: 366, limit: 50))
    #expect(chart.x.range?.lowerBound == (try day("2024-11-12")).position)
  }
}
