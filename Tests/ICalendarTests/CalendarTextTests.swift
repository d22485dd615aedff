import AdherenceAnalytics
import Diagnostics
import ICalendar
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarTextTests {
  @Test(arguments: CalendarCase.agreed + CalendarCase.disputed)
  func roundTrips(_ example: CalendarCase) throws {
    let record = try example.read().record
    let text = CalendarText(of: record).text
    let again = try CalendarFile(text: text, patient: "P1", zone: record.patient.zone)
    let (before, after) = (
      try example.occurrences(of: record), try example.occurrences(of: again.record)
    )
    #expect(Set(before).subtracting(after) == [])
    #expect(Set(after).subtracting(before) == [])
    #expect(before.count == after.count)
    #expect(again.problems.filter { !$0.problem.keepsRecord } == [])
    let second = CalendarText(of: again.record).text
    #expect(second == text, "\(text)\n---\n\(second)")
    #expect(text.utf8.split(separator: 10).allSatisfy { $0.count <= 76 && $0.last == 13 })
  }

  /// A plan that follows events is written with the dates that are known.
  @Test func writesTheDatesAfterEvents() throws {
    var record = CareRecord(patient: try patient(in: "Europe/Berlin"))
    record.tasks = ["surgery", "discharge"].map { name in
      var visit = ScheduleElement(
        "visit", after: EventAnchor(EventTime(name, offset: EventOffset(ISODuration(days: 10)))))
      visit.recurrence = .every(ISODuration(days: 7))
      visit.count = 3
      return CareTask(id: "after \(name)", schedule: Schedule([visit]))
    }
    record.namedEvents = [NamedEvent("surgery", at: try moment("2025-03-04T09:00:00"))]
    let text = CalendarText(of: record)
    #expect(
      text.problems.map(\.description) == [
        "patient P1: 'tasks.after discharge.schedule' names an unknown named event: 'discharge'",
        "patient P1: 'namedEvents' are omitted, 1 record: plans that follow them are written with their dates,"
          + " and iCalendar has no form for the rule (export a dataset folder to keep them)",
      ])
    let again = try CalendarFile(text: text.text, patient: "P1", zone: record.patient.zone)
    #expect(again.record.planned() == record.planned())
    #expect(
      again.record.planned().map(\.key.description)
        == ["14", "21", "28"].map {
          "visit@surgery#1/2025-03-\($0)T09:00:00"
        })
  }

  /// A plan that follows its own completions is written with the dates up to the next one.
  @Test func writesTheDatesAfterCompletions() throws {
    let start = EventTime(completionOf: nil, offset: EventOffset(ISODuration(seconds: 8 * 3600)))
    var dose = ScheduleElement("dose", after: EventAnchor(start))
    dose.start = try moment("2025-03-10T08:00:00")
    var record = CareRecord(patient: try patient(in: "Europe/Berlin"))
    record.tasks = [CareTask(id: "tablet", schedule: Schedule([dose]))]
    record.outcomes = [Outcome(task: "tablet", time: try at("2025-03-10T08:30:00Z"))]
    let text = CalendarText(of: record)
    #expect(
      text.problems.map(\.description) == [
        "patient P1: 'tasks.tablet.schedule' names an unknown completion of task: 'tablet'"
      ])
    let again = try CalendarFile(text: text.text, patient: "P1", zone: record.patient.zone)
    #expect(
      again.record.planned().map(\.key.description)
        == ["dose/2025-03-10T08:00:00", "dose/2025-03-10T17:30:00"])
  }

  /// `store → .ics → store` on random records: everything but suspended occurrences.
  @Test(arguments: 0..<25)
  func drawnRecords(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<5 {
      var record = try random.record()
      try random.vary(&record)
      let text = CalendarText(of: record).text
      let again = try CalendarFile(
        text: text, patient: record.patient.id, zone: record.patient.zone)
      #expect(again.problems.filter { !$0.problem.keepsRecord } == [])
      let (before, after) = (record.planned(keepingSuspended: false), again.record.planned())
      #expect(Set(before).subtracting(after) == [], "\(text)")
      #expect(Set(after).subtracting(before) == [], "\(text)")
      #expect(before.count == after.count)
      #expect(CalendarText(of: record).text == text)
    }
  }
}

/// The properties of an occurrence that a round trip keeps.
private struct Kept: Hashable, CustomStringConvertible {
  var task: String
  var key: OccurrenceKey
  var start: Instant
  var end: Instant
  var text: String?
  var targets: [ScheduleElement.Target]
  var window: ScheduleElement.Window?

  var description: String { "\(task)/\(key) \(start) \(end) \(text ?? "") \(targets.count)" }
}

extension CareRecord {
  fileprivate func planned(keepingSuspended: Bool = true) -> [Kept] {
    plans.flatMap { plan in
      plan.starting(in: .earliest..<(.latest)).filter { row in
        keepingSuspended || !plan.suspensions.contains { $0.contains(row.start) }
      }.map { row in
        Kept(
          task: plan.task.id, key: plan.key(of: row), start: row.start, end: plan.end(of: row),
          text: plan.text(of: row), targets: plan.targets(of: row), window: plan.window(of: row))
      }
    }.sorted { ($0.task, $0.start, $0.key.description) < ($1.task, $1.start, $1.key.description) }
  }
}

extension RandomRecords {
  /// Adds rules, elapsed time, zones, changes and versions to the tasks of a random record.
  fileprivate mutating func vary(_ record: inout CareRecord) throws {
    for place in record.tasks.indices {
      try vary(&record.tasks[place].schedule, record.patient.zone)
      if isTrue(oneIn: 4) { record.tasks[place].title = "Tablet; one, \\ two\nthree é 😀" }
      if isTrue(oneIn: 6) {
        record.tasks[place].deletedAt = .local(try local("2025-04-06T00:00:00"))
      }
      guard isTrue(oneIn: 3) else { continue }
      var later = record.tasks[place]
      later.effectiveFrom = .local(
        try local(try any(["2025-03-28T00:00:00", "2025-04-02T12:00:00"])))
      later.deletedAt = nil
      for index in later.schedule.elements.indices { later.schedule.elements[index].text = "new" }
      record.tasks.append(later)
    }
  }

  private mutating func vary(_ schedule: inout Schedule, _ zone: Zone) throws {
    for place in schedule.elements.indices where isTrue(oneIn: 2) {
      var element = schedule.elements[place]
      if !element.isAllDay, isTrue(oneIn: 3) {
        element.times = []
        element.recurrence = .every(try period(try any(["PT8H", "PT90M", "PT36H"])))
      } else if isTrue(oneIn: 2) {
        let texts = [
          "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;COUNT=9", "FREQ=MONTHLY;BYMONTHDAY=-1",
          "FREQ=DAILY;UNTIL=20250405",
        ]
        element.recurrence = .rule(try RecurrenceRule(parsing: try any(texts)))
        element.count = nil
      }
      if isTrue(oneIn: 3) {
        let names = ["America/New_York", "UTC", "GMT+0200"]
        element.clockBinding = .fixed(try TestSupport.zone(try any(names)))
      }
      if isTrue(oneIn: 4) { element.overlap = try any([.last, .both]) }
      if isTrue(oneIn: 4) { element.gap = try any([.skip, .shiftBack]) }
      schedule.elements[place] = element
    }
    if isTrue(oneIn: 3) { schedule.exclusions.append(.init(try day("2025-03-29"))) }
    if isTrue(oneIn: 2) { schedule.isDistinct = true }
    try change(&schedule, zone)
  }

  private mutating func change(_ schedule: inout Schedule, _ zone: Zone) throws {
    let planned = compiled(schedule, in: zone)
    let rows = planned.starting(in: .earliest..<(.latest), limit: 60)
    for row in rows where isTrue(oneIn: 8) {
      let key = planned.key(of: row)
      if key.isSecondPass { continue }
      var override = Schedule.Override()
      switch number(0...4) {
      case 0: override.isCancelled = true
      case 1: override.start = .instant(row.start.adding(seconds: 5400))
      case 2: override.duration = try period(try any(["PT45M", "P2D"]))
      case 3: override.text = "Other"
      default: override.targets = [.init(3, units: "mg")]
      }
      schedule.overrides[key] = override
    }
    guard isTrue(oneIn: 2) else { return }
    let element = try any(schedule.elements)
    if element.recurrence.hasOccurrences, !element.followsElapsed {
      let time = element.isAllDay ? "00:00:00" : "11:11:00"
      let key = OccurrenceKey(element: element.id, nominal: try local("2025-04-03T\(time)"))
      schedule.overrides[key] = Schedule.Override(isAdded: true)
    }
  }
}

extension ScheduleElement {
  fileprivate var followsElapsed: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }
}
