import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Occurrences that are due now and next, against the list of all events.
@Suite struct DueFinderTests {
  private static func text(_ item: DueItem) -> String {
    switch item {
    case .occurrence(let event): "\(event.key) \(event.state)"
    case .quota(let balance): "\(balance.element) \(balance.done) done \(balance.left) left"
    case .asNeeded(let allowance):
      "\(allowance.element) from \(allowance.allowedFrom.map(\.description) ?? "never")"
    }
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var at: String
    var within = "PT0S"
    var zone = "UTC"
    var done: [String] = []
    var hold: (String, String)?
    var due: [String]
    var next = "2024-01-04T08:00:00"
  }

  /// A tablet at 08:00 and 20:00 with a window from an hour before to two hours after, and late for two more.
  static let examples = [
    Example(
      testDescription: "nothing before the window", at: "2024-01-03T06:59:59Z", due: [],
      next: "2024-01-03T08:00:00"),
    Example(
      testDescription: "the window opens", at: "2024-01-03T07:00:00Z",
      due: ["tablet/2024-01-03T08:00:00 open"], next: "2024-01-03T08:00:00"),
    Example(
      testDescription: "the window closes", at: "2024-01-03T10:00:00Z",
      due: ["tablet/2024-01-03T08:00:00 overdue"], next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "the last moment", at: "2024-01-03T11:59:59Z",
      due: ["tablet/2024-01-03T08:00:00 overdue"], next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "it is over", at: "2024-01-03T12:00:00Z", due: [],
      next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "windows that open soon", at: "2024-01-03T17:00:00Z", within: "PT2H",
      due: ["tablet/2024-01-03T20:00:00 upcoming"], next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "and not those that open later", at: "2024-01-03T16:59:59Z",
      within: "PT2H", due: [], next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "what is done is not due", at: "2024-01-03T08:30:00Z",
      done: ["2024-01-03T08:10"], due: [], next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "what was done ahead does not come next", at: "2024-01-03T19:30:00Z",
      done: ["2024-01-03T19:10"], due: [], next: "2024-01-04T08:00:00"),
    Example(
      testDescription: "what is done later is not known", at: "2024-01-03T08:30:00Z",
      done: ["2024-01-03T08:31"], due: ["tablet/2024-01-03T08:00:00 open"],
      next: "2024-01-03T20:00:00"),
    Example(
      testDescription: "a hold suspends, and the first one behind it comes next",
      at: "2024-01-03T08:30:00Z", hold: ("2024-01-03", "2024-05-01"), due: [],
      next: "2024-05-01T08:00:00"),
    Example(
      testDescription: "what began before the hold stays due", at: "2024-01-03T08:30:00Z",
      hold: ("2024-01-03T08:15", "2024-01-04"), due: ["tablet/2024-01-03T08:00:00 open"],
      next: "2024-01-04T08:00:00"),
    Example(
      testDescription: "the hour that clocks leave out", at: "2024-03-10T12:30:00Z",
      zone: "America/New_York", due: ["tablet/2024-03-10T08:00:00 open"],
      next: "2024-03-10T20:00:00"),
    Example(
      testDescription: "the same minute of another day", at: "2024-03-09T12:30:00Z",
      zone: "America/New_York", due: ["tablet/2024-03-09T08:00:00 open"],
      next: "2024-03-09T08:00:00"),
  ]

  @Test(arguments: examples) func windows(_ example: Example) throws {
    var record = CareRecord(
      patient: try patient(in: example.zone),
      tasks: [
        task(
          "med", .window,
          try element(
            from: "2024-01-01T08:00", at: ["08:00", "20:00"],
            window: try window(opens: "PT1H", closes: "PT2H", late: "PT4H")))
      ],
      outcomes: try example.done.map { try event($0, of: "med") })
    record.holds = try [example.hold].compactMap(\.self).map {
      Hold(from: try moment($0.0), to: try moment($0.1))
    }
    let instant = try at(example.at)
    let due = try record.due(at: instant, within: try period(example.within))
    #expect(due.map(DueFinderTests.text) == example.due)
    let next = try record.next(after: instant)
    #expect(next.map(\.key.description) == ["tablet/\(example.next)"])
  }

  /// Every occurrence whose window contains a moment, from the list of a whole year.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func theListOfAllEvents(seed: UInt64) throws {
    var worlds = try RandomRecords(seed: seed)
    for _ in 0..<6 {
      var record = try worlds.record()
      try moveSome(of: &record, &worlds)
      var definitions = try worlds.query()
      let instant = worlds.instant()
      let ahead = try period(try worlds.any(["PT0S", "PT3H", "P2D"]))
      let due = try record.due(at: instant, within: ahead, by: definitions)
      let next = try record.next(after: instant, by: definitions)

      definitions.range = try days("2024-12-01", "2025-12-01")
      definitions.asOf = instant
      let pending = try record.events(definitions).filter {
        [.open, .overdue, .started, .upcoming].contains($0.state)
      }
      let until = record.patient.zone.instant(ahead, after: instant)
      let naive = pending.filter {
        $0.scored.window.open <= until && $0.scored.window.expiry > instant
      }
      let events = due.compactMap { if case .occurrence(let event) = $0 { event } else { nil } }
      #expect(Set(events) == Set(naive))
      #expect(events.map(\.start) == naive.map(\.start).sorted())
      for task in record.tasks {
        let first = pending.filter { $0.task.id == task.id && $0.start > instant }
          .min { $0.scored.occurrence < $1.scored.occurrence }
        #expect(next.first { $0.task.id == task.id } == first)
      }
      #expect(next.map(\.start) == next.map(\.start).sorted())
    }
  }

  /// Sometimes moves an occurrence of a task, cancels one, or edits the task.
  private func moveSome(of record: inout CareRecord, _ worlds: inout RandomRecords) throws {
    for position in record.tasks.indices where worlds.isTrue(oneIn: 2) {
      let planned = compiled(record.tasks[position].schedule, in: record.patient.zone)
      let rows = planned.starting(in: try at("2025-03-01T00:00:00Z")..<at("2025-06-01T00:00:00Z"))
      guard let row = rows.randomElement(using: &worlds.random) else { continue }
      var override = Schedule.Override()
      if worlds.isTrue(oneIn: 3) {
        override.isCancelled = true
      } else {
        override.start = .local(
          planned.nominal(of: row).adding(seconds: Int64(worlds.number(-40...40)) * 3600))
      }
      record.tasks[position].schedule.overrides[planned.key(of: row)] = override
      guard worlds.isTrue(oneIn: 2) else { continue }
      var edited = record.tasks[position]
      edited.effectiveFrom = .instant(worlds.instant())
      edited.schedule.overrides = [:]
      edited.schedule.elements[0].duration = try period("P2D")
      record.tasks.append(edited)
    }
  }

  /// Refused for years: the next occurrence is after all of them.
  @Test func skipsOccurrencesRefusedInAdvance() throws {
    let tablet = task("tablet", .keyed, try element(from: "2024-01-01T08:00"))
    let refused = try (0..<900).map { day in
      let date = try #require(CivilDate("2024-01-05")).adding(days: day)
      var outcome = try outcome("tablet/\(date)T08:00:00", status: .declined)
      outcome.recordedAt = try at("2024-01-01T00:00:00Z")
      return outcome
    }
    let record = CareRecord(
      patient: try patient(), tasks: [tablet], outcomes: refused)
    let next = try record.next(after: try at("2024-01-04T09:00:00Z"))
    #expect(next.map(\.key.description) == ["tablet/2026-06-23T08:00:00"])
  }

  @Test func aPlanThatIsOverHasNothingNext() throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [
        task("a", .window, try element(from: "2024-01-01T08:00", until: "2024-01-03")),
        task("b", .nearest, try element("once", from: "2024-03-01T08:00", every: nil)),
      ])
    #expect(try record.next(after: try at("2024-01-05T00:00:00Z")).map(\.task.id) == ["b"])
    #expect(try record.next(after: try at("2024-03-01T08:00:00Z")).isEmpty)
    let never = Hold(from: try moment("2024-01-01"), to: nil)
    var held = record
    held.holds = [never]
    #expect(try held.next(after: try at("2023-12-01T00:00:00Z")).isEmpty)
  }

  @Test func selectsTasksAndReportsInvalidOnes() throws {
    var broken = task("broken", .window, try element(from: "2024-01-01T08:00"))
    broken.schedule.elements[0].recurrence = .every(.zero)
    let record = CareRecord(
      patient: try patient(),
      tasks: [broken, task("a", .window, try element(from: "2024-01-01T08:00"))])
    let noon = try at("2024-01-02T12:00:00Z")
    #expect(try record.due(at: noon, of: TaskQuery(ids: ["a"])).count == 1)
    #expect { try record.due(at: noon) } throws: { "\($0)".contains("broken") }
  }

  /// Moments beyond the calendar, and unbounded horizons, terminate.
  @Test(arguments: [Instant.earliest, Instant.latest]) func theEndsOfTime(_ instant: Instant) throws
  {
    let record = CareRecord(
      patient: try patient(in: "America/New_York"),
      tasks: [task("a", .window, try element(from: "2024-01-01T08:00", every: "P1Y"))])
    #expect(try record.due(at: instant, within: try period("P9000Y")).count <= 9000)
    #expect(try record.next(after: instant).count == (instant == .earliest ? 1 : 0))
  }
}
