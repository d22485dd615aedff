import AdherenceAnalytics
import Charts
import Diagnostics
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// Two stretches of days beside each other, of a patient and of a cohort, against their adherence.
@Suite struct CohortComparisonTests {
  private let earlier: Range<CivilDate>
  private let query: AdherenceQuery

  init() throws {
    var query = try monitoringQuery(by: .week)
    let middle = query.range.lowerBound.adding(days: 90)
    earlier = query.range.lowerBound..<middle
    query.range = middle..<middle.adding(days: 90)
    self.query = query
  }

  private func chart(_ selection: ChartSelection) throws -> ChartData {
    try #require(ChartRequest(query, selection).charts(of: monitoring()).charts.first).chart
  }

  /// The counts of some days as a whole.
  private func adherence(_ record: CareRecord, _ days: Range<CivilDate>) -> PatientAdherence {
    var query = query
    (query.range, query.period) = (days, .all)
    return record.adherence(query)
  }

  private func counts(_ names: [String], _ chart: ChartData, _ row: Int) -> [Int] {
    let point = chart.series[2].points.first { $0.y == Double(row) }
    return names.map { name in
      point.flatMap { chart.value(name, of: $0)?.number }.map { Int($0) } ?? -1
    }
  }

  private let names = ["dueBefore", "doneBefore", "due", "done"]

  @Test func aPatientsTasks() throws {
    let record = try monitoring().records[3]
    let chart = try chart(
      ChartSelection(kind: .comparison, patient: record.patient.id, earlierDays: earlier))
    let (before, after) = (adherence(record, earlier), adherence(record, query.range))
    var series = zip(before.tasks, after.tasks).map { ($0, $1) }
    if series.count > 1 { series.insert((before.total, after.total), at: 0) }
    #expect(chart.y.categories.count == series.count)
    for (row, (first, second)) in series.enumerated() {
      let (first, second) = (first.periods[0], second.periods[0])
      #expect(
        counts(names, chart, row) == [first.due, first.done, second.due, second.done])
    }
  }

  @Test(arguments: ["med", nil]) func aCohortsTasksAndGroups(_ task: String?) throws {
    let chart = try chart(ChartSelection(kind: .comparison, task: task, earlierDays: earlier))
    let records = try monitoring().records
    var sums: [String: [Int]] = [:]
    var differences: [Double] = []
    for record in records {
      let pairs = [adherence(record, earlier), adherence(record, query.range)].map { own in
        task == nil ? own.total.periods[0] : own.tasks.first { $0.task == task }?.periods[0]
      }
      guard let before = pairs[0], let after = pairs[1] else { continue }
      let group = try #require(record.patient.group)
      let own = [before.due, before.done, after.due, after.done]
      sums[group] = zip(sums[group] ?? [0, 0, 0, 0], own).map { $0 + $1 }
      if let first = before.ratio, let second = after.ratio { differences.append(second - first) }
    }
    let rows = chart.y.categories.count
    #expect(counts(names, chart, rows - 2) == sums["A"])
    #expect(counts(names, chart, rows - 1) == sums["B"])
    let whole = try #require(chart.series[2].points.first { $0.y == 0 })
    let mean = differences.reduce(0, +) / Double(differences.count)
    let found = try #require(chart.value("difference", of: whole)?.number)
    #expect(abs(found - mean) < 1e-12)
    #expect(chart.value("n", of: whole) == .number(Double(differences.count)))
  }

  @Test func anyNumberOfThreadsGivesTheSame() throws {
    let selection = ChartSelection(kind: .comparison, earlierDays: earlier)
    let texts = try [1, 2, 7].map { jobs in
      var options = ReportOptions()
      options.jobs = jobs
      return try ChartRequest(query, selection).charts(of: monitoring(), options).charts[0].chart
        .json()
    }
    #expect(Set(texts).count == 1)
  }

  @Test func whatIsMissingIsNamed() throws {
    #expect(throws: InputError.self) { try chart(ChartSelection(kind: .comparison)) }
    #expect(throws: InputError.self) {
      try chart(ChartSelection(kind: .comparison, task: "none", earlierDays: earlier))
    }
  }
}
