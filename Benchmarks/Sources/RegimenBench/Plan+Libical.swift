import CLibical
import Scheduling

/// A plan computed with libical's recurrence iterator.
struct LibicalPlan {
  private struct Part {
    var rule: icalrecurrencetype
    var start: icaltimetype
  }

  private let zone: OpaquePointer?
  private let range: Range<Int>
  /// The parts, each with one time of day.
  private let parts: [Part]
  private let holidays: Set<CivilDate>

  init(_ plan: Plan) {
    let zone = icaltimezone_get_builtin_timezone(plan.zone.id)
    self.zone = zone
    range = Int(plan.range.lowerBound.seconds)..<Int(plan.range.upperBound.seconds)
    holidays = plan.holidays
    parts = plan.parts.flatMap { part in
      part.times.map { LibicalPlan.part(part, at: $0, of: plan, zone) }
    }
  }

  private static func part(
    _ part: Plan.Part, at time: CivilTime, of plan: Plan, _ zone: OpaquePointer?
  ) -> Part {
    let local = CivilDateTime(date: part.first, time: time)
    var start = icaltime_from_string(text(local))
    icaltime_set_timezone(&start, zone)
    if case .hours = part.repeats {
      let seconds = icaltime_as_timet_with_zone(start, zone)
      start = icaltime_from_timet_with_zone(seconds, 0, icaltimezone_get_utc_timezone())
    }
    return Part(rule: icalrecurrencetype_from_string(part.repeats.rule), start: start)
  }

  private static func text(_ local: CivilDateTime) -> String {
    local.description.filter { $0 != "-" && $0 != ":" }
  }

  /// Lists with `icalrecur_iterator_next`, from the start of the range if the iterator supports it.
  func list(into seconds: inout [Int64]) {
    for part in parts { list(part, into: &seconds) }
    if parts.count > 1 { seconds.sort() }
  }

  private func list(_ part: Part, into seconds: inout [Int64]) {
    guard let iterator = icalrecur_iterator_new(part.rule, part.start) else { return }
    defer { icalrecur_iterator_free(iterator) }
    if icaltime_as_timet_with_zone(part.start, part.start.zone) < range.lowerBound {
      icalrecur_iterator_set_start(
        iterator,
        icaltime_from_timet_with_zone(range.lowerBound, 0, part.start.zone))
    }
    while true {
      let time = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(time) != 0 { return }
      let second = icaltime_as_timet_with_zone(time, part.start.zone)
      if second >= range.upperBound { return }
      if second >= range.lowerBound, !isHoliday(second) { seconds.append(Int64(second)) }
    }
  }

  private func isHoliday(_ second: time_t) -> Bool {
    guard !holidays.isEmpty else { return false }
    let local = icaltime_from_timet_with_zone(second, 0, zone)
    let date = CivilDate(year: Int(local.year), month: Int(local.month), day: Int(local.day))
    return date.map(holidays.contains) ?? false
  }
}

extension Plan.Repetition {
  /// The recurrence as an RFC 5545 rule.
  var rule: String {
    switch self {
    case .days(let days): "FREQ=DAILY;INTERVAL=\(days)"
    case .weekdays(let days): "FREQ=WEEKLY;BYDAY=\(Plan.Repetition.codes(days))"
    case .dayOfTheMonth(let day): "FREQ=MONTHLY;BYMONTHDAY=\(day)"
    case .lastOfTheMonth(let days): "FREQ=MONTHLY;BYDAY=\(Plan.Repetition.codes(days));BYSETPOS=-1"
    case .hours(let hours): "FREQ=HOURLY;INTERVAL=\(hours)"
    }
  }

  private static func codes(_ days: [Weekday]) -> String {
    days.map(\.code).joined(separator: ",")
  }
}
