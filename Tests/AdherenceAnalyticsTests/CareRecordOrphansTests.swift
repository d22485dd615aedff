import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct CareRecordOrphansTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var task = "tablet"
    /// A key, or a time.
    var text: String
    var isOrphan: Bool
  }

  static let examples = [
    Example(testDescription: "a key of the plan", text: "tablet/2024-10-20T08:00", isOrphan: false),
    Example(
      testDescription: "a time is nobody's orphan", text: "1999-01-01T08:00Z", isOrphan: false),
    Example(
      testDescription: "another time of day", text: "tablet/2024-10-20T08:01", isOrphan: true),
    Example(testDescription: "another element", text: "pill/2024-10-20T08:00", isOrphan: true),
    Example(
      testDescription: "another task", task: "walk", text: "tablet/2024-10-20T08:00",
      isOrphan: true),
    Example(
      testDescription: "before the task holds", text: "tablet/2024-10-14T08:00", isOrphan: true),
    Example(
      testDescription: "as the task begins to hold", text: "tablet/2024-10-15T08:00",
      isOrphan: false),
    Example(
      testDescription: "after the plan's end", text: "tablet/2024-11-20T08:00", isOrphan: true),
    Example(testDescription: "an excluded day", text: "tablet/2024-10-25T08:00", isOrphan: true),
    Example(
      testDescription: "a local time shown twice", text: "tablet/2024-11-03T01:30", isOrphan: false),
    Example(
      testDescription: "its second pass, which is not planned",
      text: "tablet/2024-11-03T01:30;fold=1", isOrphan: true),
  ]

  private func record() throws -> CareRecord {
    let tablet = try element(
      from: "2024-10-01T08:00", at: ["01:30", "08:00"], until: "2024-11-20T00:00")
    var task = CareTask(
      id: "tablet",
      schedule: Schedule([tablet], excluding: [Schedule.Exclusion(try day("2024-10-25"))]))
    task.effectiveFrom = try moment("2024-10-15T08:00")
    return CareRecord(patient: try patient(in: "America/New_York"), tasks: [task])
  }

  private func given(_ example: Example) throws -> Outcome {
    example.text.contains("/")
      ? try outcome(example.text, of: example.task) : try event(example.text, of: example.task)
  }

  @Test(arguments: examples) func orphans(_ example: Example) throws {
    var record = try record()
    record.outcomes = [try given(example)]
    #expect(record.orphans == (example.isOrphan ? [0] : []))
  }

  @Test func positionsAreThoseOfTheRecord() throws {
    var record = try record()
    record.outcomes = OutcomeTable(try Self.examples.map(given))
    #expect(record.orphans == Self.examples.indices.filter { Self.examples[$0].isOrphan })
  }

  /// Keys of many elements are looked up outcome by outcome, those of few element by element.
  @Test(arguments: [1, 16, 17, 40]) func elementsOfAnyNumber(_ count: Int) throws {
    let elements = try (0..<count).map { index in
      var element = try element(from: "2024-10-01T08:00", at: ["08:00"], until: "2024-10-08T00:00")
      element.id = "element\(index)"
      return element
    }
    var record = CareRecord(
      patient: try patient(in: "UTC"), tasks: [CareTask(id: "t", schedule: Schedule(elements))])
    let outcomes = try (6..<10).flatMap { day in
      try elements.map { try outcome("\($0.id)/2024-10-0\(day)T08:00", of: "t") }
    }
    record.outcomes = OutcomeTable(outcomes)
    #expect(record.orphans == Array(2 * count..<4 * count))
  }

  /// Every report has the orphans of the record.
  @Test func reportsAgree() throws {
    var random = try RandomRecords(seed: 41)
    var count = 0
    for turn in 0..<120 {
      var record = try random.record()
      if turn >= 60 { try random.edit(&record) }
      var query = try random.query()
      query.asOf = try at("2026-01-01T00:00:00Z")
      var orphans = record.orphans
      count += orphans.count
      for id in record.taskIDs {
        let task = try #require(record.tasks.first { $0.id == id })
        let positions = record.outcomes.indices.filter { record.outcomes[$0].task == task.id }
        for (position, disposition) in zip(positions, try record.evaluate(task, query).dispositions)
        {
          #expect((disposition == .orphaned) == orphans.contains(position))
          orphans.removeAll { $0 == position }
        }
      }
      #expect(orphans.isEmpty)
    }
    #expect(count > 0)
  }
}
