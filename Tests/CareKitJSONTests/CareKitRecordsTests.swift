import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct CareKitRecordsTests {
  @Test(arguments: GoldenCase.all) func outcomesAreThoseOf(_ golden: GoldenCase) throws {
    let record = try #require(try entries(CareKitRecords([golden.path])).first).record
    let outcomes = record.outcomes.map { GoldenCase.ExpectedOutcome($0) }
    #expect(Set(outcomes) == Set(golden.outcomes))
    #expect(outcomes.count == golden.outcomes.count)
    #expect(record.patient.zone.id == golden.zone)
  }

  @Test(arguments: GoldenCase.all) func problemsAreThoseOf(_ golden: GoldenCase) throws {
    let found = try problems(CareKitRecords([golden.path])).map { error in
      GoldenCase.Problem(
        path: error.field ?? "", kind: error.problem.kind,
        rejected: error.problem.keepsRecord ? nil : true)
    }
    #expect(found.sorted { $0.path < $1.path } == golden.problems)
  }

  @Test(arguments: GoldenCase.all) func eventsAreThoseOf(_ golden: GoldenCase) throws {
    let record = try #require(try entries(CareKitRecords([golden.path])).first).record
    let events = try record.tasks.indices.flatMap { try self.events(of: record, at: $0, golden) }
    #expect(Set(events) == Set(golden.events))
    #expect(events.count == golden.events.count)
  }

  /// The events of a version while it is in force.
  private func events(
    of record: CareRecord, at place: Int, _ golden: GoldenCase
  ) throws -> [GoldenCase.Event] {
    let (task, zone) = (record.tasks[place], record.patient.zone)
    func effective(_ task: CareTask) -> Instant {
      task.effectiveFrom?.instant(in: zone) ?? .earliest
    }
    // A later version takes precedence from its effective date.
    let later = record.tasks.dropFirst(place + 1).filter { $0.id == task.id }.map(effective).min()
    let ends = [try at(golden.to), later, task.deletedAt?.instant(in: zone)].compactMap(\.self)
    let range = max(try at(golden.from), effective(task))..<(try #require(ends.min()))
    guard !range.isEmpty else { return [] }
    let occurrences = try Occurrences(of: task.schedule, in: zone)
    let lowered = try LoweredSchedule(task.schedule, in: zone, expanding: nil)
    let rows = occurrences.starting(in: range)
    let indices = EventIndices(lowered.elements).indices(of: rows.map(occurrences.key))
    return rows.map { row in
      let key = occurrences.key(of: row)
      return GoldenCase.Event(
        task: task.id, index: indices[key] ?? -1, element: key.element,
        nominal: key.nominal.description, start: row.start.description,
        end: occurrences.end(of: row).description)
    }
  }
}
