import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct BreakdownTests {
  private func parts(_ record: CareRecord, by breakdown: Breakdown) throws -> [String] {
    let query = AdherenceQuery(try days("2025-01-06", "2025-01-13"))
    return record.parts(by: breakdown, query).map {
      "\($0.task ?? "-") \($0.name) \($0.adherence.done)/\($0.adherence.due)"
    }
  }

  /// A tablet twice a day and a walk on two days, in the week from Monday, January 6.
  private func record() throws -> CareRecord {
    let tablet = try element(from: "2025-01-01T08:00", at: ["20:00", "08:00"])
    var walk = ScheduleElement("walk", on: try day("2025-01-07"))
    walk.recurrence = .every(try period("P3D"))
    let early = try element("early", from: "2025-01-06T07:15:30", every: "P1W")
    return CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .keyed, tablet, early), task("exercise", .keyed, walk)],
      outcomes: [
        try outcome("tablet/2025-01-06T08:00"), try outcome("tablet/2025-01-07T08:00"),
        try outcome("tablet/2025-01-07T20:00"),
        try outcome("walk/2025-01-07T00:00", of: "exercise"),
      ])
  }

  @Test func elements() throws {
    let expected = ["tablet tablet 3/14", "tablet early 0/1", "exercise walk 1/2"]
    #expect(try parts(record(), by: .element) == expected)
  }

  @Test func slots() throws {
    let expected = [
      "tablet 07:15:30 0/1", "tablet 08:00 2/7", "tablet 20:00 1/7", "exercise all-day 1/2",
      "- all-day 1/2", "- 07:15:30 0/1", "- 08:00 2/7", "- 20:00 1/7",
    ]
    #expect(try parts(record(), by: .slot) == expected)
  }

  @Test func weekdays() throws {
    let weekdays = try parts(record(), by: .weekday)
    #expect(weekdays.count == 21)
    #expect(
      weekdays.prefix(3) == ["tablet monday 1/3", "tablet tuesday 2/2", "tablet wednesday 0/2"])
    #expect(
      weekdays[7...9] == ["exercise monday 0/0", "exercise tuesday 1/1", "exercise wednesday 0/0"])
    #expect(weekdays[14...15] == ["- monday 1/3", "- tuesday 3/3"])
  }

  @Test func tasksThatDoNotImpactAreInNoPartOfAll() throws {
    var record = try record()
    record.tasks[1].impactsAdherence = false
    let totals = try parts(record, by: .slot).filter { $0.hasPrefix("-") }
    #expect(totals == ["- 07:15:30 0/1", "- 08:00 2/7", "- 20:00 1/7"])
  }

  /// Parts add up to the whole, except for outcomes without an occurrence.
  @Test(arguments: Breakdown.allCases) func partsAddUp(_ breakdown: Breakdown) throws {
    var random = try RandomRecords(seed: 72)
    for _ in 0..<60 {
      let record = try random.record()
      let query = try random.query()
      let whole = record.adherence(query)
      let parts = record.parts(by: breakdown, query)
      for series in whole.tasks + (breakdown == .element ? [] : [whole.total]) {
        var sum = Adherence()
        for part in parts where part.task == series.task { sum.merge(part.adherence) }
        sum.unscheduled = series.periods[0].unscheduled
        sum.eventsTooSoon = series.periods[0].eventsTooSoon
        #expect(sum == series.periods[0])
      }
    }
  }
}
