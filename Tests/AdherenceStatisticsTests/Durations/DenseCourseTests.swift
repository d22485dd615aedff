import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// A plan with a dose every second, and two: as many times of day as the day has seconds.
@Suite struct DenseCourseTests {
  private func record(elements: Int) throws -> CareRecord {
    let parts = (0..<elements).map { index in
      var element = ScheduleElement(
        "\(index)", from: CivilDateTime("2025-01-06T00:00:00") ?? .first)
      element.recurrence = .every(Period(seconds: 1))
      return element
    }
    let taken = (0..<3).map { second in
      Outcome(
        task: "drip",
        key: OccurrenceKey(
          element: "0",
          nominal: CivilDateTime(localSeconds: 1_736_121_600 + Int64(second))),
        time: Instant(seconds: 1_736_121_605 + Int64(second)))
    }
    return CareRecord(
      patient: Patient(id: "P1", zone: .utc),
      tasks: [CareTask(id: "drip", schedule: Schedule(parts))], outcomes: taken)
  }

  /// Doses are never planned less than a second apart.
  @Test(arguments: [1, 2]) func dosesEverySecond(_ elements: Int) throws {
    let query = AdherenceQuery(try day("2025-01-06")..<day("2025-01-07"))
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator().measures(of: try record(elements: elements), by: &evaluator)
    let timing = try #require(measures.tasks[0].timing)
    #expect(timing.regularity.count == 86_400)
    #expect(timing.interdose.count == 2)
    #expect(timing.interdose.near == 2)
    #expect(measures.tasks[0].taking.expected == 86_400 * elements)
    #expect(measures.tasks[0].taking.taken == 3)
  }

  /// Many slots are added up in one pass, to what a pass for each gives.
  @Test(arguments: [1, 2, 4, 5, 60]) func slotsAddUpInOnePass(_ count: Int) {
    let seconds = (0..<500).map { Int32($0 * 7919 % 86_400) }
    let slots = (0..<500).map { Int32($0 * 31 % count) }
    let sums = CircularSum.sums(of: seconds, by: slots, count: count)
    for slot in 0..<count {
      var sum = CircularSum()
      sum.add(seconds, where: slots, are: Int32(slot))
      #expect(sums[slot] == sum)
    }
  }
}
