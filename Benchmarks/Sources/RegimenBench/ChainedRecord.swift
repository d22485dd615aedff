import AdherenceAnalytics
import Scheduling

/// A record of doses twelve hours after the last taken, and one of doses every twelve hours, which are taken alike: in
/// turn twenty minutes late and on time.
struct ChainedRecord {
  /// The record with a schedule that follows its own completions.
  let following: CareRecord
  /// The record with the calendar schedule.
  let onCalendar: CareRecord

  /// The doses of each record that are due and done in the reports.
  static let doses = 706

  init(_ number: Int) throws {
    let start = try Workloads.days("2025-01-13", "2025-01-14").lowerBound
    var dose = ScheduleElement(
      "dose", from: CivilDateTime(date: start, time: try Workloads.time("08:00")))
    dose.recurrence = .every(ISODuration(seconds: 43_200))
    let hour = ISODuration(seconds: 3_600)
    dose.window = ScheduleElement.Window(opensBefore: hour, closesAfter: hour)
    var calendar = CareRecord(
      patient: Patient(id: "P\(number)", zone: .utc),
      tasks: [CareTask(id: "med", schedule: Schedule([dose]))])
    let first = dose.start.instant(in: .utc)
    calendar.outcomes = OutcomeTable(
      (0..<ChainedRecord.doses).map { index in
        let late = index.isMultiple(of: 2) ? 1_200 : 0
        return Outcome(task: "med", time: first.adding(seconds: Int64(43_200 * index + late)))
      })
    var chain = calendar
    dose.after = EventAnchor(
      EventTime(completionOf: "med", offset: EventOffset(ISODuration(seconds: 43_200))))
    dose.recurrence = .once
    chain.tasks[0].schedule = Schedule([dose])
    (following, onCalendar) = (chain, calendar)
  }
}
