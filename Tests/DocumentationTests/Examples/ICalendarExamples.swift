import AdherenceAnalytics
import ICalendar
import Scheduling
import Testing

/// The examples of the essential types of `ICalendar`.
@Suite(.printsAsWritten) struct ICalendarExamples: Examples {
  @Test func file() async throws {
    let text = """
      BEGIN:VEVENT
      UID:tablet@clinic.example
      DTSTART:20250106T080000
      RRULE:FREQ=DAILY
      END:VEVENT
      """

    let file = try CalendarFile(text: text, patient: "ann", zone: Zone("Europe/Berlin"))
    print(file.record.tasks.map(\.id), file.problems.count)  // ["tablet@clinic.example"] 0
  }

  @Test func text() async throws {
    let text = CalendarText(of: record).text
    let again = try CalendarFile(
      text: text, patient: record.patient.id, zone: record.patient.zone)
    #expect(again.record.tasks.map(\.id) == record.tasks.map(\.id))
  }
}
