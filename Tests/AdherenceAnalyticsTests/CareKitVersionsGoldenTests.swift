import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The events of edited tasks in CareKit 4.0.0, `Datasets/golden/carekit/versions.json`.
///
/// A query there includes overlapping events, also those that end as it begins; indices count the occurrences
/// of one version's schedule from its start.
@Suite struct CareKitVersionsGoldenTests {
  /// The result here for a case that CareKit gets wrong, and the reason.
  struct Answer {
    /// Each version with the indices of its events.
    var events: [(version: String, indices: ClosedRange<Int>)]
    var reason: String
  }

  static let answers = [
    "ver-effective-mid-event": Answer(
      events: [("V1", 8...9), ("V2", 10...10)],
      reason: "08:00 was planned before the edit at 08:30 came into force, and happens once"),
    "ver-effective-equals-event-end": Answer(
      events: [("V1", 8...9), ("V2", 10...10)],
      reason: "what has ended as a version comes into force is the version's before"),
    "ver-out-of-order": Answer(
      events: [("V1", 0...3), ("V3", 4...18)],
      reason: "V3 was recorded last and holds from before V2, which it replaces wholly"),
    "ver-out-of-order-query-before-v2": Answer(
      events: [("V1", 0...3), ("V3", 4...6)],
      reason: "a plan is one chain, whatever the query; nothing comes twice or after its end"),
    "ver-long-event-over-boundary": Answer(
      events: [("V1", 1...2), ("V2", 3...4)],
      reason: "what began under V1 and lasts into V2 is V1's alone"),
  ]

  @Test func everyValidCaseAgrees() throws {
    let cases = try VersionsCase.all().filter { $0.suspect == nil }
    for example in cases { #expect(try example.found() == example.expected, "\(example.id)") }
    #expect(cases.count == 8)
  }

  @Test func suspectCasesHaveOurAnswers() throws {
    let cases = try VersionsCase.all().filter { $0.suspect != nil }
    #expect(Set(cases.map(\.id)) == Set(Self.answers.keys))
    for example in cases {
      let answer = try #require(Self.answers[example.id])
      let events = answer.events.flatMap { version, indices in indices.map { "\(version) \($0)" } }
      #expect(
        try example.found().map { "\($0.version) \($0.occurrence)" } == events,
        "\(example.id): \(answer.reason)")
    }
  }

  /// Events in both results have the same time in both.
  @Test func suspectCasesAgreeOnCommonEvents() throws {
    for example in try VersionsCase.all() where example.suspect != nil {
      let known = Dictionary(
        grouping: example.expected, by: { "\($0.version) \($0.occurrence)" })
      for event in try example.found() {
        if let same = known["\(event.version) \(event.occurrence)"] {
          #expect(same.allSatisfy { $0 == event }, "\(example.id)")
        }
      }
    }
  }
}

/// A case of the file.
private struct VersionsCase: Decodable {
  var id: String
  var timeZone: String
  var versions: [Version]
  var query: Query
  var expected: [Event]
  var suspect: [Suspect]?

  struct Suspect: Decodable {
    var code: String
  }

  struct Query: Decodable {
    var from: String
    var to: String
  }

  struct Event: Decodable, Equatable {
    var version: String
    var start: String
    var end: String
    var occurrence: Int
  }

  struct Version: Decodable {
    var name: String
    var effectiveDate: String
    var elements: [Element]
  }

  struct Element: Decodable {
    var start: String
    var end: String?
    var interval: [String: Int]
    var duration: Length
  }

  /// Seconds, or `allDay`.
  enum Length: Decodable {
    case seconds(Int)
    case allDay

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self = (try? value.decode(Int.self)).map { .seconds($0) } ?? .allDay
    }
  }

  private struct File: Decodable {
    var cases: [VersionsCase]
  }

  static func all() throws -> [VersionsCase] {
    let file = datasets.appending(path: "golden/carekit/versions.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  }
}

extension VersionsCase {
  /// The versions were recorded in the order of the file.
  private func record() throws -> CareRecord {
    let tasks = try versions.enumerated().map { position, version in
      var task = CareTask(
        id: "task", schedule: Schedule(try version.elements.map { try $0.lowered }))
      task.title = version.name
      task.effectiveFrom = .instant(try at(version.effectiveDate))
      task.recordedAt = try at("2024-01-01T00:00Z").adding(seconds: Int64(position))
      return task
    }
    return CareRecord(patient: try patient(in: timeZone), tasks: tasks)
  }

  /// The events that overlap the query, or end as it begins.
  func found() throws -> [Event] {
    let record = try record()
    let plan = try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-01", "2024-02-01"))
    ).plan
    let (from, to) = (try at(query.from), try at(query.to))
    return plan.starting(in: .earliest..<to).filter { end(of: $0, plan) >= from }.map {
      event($0, of: plan)
    }
  }

  /// All-day events end a second before the next day.
  private func end(of row: Occurrence, _ plan: TaskPlan) -> Instant {
    let isAllDay = plan.element(at: row.element).isAllDay
    return plan.end(of: row).adding(seconds: isAllDay ? -1 : 0)
  }

  private func event(_ row: Occurrence, of plan: TaskPlan) -> Event {
    let task = plan.parts[plan.part(ofElement: row.element)].task
    let whole = compiled(task.schedule, in: plan.zone)
    let position = whole.occurrence(for: plan.key(of: row)).map(whole.index(of:))
    return Event(
      version: task.title ?? "", start: "\(row.start)", end: "\(end(of: row, plan))",
      occurrence: position ?? -1)
  }
}

extension VersionsCase.Element {
  fileprivate var lowered: ScheduleElement {
    get throws {
      var element = ScheduleElement("element", from: .instant(try at(start)))
      element.end = try end.map { .instant(try at($0)) }
      switch duration {
      case .allDay: element.isAllDay = true
      case .seconds(let seconds): element.duration = ISODuration(seconds: seconds)
      }
      element.recurrence = .every(ISODuration(days: interval["d"] ?? 0))
      return element
    }
  }
}
