import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct CohortAdherenceTests {
  /// Doses taken of doses due; none due if a patient's plan begins after the report.
  typealias Doses = (done: Int, due: Int)

  /// A patient with one daily task who took the first of the planned doses.
  private func record(
    _ id: String, _ doses: Doses, group: String? = nil, task name: String = "tablet"
  ) throws -> CareRecord {
    let first = try day("2024-01-01")
    let begin = doses.due == 0 ? first.adding(days: 60) : first
    let tablet = try element(
      from: "\(begin)T08:00", until: "\(begin.adding(days: max(1, doses.due)))")
    return CareRecord(
      patient: try patient(id, group: group), tasks: [task(name, .keyed, tablet)],
      outcomes: try (0..<doses.done).map {
        try outcome("tablet/\(first.adding(days: $0))T08:00", of: name)
      })
  }

  private func cohort(_ records: [CareRecord], by period: CalendarPeriod = .all) throws
    -> CohortAdherence
  {
    let query = AdherenceQuery(try days("2024-01-01", "2024-02-01"), by: period)
    var cohort = CohortAdherence(spans: query.spans)
    for record in records { cohort.add(record.adherence(query)) }
    return cohort
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var patients: [Doses]
    var pooled: Double?
    var mean: Double?
    /// At 0, 0.05, 0.25, 0.5, 0.75, 0.9 and 1; from `numpy.quantile` 2.4.6, its default method.
    var quantiles: [Double?]
    var reaching: Int
    var reachingShare: Double?
    var nothingDue = 0
  }

  static let examples = [
    Example(
      testDescription: "one patient", patients: [(5, 8)], pooled: 0.625, mean: 0.625,
      quantiles: [0.625, 0.625, 0.625, 0.625, 0.625, 0.625, 0.625], reaching: 0, reachingShare: 0),
    Example(
      testDescription: "two patients", patients: [(4, 4), (5, 20)], pooled: 0.375, mean: 0.625,
      quantiles: [0.25, 0.2875, 0.4375, 0.625, 0.8125, 0.925, 1], reaching: 1, reachingShare: 0.5),
    Example(
      testDescription: "one exactly at the threshold", patients: [(3, 5), (8, 10), (2, 2)],
      pooled: 13.0 / 17, mean: 0.8, quantiles: [0.6, 0.62, 0.7, 0.8, 0.9, 0.96, 1], reaching: 2,
      reachingShare: 2.0 / 3),
    Example(
      testDescription: "one with nothing due",
      patients: [(0, 3), (1, 2), (0, 0), (2, 3), (4, 5), (3, 3)], pooled: 10.0 / 16,
      mean: 0.5933333333333334, quantiles: [0, 0.1, 0.5, 0.6666666666666666, 0.8, 0.92, 1],
      reaching: 2, reachingShare: 0.4, nothingDue: 1),
    Example(
      testDescription: "ten patients",
      patients: [
        (9, 10), (0, 3), (1, 2), (7, 10), (0, 5), (19, 20), (1, 3), (4, 5), (2, 4), (6, 6),
      ], pooled: 49.0 / 68, mean: 0.5683333333333334,
      quantiles: [0, 0, 0.375, 0.6, 0.875, 0.955, 1], reaching: 4, reachingShare: 0.4),
    Example(
      testDescription: "nobody with anything due", patients: [(0, 0), (0, 0)], pooled: nil,
      mean: nil, quantiles: [nil, nil, nil, nil, nil, nil, nil], reaching: 0, reachingShare: nil,
      nothingDue: 2),
  ]

  @Test(arguments: examples) func measures(_ example: Example) throws {
    let records = try example.patients.enumerated().map { try record("P\($0)", $1) }
    let row = try #require(try cohort(records).rows.first)
    #expect(row.patients == example.patients.count)
    #expect(row.patientsWithoutRatio == example.nothingDue)
    #expect(row.pooled.due == example.patients.map(\.due).reduce(0, +))
    #expect(row.pooled.ratio == example.pooled)
    #expect(isNear(row.meanRatio, example.mean))
    let shares = [0, 0.05, 0.25, 0.5, 0.75, 0.9, 1]
    for (share, expected) in zip(shares, example.quantiles) {
      #expect(isNear(row.quantile(share), expected), "\(share)")
    }
    #expect(row.adherentPatients == example.reaching)
    #expect(row.adherentShare == example.reachingShare)
    #expect(Array(row.ratios) == row.ratios.sorted())
  }

  private func isNear(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return ours == theirs }
    return abs(ours - theirs) <= 1e-12
  }

  @Test func rowsComeByGroupThenTaskThenPeriod() throws {
    var both = try record("P1", (20, 31), group: "B")
    both.tasks += try record("", (1, 2), task: "walk").tasks
    let records = [
      both, try record("P2", (4, 4), group: "A", task: "walk"), try record("P3", (3, 31)),
      try record("P4", (3, 31), group: "A"),
    ]
    let rows = try cohort(records, by: .week).rows
    let names = rows.map { "\($0.group ?? "-") \($0.task ?? "-") \($0.span.name)" }
    let order = [
      "- -", "- tablet", "- walk", "A -", "A tablet", "A walk", "B -", "B tablet", "B walk",
    ]
    let weeks = ["2024-W01", "2024-W02", "2024-W03", "2024-W04", "2024-W05"]
    #expect(names == order.flatMap { row in weeks.map { "\(row) \($0)" } })
  }

  @Test func groupsCountTheirOwn() throws {
    let records = [
      try record("P1", (4, 4), group: "A"), try record("P2", (1, 4), group: "B"),
      try record("P3", (2, 4), group: "A"), try record("P4", (0, 4)),
    ]
    let totals = try cohort(records).rows.filter { $0.scope == .total }
    #expect(totals.map(\.group) == [nil, "A", "B"])
    #expect(totals.map(\.patients) == [4, 2, 1])
    #expect(totals.map(\.pooled.done) == [7, 6, 1])
  }

  /// A patient without a task is not counted in its row; one without any task is counted without a ratio.
  @Test func patientsWithoutATask() throws {
    let idle = CareRecord(patient: try patient("P2"))
    let rows = try cohort([try record("P1", (4, 4)), idle]).rows
    #expect(rows.map(\.task) == [nil, "tablet"])
    #expect(rows.map(\.patients) == [2, 1])
    #expect(rows.map(\.patientsWithoutRatio) == [1, 0])
  }

  @Test func tasksThatDoNotImpactAreInTheirRowAlone() throws {
    var record = try record("P1", (2, 4))
    record.tasks[0].impactsAdherence = false
    let rows = try cohort([record]).rows
    #expect(rows.map(\.pooled.due) == [0, 4])
    #expect(rows.map(\.patientsWithoutRatio) == [1, 0])
  }

  @Test func otherPeriodsTrap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let query = AdherenceQuery(try days("2024-01-01", "2024-02-01"))
      var cohort = CohortAdherence(spans: CalendarPeriod.day.spans(of: query.range))
      cohort.add(CareRecord(patient: try patient()).adherence(query))
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("patient P1 has other periods"))
  }
}
