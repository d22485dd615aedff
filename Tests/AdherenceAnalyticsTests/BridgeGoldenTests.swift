import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The expectations of BridgeServer's tests of assessment sessions, `Datasets/golden/bridge`.
///
/// A session is an occurrence whose window extends from one day to another, counted from an event. A started
/// one is partly done; one whose event never happened is not an occurrence.
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

  /// The day of the event.
  private func event() throws -> CivilDate { try day("2024-01-10") }

  /// An occurrence that is open from one day to another, both included.
  private func session(_ id: String, from start: Int, through end: Int) throws -> ScheduleElement {
    var session = ScheduleElement(
      id, from: CivilDateTime(date: try event().adding(days: start), time: .midnight))
    session.window = ScheduleElement.Window(closesAfter: ISODuration(days: end - start + 1))
    session.targets = [ScheduleElement.Target(1)]
    return session
  }

  private func outcome(of session: ScheduleElement, done: Double, isDeclined: Bool) -> Outcome {
    let nominal = session.start.civil(in: .utc)
    return Outcome(
      task: "study", key: OccurrenceKey(element: session.id, nominal: nominal),
      values: [OutcomeValue(.number(done))], status: isDeclined ? .declined : .completed)
  }

  private func evaluate(_ sessions: [ScheduleElement], _ outcomes: [Outcome], asOf: Instant) throws
    -> (states: [OccurrenceState], whole: Adherence)
  {
    var study = CareTask(id: "study", schedule: Schedule(sessions))
    study.matching = .keyed
    let record = CareRecord(patient: try patient(), tasks: [study], outcomes: outcomes)
    var query = AdherenceQuery(try event().adding(days: -30)..<event().adding(days: 60))
    query.scoring = .summed
    query.denominator = .offered
    query.asOf = asOf
    let states = try record.evaluate(study, query).scored.map(\.state)
    return (states, record.adherence(query).total.periods[0])
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
      let outcome = outcome(of: session, done: done, isDeclined: record?.declined == true)
      for asOf in try moments(ofDay: example.daysSinceEvent ?? 0) {
        let sessions = example.daysSinceEvent == nil ? [] : [session]
        let states = try evaluate(sessions, isThere ? [outcome] : [], asOf: asOf).states
        #expect(states == (expected.map { [$0] } ?? []), "\(example.name)")
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
  private func evaluate(_ names: [String]) throws -> (states: [OccurrenceState], whole: Adherence) {
    var sessions: [ScheduleElement] = []
    var outcomes: [Outcome] = []
    for (index, name) in names.enumerated() {
      guard let state = try state(name) else { continue }
      let days = state == .upcoming ? 6...7 : [.partial, .missed].contains(state) ? 1...4 : 1...9
      let session = try session(
        "\(index)", from: days.lowerBound, through: days.upperBound)
      sessions.append(session)
      if [.started, .partial, .done, .declined].contains(state) {
        let done = state == .done ? 1 : 0.5
        outcomes.append(outcome(of: session, done: done, isDeclined: state == .declined))
      }
    }
    return try evaluate(sessions, outcomes, asOf: try moments(ofDay: 5)[0])
  }

  /// Bridge truncates percentages, and reports 100 if nothing was offered, which does not occur here.
  @Test func percentages() throws {
    let cases = try Self.cases("adherence_percent", of: PercentCase.self)
    #expect(cases.count == 16)
    var empty = 0
    for example in cases {
      let names = example.streams.flatMap(\.windows)
      let (states, whole) = try evaluate(names)
      let wanted = try names.compactMap(state)
      #expect(states.count { $0 == .done } == wanted.count { $0 == .done })
      #expect(Set(states) == Set(wanted), "\(names)")
      if whole.due == 0 {
        #expect(example.expectedPercent == 100 && whole.ratio == nil, "\(names)")
        empty += 1
      } else {
        #expect(100 * whole.done / whole.due == example.expectedPercent, "\(names)")
      }
    }
    #expect(empty == 4)
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
  ///
  /// Without an expiration a session lasts until the end of its study, which elements do not represent.
  @Test func endDays() throws {
    let cases = try Self.cases("end_day", of: EndCase.self)
    #expect(cases.count == 22)
    #expect(cases.count { $0.expiration == nil } == 1)
    for example in cases {
      guard let expiration = example.expiration else { continue }
      var session = ScheduleElement(
        "session",
        from: CivilDateTime(
          date: try event().adding(days: example.startDay),
          time: try #require(CivilTime(example.startTime))))
      session.window = ScheduleElement.Window(closesAfter: try period(expiration))
      let record = CareRecord(patient: try patient(), tasks: [task("study", .keyed, session)])
      let query = AdherenceQuery(try event()..<event().adding(days: 60))
      let scored = try record.evaluate(record.tasks[0], query).scored
      let expiry = try #require(scored.first).window.expiry
      let last = Zone.utc.civil(at: expiry.adding(seconds: -1)).date
      #expect(last - (try event()) == example.expectedEndDay, "\(example)")
    }
  }
}
