import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

/// The order in which named events are read does not matter.
@Suite struct NamedEventOrderTests {
  @Test(arguments: Array(1...5_000 as ClosedRange<UInt64>).sampled(100))
  func anyOrderGivesTheDefinition(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var events = NamedEventOrderTests.events(&random)
    let expected = NamedEventOrderTests.accepted(events)
    for _ in 0..<3 {
      events.shuffle(using: &random)
      let (record, rejected) = try NamedEventOrderTests.read(events)
      #expect(Set(record.namedEvents) == Set(expected))
      #expect(record.namedEvents == events.filter(expected.contains))
      #expect(rejected.map(\.event) == events.filter { !expected.contains($0) })
      #expect(rejected.allSatisfy { events[$0.place] == $0.event })
    }
  }

  /// Random versions of two events, none of an id recorded together.
  private static func events(_ random: inout Seeded) -> [NamedEvent] {
    (0..<8).map { index in
      let names = ["surgery", "surgery", "surgery", "discharge", "Surgery"]
      var event = NamedEvent(
        names.randomElement(using: &random) ?? "",
        at: .instant(Instant(seconds: Int64(index) * 3600)))
      event.id = ["a", "b"].randomElement(using: &random)
      event.recordedAt = Instant(seconds: Int64(index) * 60)
      event.isDeleted = Int.random(in: 0..<3, using: &random) == 0
      return event
    }
  }

  /// The versions that contradict none recorded before: events in the schedule's letter case and with one name, and
  /// withdrawals of events that were recorded.
  private static func accepted(_ events: [NamedEvent]) -> [NamedEvent] {
    var accepted: [NamedEvent] = []
    for event in events where event.name != "Surgery" {
      let own = accepted.filter { $0.id == event.id }
      guard own.allSatisfy({ $0.name == event.name }), !event.isDeleted || !own.isEmpty else {
        continue
      }
      accepted.append(event)
    }
    return accepted
  }

  private static func read(_ events: [NamedEvent]) throws -> (CareRecord, [RejectedEvent]) {
    var builder = RecordBuilder(Patient(id: "ann", zone: .utc))
    let visit = ScheduleElement("visit", after: EventAnchor(EventTime("surgery")))
    try builder.add(CareTask(id: "visit", schedule: Schedule([visit])))
    for (place, event) in events.enumerated() { try builder.add(event, at: place) }
    let rejected = builder.finish()
    return (builder.record, rejected)
  }
}
