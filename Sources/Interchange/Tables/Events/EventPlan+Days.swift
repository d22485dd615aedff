import AdherenceAnalytics
import Diagnostics
import Scheduling

// The doses on the first days of a plan.
extension EventPlan {
  /// Returns the largest number of doses on a day in the first week of the plan, or of its elements if they follow
  /// events.
  func dosesADay(from start: CivilDate) throws(InputError) -> Int {
    try days(from: start).map(\.count).max() ?? 0
  }

  /// Returns the hours of the doses on these days.
  func hours(from start: CivilDate) throws(InputError) -> Set<Int> {
    Set(try days(from: start).joined().map { Int($0.seconds % 86_400 / 3_600) })
  }

  /// Returns the number of those days on which the plan has doses, or of all if it follows events.
  func count(ofDaysWithDoses days: [CivilDate]) throws(InputError) -> Int {
    guard let first = days.first else { return 0 }
    var planned: Set<CivilDate> = []
    for text in schedules.values {
      let schedule = try EventPlan.schedule(text, from: start ?? first)
      if schedule.followsEvents { return days.count }
      let occurrences = try Occurrences(of: schedule, in: .utc)
      planned.formUnion(days.filter { !occurrences.onDay($0).isEmpty })
    }
    return planned.count
  }

  /// Returns the doses on each of these days.
  private func days(from start: CivilDate) throws(InputError) -> [[Instant]] {
    var days: [[Instant]] = []
    for text in schedules.values {
      let schedule = try EventPlan.schedule(text, from: start)
      let dated = schedule.dated(byEventsOn: start)
      let starts = schedule.followsEvents ? dated.elements.map(\.start.localDate) : [start]
      let occurrences = try Occurrences(of: dated, in: .utc)
      for day in Set(starts.flatMap { start in (0..<7).map { start.adding(days: $0) } }) {
        days.append(occurrences.onDay(day))
      }
    }
    return days
  }
}

extension Schedule {
  /// Returns the schedule as if all events that it follows were on one day.
  fileprivate func dated(byEventsOn day: CivilDate) -> Schedule {
    var record = CareRecord(
      patient: Patient(id: "", zone: .utc), tasks: [CareTask(id: "", schedule: self)])
    record.namedEvents = eventNames.map { NamedEvent($0, at: .local(CivilDateTime(date: day))) }
    return record.dated().tasks[0].schedule
  }
}

extension Occurrences {
  /// Returns the doses of a day in UTC.
  fileprivate func onDay(_ day: CivilDate) -> [Instant] {
    let first = Instant(seconds: CivilDateTime(date: day, time: .midnight).localSeconds)
    return starting(in: first..<first.adding(seconds: 86_400), limit: 24).map(\.start)
  }
}

extension LocalOrInstant {
  fileprivate var localDate: CivilDate { civil(in: .utc).date }
}
