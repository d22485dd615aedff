import FHIR
import Scheduling
import TestSupport
import Testing

@Suite struct DrawnTimingTests {
  /// Days, slots, counts and ends of small random Timings match their definition.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func occurAsDefined(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<60 {
      let drawn = try DrawnTiming(&random)
      let plan = try plan(repeat: drawn.json, from: drawn.start, in: drawn.zone.id)
      let last = try #require(FHIRDateTime(drawn.start)).civil(in: drawn.zone).date.adding(
        days: 130)
      let end = drawn.zone.firstInstant(atOrAfter: CivilDateTime(date: last))
      let ours = compiled(plan.schedule, in: drawn.zone).starting(in: .earliest..<end).map(\.start)
      #expect(
        ours == (try drawn.occurrences(before: last)),
        "\(drawn.json) \(drawn.start) \(drawn.zone.id)")
      #expect(plan.parts.allSatisfy { ($0.kind == .day) == drawn.isAllDay })
      #expect(plan.notes.isEmpty)
    }
  }
}
