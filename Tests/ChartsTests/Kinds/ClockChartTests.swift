import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

/// Events by hour: around the clock, and by weekday.
@Suite struct ClockChartTests {
  @Test func aClockHas24Bars() throws {
    var hours = [Int](repeating: 0, count: 24)
    (hours[8], hours[20], hours[23]) = (40, 38, 1)
    let chart = ChartData.clock(hours: hours, title: "Doses")
    #expect(chart.isSound && chart.kind == .clock)
    #expect(chart.series[0].points.map(\.y) == hours.map(Double.init))
    #expect(chart.series[0].points.map { $0.x / 3600 } == (0..<24).map(Double.init))
    #expect(chart.series[0].points.allSatisfy { $0.xEnd == $0.x + 3600 })
    #expect(
      chart.summary
        == "79 events; the most, 40, from 08:00 to 09:00; none in 21 of the 24 hours.")
    #expect(
      ChartData.clock(hours: [Int](repeating: 0, count: 24), title: "").summary
        == "No event at a known time was recorded.")
  }

  @Test func aClockHasNoOtherHours() async {
    await #expect(processExitsWith: .failure) { _ = ChartData.clock(hours: [1], title: "") }
  }

  /// The clock shows 01:30 twice in autumn; the night before the day boundary keeps its weekday.
  @Test func wallClockAndCalendar() throws {
    let tablet = try element(from: "2025-10-30T01:00")
    let events = ["2025-11-02T05:30:00Z", "2025-11-02T06:30:00Z", "2025-11-03T06:30:00Z"]
    let record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("tablet", .window, tablet)],
      outcomes: try events.map { try event($0) })
    let chart = ChartData.weekdayHours(
      of: try evaluation(
        record, "2025-10-30", "2025-11-10", boundary: "03:00", weekStart: .sunday), title: "")
    #expect(chart.isSound && chart.y.categories.first == "Sun")
    let cells = chart.series[0].points
    #expect(cells.count == 168 && cells.allSatisfy { $0.value != nil && $0.missing == nil })
    let counted = cells.filter { $0.value != 0 }
    #expect(counted.map(\.y) == [0, 1] && counted.map(\.x) == [3600, 3600])
    #expect(counted.map(\.value) == [2, 1])
    #expect(chart.summary == "3 events; the most, 2, on Sun from 01:00 to 02:00.")
  }

  @Test func hoursAreThoseOfTheCourse() throws {
    let query = try monitoringQuery(by: .day)
    var evaluator = AdherenceEvaluator(query)
    for record in try monitoredRecords().prefix(80) {
      try expectHours(record, query, &evaluator)
    }
  }

  @Test func hoursByChanceAreThoseOfTheCourse() throws {
    var random = try RandomRecords(seed: 315)
    for _ in 0..<60 {
      let (record, query) = (try random.record(), try random.query())
      var evaluator = AdherenceEvaluator(query)
      try expectHours(record, query, &evaluator)
    }
  }

  private func expectHours(
    _ record: CareRecord, _ query: AdherenceQuery, _ evaluator: inout AdherenceEvaluator
  ) throws {
    var hours: [String: [Int]] = [:]
    _ = evaluator.evaluate(CompiledRecord(record, query), options: .course) { course, _ in
      hours[course.task] = course.eventHours
    }
    for task in record.tasks {
      let chart = ChartData.weekdayHours(of: try record.evaluate(task, query), title: "")
      var sums = [Int](repeating: 0, count: 24)
      for cell in chart.series[0].points { sums[Int(cell.x) / 3600] += Int(cell.value ?? -1) }
      #expect(sums == hours[task.id])
    }
  }
}
