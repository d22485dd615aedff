import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct ComparisonTests {
  private let stretches: (before: Range<CivilDate>, after: Range<CivilDate>)

  init() throws {
    stretches = (try days("2025-01-01", "2025-02-01"), try days("2025-02-01", "2025-03-01"))
  }

  private func counts(_ completed: Int, of due: Int) -> Adherence {
    var counts = Adherence()
    (counts.due, counts.done, counts.missed) = (due, completed, due - completed)
    return counts
  }

  private func chart(_ rows: [ComparedAdherence], limit: Int = 60) -> ChartData {
    .comparison(of: rows, over: stretches, threshold: Share(4, of: 5), title: "", limit: limit)
  }

  private func number(_ name: String, of chart: ChartData, _ series: Int, _ row: Int) -> Double? {
    chart.value(name, of: chart.series[series].points[row])?.number
  }

  /// 56 of 70 minus 48 of 80 is 0.2; the difference has no interval for doses of one patient.
  @Test func onePatientByHand() throws {
    let chart = chart([
      ComparedAdherence(
        task: "med", title: "Tablet", before: counts(48, of: 80), after: counts(56, of: 70))
    ])
    #expect(chart.isSound)
    #expect(chart.y.categories == ["Tablet: +20 points"])
    #expect(chart.series.map(\.points.count) == [1, 1, 1])
    #expect(chart.series[0].points.map { [$0.x, $0.xEnd] } == [[0.6, 0.8]])
    #expect(chart.series[1].points[0].x == 0.6 && chart.series[2].points[0].x == 0.8)
    let fields = [
      "dueBefore": 80, "due": 70, "doneBefore": 48, "done": 56, "ratioBefore": 0.6,
      "ratio": 0.8, "n": nil,
    ]
    for (name, value) in fields { #expect(number(name, of: chart, 2, 0) == value, "\(name)") }
    #expect(
      ["differenceLower", "differenceUpper"].allSatisfy { number($0, of: chart, 2, 0) == nil })
    #expect(
      chart.summary == "2025-01-01 to 2025-01-31 beside 2025-02-01 to 2025-02-28: Tablet from 60 % "
        + "to 80 %, +20 points.")
    #expect(chart.references.map(\.at) == [0.8])
  }

  /// The mean of the per-patient differences, with its interval.
  @Test func patientsByHand() throws {
    var row = ComparedAdherence(cohort: "med", title: "med")
    let pairs = [(5, 10, 10, 10), (2, 10, 4, 10), (9, 10, 8, 10)]
    for (done, due, doneSince, dueSince) in pairs {
      row.add(before: counts(done, of: due), after: counts(doneSince, of: dueSince), .done)
    }
    // Nothing was due for one patient at first: the patient is in the counts only.
    row.add(before: Adherence(), after: counts(0, of: 7), .done)
    let chart = chart([row])
    let expected = Interval.mean(of: [1 - 0.5, 0.4 - 0.2, 0.8 - 0.9]).value
    #expect(number("n", of: chart, 2, 0) == 3)
    #expect(number("due", of: chart, 2, 0) == 37 && number("dueBefore", of: chart, 2, 0) == 30)
    #expect(abs((number("difference", of: chart, 2, 0) ?? 0) - 0.2) < 1e-12)
    #expect(number("differenceLower", of: chart, 2, 0) == expected?.lower)
    #expect(number("differenceUpper", of: chart, 2, 0) == expected?.upper)
    #expect(abs(chart.series[1].points[0].x - 1.6 / 3) < 1e-12)
  }

  /// A cohort that was due in one range only, or with different patients in each, has ratios and no
  /// difference.
  @Test func noPatientHasBoth() throws {
    func row(_ title: String, _ pairs: [(Adherence, Adherence)]) -> ComparedAdherence {
      var row = ComparedAdherence(cohort: title, title: title)
      for (before, after) in pairs { row.add(before: before, after: after, .done) }
      return row
    }
    let (none, half, all) = (Adherence(), counts(2, of: 4), counts(4, of: 4))
    let chart = chart([
      row("new", [(none, half), (none, all)]), row("old", [(half, none)]),
      row("other", [(half, none), (none, all)]),
    ])
    #expect(chart.isSound)
    #expect(
      chart.y.categories == [
        "new: nothing due before", "old: nothing due since", "other: no patient has both",
      ])
    #expect(chart.series[0].points.map(\.y) == [2])
    #expect(chart.series[1].points.map { [$0.x, $0.y] } == [[0.5, 1], [0.5, 2]])
    #expect(chart.series[2].points.map { [$0.x, $0.y] } == [[0.75, 0], [1, 2]])
    #expect(number("n", of: chart, 2, 1) == 0)
    #expect(number("difference", of: chart, 2, 1) == nil)
  }

  @Test func dueInOneRangeOnly() throws {
    let rows = [
      ComparedAdherence(task: "a", title: "a", before: Adherence(), after: counts(3, of: 4)),
      ComparedAdherence(task: "b", title: "b", before: counts(1, of: 4), after: Adherence()),
      ComparedAdherence(task: "c", title: "c", before: Adherence(), after: Adherence()),
    ]
    let chart = chart(rows)
    #expect(chart.isSound)
    #expect(chart.y.categories == ["a: nothing due before", "b: nothing due since"])
    #expect(chart.series.map(\.points.count) == [0, 1, 1])
    #expect(chart.series.map { $0.points.map(\.y) } == [[], [1], [0]])
    // Each row has its fields once.
    #expect(number("dueBefore", of: chart, 1, 0) == 4 && number("due", of: chart, 2, 0) == 4)
    #expect(chart.series[2].points[0].values.count == chart.fields.count)
    #expect(self.chart([rows[2]]).summary == "Nothing was due at either time.")
    #expect(self.chart([rows[2]]).isEmpty)
  }

  @Test func rowsHaveALimit() throws {
    let rows = (0..<90).map { place in
      ComparedAdherence(
        task: "\(place)", title: "\(place)", before: counts(1, of: 2), after: counts(place, of: 90))
    }
    let chart = chart(rows)
    #expect(chart.y.categories.count == 60 && chart.note == "The first 60 of 90 rows.")
    #expect(chart.reduction?.points == 90 && chart.pointCount <= chart.kind.pointLimit)
    #expect(chart.summary.hasSuffix("; and 54 more rows."))
  }
}
