import AdherenceAnalytics
import Diagnostics
import ICalendar
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarWritingTests {
  private func record(_ elements: ScheduleElement..., in zoneName: String = "Europe/Berlin") throws
    -> CareRecord
  {
    var task = CareTask(id: "tablet", schedule: Schedule(elements))
    task.title = "Tablet"
    return CareRecord(patient: try patient("ann", in: zoneName), tasks: [task])
  }

  private func lines(_ record: CareRecord, _ options: CalendarText.Options = .init()) throws
    -> [String]
  {
    CalendarText(of: record, options).text.split(separator: "\r\n").map(String.init)
  }

  @Test func anEvent() throws {
    let plan = try record(
      element("1", from: "2025-01-06T08:00", at: ["08:00", "20:30"], lasting: "PT15M"))
    #expect(
      try lines(plan).dropFirst(3) == [
        "BEGIN:VEVENT", "UID:tablet", "DTSTAMP:19700101T000000Z",
        "DTSTART:20250106T080000", "DURATION:PT15M", "RRULE:FREQ=DAILY;BYHOUR=8",
        "RRULE:FREQ=DAILY;BYHOUR=20;BYMINUTE=30", "SUMMARY:Tablet",
        #"X-REGIMEN:{"distinct":false\,"times":["08:00"\,"20:30"]}"#, "END:VEVENT", "END:VCALENDAR",
      ])
  }

  /// A task may have the name of an element of another, or end with a space.
  @Test func collidingNames() throws {
    var plan = try record(
      element("b", from: "2025-01-06T08:00"), element("c", from: "2025-01-06T09:00"))
    for id in ["tablet/b", " tablet", "tablet/c#2"] {
      var task = plan.tasks[0]
      task.id = id
      task.schedule.elements.removeLast()
      plan.tasks.append(task)
    }
    let text = CalendarText(of: plan).text
    let again = try CalendarFile(text: text, patient: "ann", zone: zone("Europe/Berlin")).record
    let range = try at("2025-01-06T00:00:00Z")..<at("2025-01-08T00:00:00Z")
    let keys = { (record: CareRecord) in
      Set(record.occurrences(in: range).rows.map { "\($0.task) \($0.key) \($0.start)" })
    }
    #expect(keys(again) == keys(plan))
  }

  @Test func hoursRepeatInUTC() throws {
    var own = try element("1", from: "2025-03-29T20:00", every: "PT8H")
    own.count = 4
    let plan = try record(own)
    #expect(
      try lines(plan)[6...7] == [
        "DTSTART:20250329T190000Z", "RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=4",
      ])
    let again = try CalendarFile(
      text: CalendarText(of: plan).text, patient: "ann", zone: zone("Europe/Berlin"))
    #expect(again.record.tasks[0].schedule.elements[0].recurrence == own.recurrence)
    #expect(
      again.record.occurrences(in: .earliest..<(.latest)).rows.map { "\($0.key)" } == [
        "1/2025-03-29T20:00:00", "1/2025-03-30T05:00:00", "1/2025-03-30T13:00:00",
        "1/2025-03-30T21:00:00",
      ])
  }

  /// Changes by another program take precedence over X-REGIMEN properties.
  @Test func rulesTakePrecedence() throws {
    let plan = try record(element("1", from: "2025-03-29T20:00", every: "PT8H"))
    let text = CalendarText(of: plan).text.replacing("INTERVAL=8", with: "INTERVAL=6;COUNT=2")
    let again = try CalendarFile(text: text, patient: "ann", zone: zone("Europe/Berlin"))
    #expect(
      again.record.occurrences(in: .earliest..<(.latest)).rows.map { "\($0.start)" }
        == ["2025-03-29T19:00:00Z", "2025-03-30T01:00:00Z"])
  }

  @Test func daysOnAndOffAreListed() throws {
    var own = ScheduleElement("pill", on: try day("2025-01-06"))
    own.recurrence = .cycle(on: 2, off: 5)
    own.window = try window(closes: "PT12H")
    let plan = try record(own)
    let error = CalendarText(of: plan).problems.first
    #expect(error?.field == "tasks.tablet.elements.pill.cycle")
    let range = try at("2025-01-01T00:00:00Z")..<at("2025-01-20T00:00:00Z")
    let text = CalendarText(of: plan, .init(listing: range)).text
    #expect(
      text.contains("DTSTART;VALUE=DATE:20250106\r\nRDATE;VALUE=DATE:20250107,20250113,20250114"))
    let again = try CalendarFile(text: text, patient: "ann", zone: zone("Europe/Berlin")).record
    let keys = { (record: CareRecord) in
      record.occurrences(in: range).rows.map { "\($0.key) \($0.start) \($0.end)" }
    }
    #expect(keys(again) == keys(plan))
    #expect(again.tasks[0].schedule.elements[0].window == own.window)
  }

  @Test(arguments: ["quota", "timeZone", "holds"])
  func contentThatACalendarCannotRepresent(_ what: String) throws {
    var own = try element("walk", from: "2025-01-06T08:00")
    if what == "quota" {
      own = ScheduleElement("walk", on: try day("2025-01-06"))
      own.recurrence = .quota(Quota(3, per: ISODuration(days: 7)))
    }
    if what == "timeZone" {
      own.clockBinding = .fixed(try zone("Europe/Berlin;2025-06-10T22:00:00Z=Europe/Dublin"))
    }
    var plan = try record(own)
    if what == "holds" {
      var hold = Hold(from: try moment("2025-02-01"), to: try moment("2025-02-04"))
      hold.mode = .extend
      plan.holds = [hold]
    }
    let error = CalendarText(of: plan).problems.first
    let path = what == "holds" ? "tasks.tablet." : "tasks.tablet.elements.walk."
    #expect(error?.field == path + what)
  }

  @Test func requiredTasksAreTodos() throws {
    var own = ScheduleElement("1", from: try local("2025-01-06T00:00:00"))
    own.recurrence = .asNeeded(UseCaps(maximum: 4, per: ISODuration(days: 1)))
    let plan = try record(own)
    let text = CalendarText(of: plan).text
    #expect(text.contains("BEGIN:VTODO") && !text.contains("DTSTART"))
    let again = try CalendarFile(text: text, patient: "ann", zone: zone("Europe/Berlin")).record
    #expect(again.tasks[0].schedule.elements == [own])
    #expect(again.tasks[0].userInfo == [:])
  }

  /// Outcomes are written for to-dos only.
  @Test func outcomesOfTodos() throws {
    var plan = try record(element("1", from: "2025-01-06T08:00", until: "2025-01-09"))
    plan.outcomes += [
      try outcome("1/2025-01-07T08:00:00", at: "2025-01-07T07:10:00Z", of: "tablet")
    ]
    #expect(!CalendarText(of: plan).text.contains("COMPLETED"))
    let text = CalendarText(of: plan, .init(writesTodos: true)).text
    let again = try CalendarFile(text: text, patient: "ann", zone: zone("Europe/Berlin")).record
    #expect(Array(again.outcomes) == Array(plan.outcomes))
  }

  @Test func extrasAreReadStrictly() throws {
    let text = """
      BEGIN:VEVENT
      UID:a
      DTSTART:20250106T080000
      X-REGIMEN:{"windw":{}}
      END:VEVENT
      """
    let file = try CalendarFile(text: text, name: "a.ics", patient: "ann", zone: .utc)
    #expect(file.problems.map { "\($0.line ?? 0) \($0.field ?? "")" } == ["4 X-REGIMEN.windw"])
    #expect(file.record.occurrences(in: .earliest..<(.latest)).rows.count == 1)
  }

  /// A zone defined only in the file is written with its definition.
  @Test func aZoneWithoutName() throws {
    let example = try #require(CalendarCase.agreed.first { $0.id == "authored/zone-after-use" })
    let record = try example.read().record
    let text = CalendarText(of: record).text
    let again = try CalendarFile(text: text, patient: "P1", zone: record.patient.zone).record
    #expect(again.tasks[0].schedule == record.tasks[0].schedule)
  }
}
