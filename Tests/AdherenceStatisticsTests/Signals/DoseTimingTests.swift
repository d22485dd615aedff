import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// A plan with a dose every second, and two: as many times of day as the day has seconds.
@Suite struct DoseTimingTests {
  private func record(elements: Int) throws -> CareRecord {
    let parts = (0..<elements).map { index in
      var element = ScheduleElement(
        "\(index)", from: CivilDateTime("2025-01-06T00:00:00") ?? .first)
      element.recurrence = .every(ISODuration(seconds: 1))
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
}
