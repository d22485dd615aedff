import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct CohortValuesChartTests {
  private let query: AdherenceQuery

  init() throws { query = AdherenceQuery(try days("2025-01-06", "2025-01-27"), by: .week) }

  /// A patient's weights, one a day, with an upper target.
  private func cohort(_ patients: [(amounts: [Double], high: Double?)]) throws -> CohortValues {
    var cohort = CohortValues()
    for (number, own) in patients.enumerated() {
      var weight = try element("weight", from: "2025-01-06T08:00")
      weight.targets =
        own.high.map {
          [ScheduleElement.Target(.atMost(.number($0)), units: "kg")]
        } ?? []
      let first = try at("2025-01-06T08:00:00Z")
      let record = CareRecord(
        patient: try patient("P\(number)"), tasks: [task("weight", .window, weight)],
        outcomes: own.amounts.enumerated().map { place, amount in
          Outcome(
            task: "weight", time: first.adding(seconds: Int64(place) * 86_400),
            values: [OutcomeValue(.number(amount), units: "kg")])
        })
      for series in try record.values(query) {
        cohort.add(
          series.summaries(over: query.spans), of: series.scope, over: query.spans,
          target: series.band)
      }
    }
    return cohort
  }

  private func chart(_ cohort: CohortValues) -> ChartData {
    .values(ofCohort: cohort.rows(over: Array(query.spans)), days: query.range, title: "weight")
  }

  /// The quantile of sorted numbers, interpolated linearly.
  private func quantile(_ share: Double, of numbers: [Double]) -> Double {
    let ascending = numbers.sorted()
    let place = share * Double(ascending.count - 1)
    let low = Int(place)
    let high = min(low + 1, ascending.count - 1)
    return ascending[low] + (place - Double(low)) * (ascending[high] - ascending[low])
  }

  @Test func quantilesAreThoseOfThePatientsMeans() throws {
    var random = Seeded(state: 8)
    let patients = (0..<25).map { _ in
      (
        amounts: (0..<Int.random(in: 1...14, using: &random)).map { _ in
          Double(Int.random(in: 60...120, using: &random))
        }, high: Double?.some(100)
      )
    }
    let chart = chart(try cohort(patients))
    #expect(chart.isSound && chart.y.unit == "kg" && chart.kind == .values)
    for (week, days) in [0..<7, 7..<14].enumerated() {
      let means = patients.compactMap { own -> Double? in
        let amounts = own.amounts.indices.filter(days.contains).map { own.amounts[$0] }
        return amounts.isEmpty ? nil : amounts.reduce(0, +) / Double(amounts.count)
      }
      let points = chart.series.map { $0.points[week] }
      let found = [points[0].y, points[1].y, points[2].y, points[1].yEnd, points[0].yEnd]
      for (share, value) in zip([0.05, 0.25, 0.5, 0.75, 0.95], found) {
        #expect(abs((value ?? 0) - quantile(share, of: means)) < 1e-9, "\(week) at \(share)")
      }
      #expect(chart.value("n", of: points[2]) == .number(Double(means.count)))
      #expect(points[2].x == query.range.lowerBound.adding(days: 7 * week).position)
    }
    // Nothing was recorded in the third week: that is missing, and not 0.
    #expect(chart.series.map { $0.points[2].y } == [nil, nil, nil])
    #expect(chart.series.map { $0.points[2].missing } == Array(repeating: "notRecorded", count: 3))
    #expect(chart.bands.map(\.label) == ["Target ≤ 100"])
    #expect(chart.bands.map(\.to) == [100])
  }

  @Test func targetsThatDifferAreNotDrawn() throws {
    for highs in [[100, 90], [100, nil], [nil, nil]] as [[Double?]] {
      #expect(chart(try cohort(highs.map { ([80, 90], $0) })).bands.isEmpty)
    }
    // Patients without values do not count.
    #expect(chart(try cohort([([80], 100), ([], 90)])).bands.count == 1)
  }

  @Test func noPatients() throws {
    let chart = chart(CohortValues())
    #expect(chart.isEmpty && chart.emptyReason == "No number was recorded.")
  }
}
