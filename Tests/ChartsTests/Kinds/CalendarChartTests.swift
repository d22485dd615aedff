import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarChartTests {
  /// Two tablets a day in New York around the clock change of March 2025, with every state of a
  /// day.
  private func world() throws -> CareRecord {
    let tablet = try element(
      from: "2025-03-03T08:00", at: ["08:00", "20:00"], until: "2025-03-15",
      window: try window(opens: "PT2H", closes: "PT2H", late: "PT4H"))
    let times = [
      "03T08:05", "03T20:00", "04T08:00", "06T11:30", "06T20:10", "09T08:00", "09T19:00",
      "13T08:00",
    ]
    var outcomes = try times.map { try event("2025-03-\($0)", in: "America/New_York") }
    for time in ["10T08:00", "10T20:00"] {
      outcomes.append(try event("2025-03-\(time)", in: "America/New_York", status: .declined))
    }
    var record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("tablet", .window, tablet)],
      outcomes: outcomes)
    record.holds = [
      Hold(from: try moment("2025-03-07T00:00"), to: try moment("2025-03-09T00:00"))
    ]
    return record
  }

  @Test func everyStateOfADay() throws {
    let chart = ChartData.calendar(
      of: try evaluation(world(), "2025-03-01", "2025-03-18", asOf: "2025-03-13T14:00:00Z"),
      title: "Tablet")
    #expect(chart.isSound)
    let days = Dictionary(
      uniqueKeysWithValues: chart.series.map { series in
        (series.name, series.points.map { $0.label.map { String($0.dropFirst(8)) } })
      })
    #expect(
      days == [
        "Done": ["03: 2 of 2", "09: 2 of 2"], "Done late": ["06: 2 of 2"],
        "In part": ["04: 1 of 2"], "Missed": ["05: 0 of 2", "11: 0 of 2", "12: 0 of 2"],
        "Declined": ["10: declined"], "On hold": ["07: on hold", "08: on hold"],
        "Not over yet": ["13: 1 of 2 so far", "14: 0 of 2 so far"],
        "Nothing due": ["01", "02", "15", "16", "17"].map { "\($0): nothing due" },
      ])
    #expect(chart.summary.hasPrefix("17 days: 2 done, 1 done late, 1 in part, 3 missed"))
  }

  /// A quota is due on the last day of its period; on the others its uses are shown.
  @Test func aQuotaIsDueAtTheEndOfItsPeriod() throws {
    var walk = try element("walk", from: "2025-03-03", every: nil, until: "2025-03-31")
    walk.recurrence = .quota(Quota(2, per: try period("P1W")))
    let record = CareRecord(
      patient: try patient(), tasks: [task("walk", .window, walk)],
      outcomes: try ["03", "09", "11"].map { try event("2025-03-\($0)T09:00", of: "walk") })
    let chart = ChartData.calendar(
      of: try evaluation(record, "2025-03-03", "2025-03-31", asOf: "2025-03-25T00:00:00Z"),
      title: "")
    let days = Dictionary(
      uniqueKeysWithValues: chart.series.map { series in
        (series.name, series.points.compactMap { $0.label.map { String($0.dropFirst(8)) } })
      })
    #expect(days["Quota reached"] == ["09: 2 of 2 in the period"])
    #expect(days["Quota reached in part"] == ["16: 1 of 2 in the period"])
    #expect(days["Nothing in the period"] == ["23: 0 of 2 in the period"])
    #expect(days["Not over yet"] == ["30: 0 of 2 in the period so far"])
    #expect(days["Counts towards the quota"] == ["03: 1 use", "11: 1 use"])
    #expect(days["Nothing due"]?.count == 22)
  }

  @Test func weeksStartOnTheGivenDay() throws {
    let evaluation = try evaluation(world(), "2025-03-01", "2025-03-18", weekStart: .sunday)
    let chart = ChartData.calendar(of: evaluation, title: "")
    #expect(chart.y.categories == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    for point in chart.series.flatMap(\.points) {
      let date = try day(String(try #require(point.label).prefix(10)))
      #expect(point.day.weekday == .sunday && point.xEnd == point.x + 7)
      #expect(point.day.adding(days: Int(point.y ?? -1)) == date)
    }
    #expect(chart.x.range == (try day("2025-02-23")).position...(try day("2025-03-23")).position)
  }

  @Test func daysBeginAtTheBoundary() throws {
    let tablet = try element(from: "2025-03-04T00:20", until: "2025-03-07")
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: [try event("2025-03-04T01:00")])
    let chart = ChartData.calendar(
      of: try evaluation(
        record, "2025-03-03", "2025-03-06", asOf: "2025-03-07T00:00:00Z", boundary: "04:00"),
      title: "")
    #expect(chart.series("Done")?.points.map(\.label) == ["2025-03-03: 1 of 1"])
    #expect(chart.series("Missed")?.points.count == 2)
  }

  @Test func asNeededUsesAreShown() throws {
    var puffer = try element("puffer", from: "2025-03-01", every: nil)
    puffer.recurrence = .asNeeded(UseCaps())
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .window, puffer)],
      outcomes: [try event("2025-03-02T10:00"), try event("2025-03-02T15:00")])
    let chart = ChartData.calendar(
      of: try evaluation(record, "2025-03-01", "2025-03-04"), title: "")
    #expect(chart.series("Used")?.points.map(\.label) == ["2025-03-02: 2 uses"])
    #expect(chart.series("Nothing due")?.points.count == 2)
  }

  /// Each day of random records, computed from its occurrences one by one.
  @Test func statesAreThoseOfTheOccurrences() throws {
    var seen: Set<String> = []
    for evaluation in try randomEvaluations(seed: 313) {
      let chart = ChartData.calendar(of: evaluation, title: "")
      #expect(chart.isSound)
      #expect(
        chart.pointCount == evaluation.query.range.upperBound - evaluation.query.range.lowerBound)
      for series in chart.series {
        seen.insert(series.name)
        for point in series.points {
          let date = try day(String(try #require(point.label).prefix(10)))
          #expect(series.name == state(of: date, evaluation), "\(date)")
        }
      }
    }
    #expect(seen.count == 8)
  }

  /// The state of a day by definition.
  private func state(of date: CivilDate, _ evaluation: TaskEvaluation) -> String {
    var planned = evaluation.scored.filter { $0.day == date && $0.state != .cancelled }
    if planned.isEmpty { return "Nothing due" }
    planned.removeAll { $0.state == .onHold }
    if planned.isEmpty { return "On hold" }
    let excused = planned.filter { $0.state == .declined }
    if evaluation.query.excusesDeclined { planned.removeAll { $0.state == .declined } }
    if planned.isEmpty { return excused.isEmpty ? "Nothing due" : "Declined" }
    let isOver = planned.allSatisfy { occurrence in
      switch (occurrence.state, evaluation.query.denominator) {
      case (.started, _), (.upcoming, _), (.open, _), (.overdue, _): false
      case (_, .planned): true
      case (_, .offered): occurrence.window.open <= evaluation.asOf
      case (_, .elapsed): occurrence.window.expiry <= evaluation.asOf
      }
    }
    if !isOver { return "Not over yet" }
    if planned.allSatisfy({ $0.state == .done }) {
      let isLate = planned.contains { $0.timing == .late || $0.timing == .expired }
      return isLate ? "Done late" : "Done"
    }
    if planned.contains(where: { $0.progress > 0 }) { return "In part" }
    return planned.allSatisfy { $0.state == .declined } ? "Declined" : "Missed"
  }

  @Test func theLatestDaysAreKept() throws {
    let evaluation = try evaluation(
      world(), "2020-01-01", "2025-06-01", asOf: "2025-06-01T12:00:00Z")
    let chart = ChartData.calendar(of: evaluation, title: "")
    #expect(chart.pointCount == 1_100)
    #expect(chart.reduction == ChartReduction(.latest, points: 1_978, limit: 1_100))
    #expect(chart.series("Missed")?.points.last?.label == "2025-03-14: 0 of 2")
    #expect(chart.summary.hasPrefix("The latest 1,100 days"))
  }

  /// Omitted days do not change the days that are kept.
  @Test func theLatestDaysAreThoseOfAllDays() throws {
    for evaluation in try randomEvaluations(seed: 314) {
      let all = ChartData.calendar(of: evaluation, title: "")
      let labels = all.series.flatMap { series in
        series.points.map { (series.name, $0.label ?? "") }
      }.sorted { $0.1 < $1.1 }
      let last = labels.lastIndex { $0.0 != "Nothing due" } ?? labels.count - 1
      for limit in [1, 3, labels.count] {
        let end = max(limit, last + 1)
        let kept = labels.count > limit ? labels[end - limit..<end] : labels[...]
        let some = ChartData.calendar(of: evaluation, title: "", limit: limit)
        let shown = some.series.flatMap { series in
          series.points.map { "\(series.name) \($0.label ?? "")" }
        }
        #expect(Set(shown) == Set(kept.map { "\($0.0) \($0.1)" }))
      }
    }
  }
}
