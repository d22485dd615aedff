import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The expectations of BridgeServer's tests of assessment sessions, `Datasets/golden/bridge`.
///
/// A session follows an event of the patient; its window extends from one day after the event to another. A
/// started one is partly done, and one whose event never happened is not an occurrence.
@Suite struct BridgeGoldenTests {
  /// The states of Bridge, with the corresponding ones here.
  static let states: [String: OccurrenceState] = [
    "NOT_YET_AVAILABLE": .upcoming, "UNSTARTED": .open, "STARTED": .started,
    "COMPLETED": .done, "ABANDONED": .partial, "EXPIRED": .missed, "DECLINED": .declined,
  ]

  /// The state here; `nil` for sessions that are not occurrences.
  private func state(_ name: String) throws -> OccurrenceState? {
    if name == "NOT_APPLICABLE" { return nil }
    let state: OccurrenceState = try #require(Self.states[name])
    return state
  }

  private struct File<Case: Decodable>: Decodable {
    var cases: [Case]
  }

  private static func cases<Case: Decodable>(_ name: String, of type: Case.Type) throws -> [Case] {
    let file = datasets.appending(path: "golden/bridge/\(name).json")
    return try JSONDecoder().decode(File<Case>.self, from: Data(contentsOf: file)).cases
  }

  /// The differences from Bridge.
  ///
  /// - Bridge's percentage is 100 if nothing was offered; here the ratio is missing, since nothing was due. If that is
  ///   because no event happened, the reason is `eventMissing`.
  /// - Bridge truncates percentages to integers; here they are exact.
  /// - A session of Bridge without an expiration is open until the end of its study; here a window has a length of
  ///   its own, so that this case is not evaluated.
  /// - Bridge has no time zones and whole days only; here the days are those of the patient's clock.
  private static let differences = (emptyPercentages: 4, withoutExpiration: 1)

  /// The day of the event.
  private func event() throws -> CivilDate { try day("2024-01-10") }

  /// A session that is open from one day after an event to another, both included.
  private func session(
    _ id: String, from start: Int, through end: Int, after event: String = "enrolment"
  ) throws -> ScheduleElement {
    var session = try session(id, onDay: start, at: .midnight, after: event)
    session.window = ScheduleElement.Window(closesAfter: ISODuration(days: end - start + 1))
    session.targets = [ScheduleElement.Target(1)]
    return session
  }

  private func session(
    _ id: String, onDay day: Int, at time: CivilTime, after event: String = "enrolment"
  ) throws -> ScheduleElement {
    let offset = try #require(EventOffset("P\(day)D"))
    return ScheduleElement(
      id, after: EventAnchor(EventTime(event, offset: offset, at: time), which: .first))
  }

  private func outcome(
    _ id: String, onDay day: Int, done: Double, isDeclined: Bool
  ) throws -> Outcome {
    let nominal = CivilDateTime(date: try event().adding(days: day), time: .midnight)
    return Outcome(
      task: "study", key: OccurrenceKey(element: "\(id)@enrolment#1", nominal: nominal),
      values: [OutcomeValue(.number(done))], status: isDeclined ? .declined : .completed)
  }

  private func record(
    _ sessions: [ScheduleElement], _ outcomes: [Outcome] = [], isEnrolled: Bool = true
  ) throws -> CareRecord {
    var study = CareTask(id: "study", schedule: Schedule(sessions))
    study.matching = .keyed
    var record = CareRecord(patient: try patient(), tasks: [study], outcomes: outcomes)
    if isEnrolled {
      record.namedEvents = [NamedEvent("enrolment", at: .local(CivilDateTime(date: try event())))]
    }
    return record
  }

  private func evaluate(_ record: CareRecord, asOf: Instant) throws
    -> (states: [OccurrenceState], whole: Adherence, reason: MissingRatio?)
  {
    var query = AdherenceQuery(try event().adding(days: -30)..<event().adding(days: 60))
    query.scoring = .summed
    query.denominator = .offered
    query.asOf = asOf
    let dated = record.dated(asOf: asOf)
    let states = try dated.evaluate(dated.tasks[0], query).scored.map(\.state)
    let total = record.adherence(query).total
    return (states, total.periods[0], total.ratioMissing(at: 0))
  }

  /// The first and the last second of a day after the event.
  private func moments(ofDay number: Int) throws -> [Instant] {
    let day = try event().adding(days: number)
    return [
      Zone.utc.firstInstant(atOrAfter: CivilDateTime(date: day, time: .midnight)),
      Zone.utc.firstInstant(
        atOrAfter: CivilDateTime(date: day.adding(days: 1), time: .midnight)
      ).adding(seconds: -1),
    ]
  }
}

extension BridgeGoldenTests {
  private struct StateCase: Decodable {
    struct Record: Decodable {
      var started, finished, declined: Bool
    }

    var name: String
    var record: Record?
    var startDay, endDay: Int
    var daysSinceEvent: Int?
    var expected: String
  }

  @Test func sessionStates() throws {
    let cases = try Self.cases("session_state", of: StateCase.self)
    #expect(cases.count == 18)
    for example in cases {
      let expected = try state(example.expected)
      let session = try session("session", from: example.startDay, through: example.endDay)
      let record = example.record
      let isThere = record.map { $0.started || $0.finished || $0.declined } == true
      let done = record?.finished == true ? 1 : 0.5
      let outcome = try outcome(
        "session", onDay: example.startDay, done: done, isDeclined: record?.declined == true)
      for asOf in try moments(ofDay: example.daysSinceEvent ?? 0) {
        let isEnrolled = example.daysSinceEvent != nil
        let record = try self.record(
          [session], isThere ? [outcome] : [], isEnrolled: isEnrolled)
        let (states, _, reason) = try evaluate(record, asOf: asOf)
        #expect(states == (expected.map { [$0] } ?? []), "\(example.name)")
        #expect((reason == .eventMissing) == !isEnrolled, "\(example.name)")
      }
    }
  }
}

extension BridgeGoldenTests {
  private struct PercentCase: Decodable {
    struct Stream: Decodable {
      var windows: [String]
    }

    var expectedPercent: Int
    var streams: [Stream]
  }

  /// A record in which sessions are in given states on the fifth day after the event.
  private func evaluate(_ names: [String]) throws
    -> (states: [OccurrenceState], whole: Adherence, reason: MissingRatio?)
  {
    var sessions: [ScheduleElement] = []
    var outcomes: [Outcome] = []
    for (index, name) in names.enumerated() {
      guard let state = try state(name) else {
        sessions.append(try session("\(index)", from: 1, through: 9, after: "withdrawal"))
        continue
      }
      let days = state == .upcoming ? 6...7 : [.partial, .missed].contains(state) ? 1...4 : 1...9
      let session = try session(
        "\(index)", from: days.lowerBound, through: days.upperBound)
      sessions.append(session)
      if [.started, .partial, .done, .declined].contains(state) {
        let done = state == .done ? 1 : 0.5
        outcomes.append(
          try outcome(
            "\(index)", onDay: days.lowerBound, done: done, isDeclined: state == .declined))
      }
    }
    return try evaluate(try record(sessions, outcomes), asOf: try moments(ofDay: 5)[0])
  }

  @Test func percentages() throws {
    let cases = try Self.cases("adherence_percent", of: PercentCase.self)
    #expect(cases.count == 16)
    var empty = 0
    for example in cases {
      let names = example.streams.flatMap(\.windows)
      let (states, whole, reason) = try evaluate(names)
      let wanted = try names.compactMap(state)
      #expect(states.count { $0 == .done } == wanted.count { $0 == .done })
      #expect(Set(states) == Set(wanted), "\(names)")
      if whole.due == 0 {
        #expect(example.expectedPercent == 100 && whole.ratio == nil, "\(names)")
        let isWaiting = !names.isEmpty && names.allSatisfy { $0 == "NOT_APPLICABLE" }
        #expect((reason == .eventMissing) == isWaiting, "\(names)")
        empty += 1
      } else {
        #expect(100 * whole.done / whole.due == example.expectedPercent, "\(names)")
      }
    }
    #expect(empty == Self.differences.emptyPercentages)
  }
}

extension BridgeGoldenTests {
  private struct ProgressCase: Decodable {
    var expected: String
    var windows: [String]
  }

  /// Bridge's progress of a study follows from the states of its sessions.
  @Test func progress() throws {
    let cases = try Self.cases("progress", of: ProgressCase.self)
    #expect(cases.count == 8)
    for example in cases {
      let states = try evaluate(example.windows).states
      let isRunning = states.contains { [.upcoming, .open, .started, .overdue].contains($0) }
      let progress = states.isEmpty ? "UNSTARTED" : isRunning ? "IN_PROGRESS" : "DONE"
      #expect(progress == example.expected, "\(example.windows)")
    }
  }
}

extension BridgeGoldenTests {
  private struct EndCase: Decodable {
    var startTime: String
    var startDay: Int
    var expiration: String?
    var expectedEndDay: Int
  }

  /// The last day on which an outcome is on time.
  @Test func endDays() throws {
    let cases = try Self.cases("end_day", of: EndCase.self)
    #expect(cases.count == 22)
    #expect(cases.count { $0.expiration == nil } == Self.differences.withoutExpiration)
    for example in cases {
      guard let expiration = example.expiration else { continue }
      var session = try session(
        "session", onDay: example.startDay, at: try #require(CivilTime(example.startTime)))
      session.window = ScheduleElement.Window(closesAfter: try period(expiration))
      let record = try record([session]).dated()
      let query = AdherenceQuery(try event()..<event().adding(days: 60))
      let scored = try record.evaluate(record.tasks[0], query).scored
      let expiry = try #require(scored.first).window.expiry
      let last = Zone.utc.civil(at: expiry.adding(seconds: -1)).date
      #expect(last - (try event()) == example.expectedEndDay, "\(example)")
    }
  }
}
