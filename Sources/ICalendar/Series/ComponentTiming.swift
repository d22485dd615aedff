import Diagnostics
import ScheduleFormats
import Scheduling

/// The start and duration of a component.
struct ComponentTiming {
  /// The start on its own clock; a date if all-day.
  var start: CalendarStamp
  /// The duration; for all-day components in days.
  var length = ISODuration.zero
  /// Whether the component gives a duration.
  var saysLength = false
  /// Warnings.
  var warnings: [InputError] = []

  init(start: CalendarStamp) { self.start = start }

  /// Parses DTSTART (or uses the fallback) with DTEND, DUE or DURATION; `nil` without a start.
  init?(of component: Component, _ clocks: CalendarClocks, else fallback: CalendarStamp? = nil)
    throws(InputError)
  {
    let end = component[component.kind.end]
    var begin = fallback
    if let line = component["DTSTART"] { begin = try clocks.stamp(line.value, of: line, component) }
    guard let begin else { return nil }
    start = begin
    if begin.zone == nil, let zone = component["TZID"] {
      warnings.append(zone.error(.against(.zoneProperty, text: zone.value)))
    }
    if let duration = component["DURATION"] {
      saysLength = true
      if end == nil {
        try lengthen(by: duration)
      } else {
        warnings.append(duration.error(.against(.endBesideDuration, text: duration.value)))
      }
    }
    if let end {
      saysLength = true
      try lengthen(to: try clocks.stamp(end.value, of: end, component), end, clocks)
    }
    if start.isDate { length.days = max(1, length.days) }
  }

  /// Applies DURATION: civil days, exact hours.
  private mutating func lengthen(by line: ContentLine) throws(InputError) {
    let (period, isNegative) = try line.length(line.value.trimmed)
    if isNegative, !period.isZero { throw line.error(.against(.negative, text: line.value)) }
    length = period
    guard start.isDate else { return }
    if period.isZero { warnings.append(line.error(.against(.endNotAfterStart, text: line.value))) }
    if period.seconds.isMultiple(of: 86_400) {
      length = ISODuration(
        days: min(period.days + period.seconds / 86_400, ISODuration.limits.days))
    } else {
      start.isDate = false
      warnings.append(line.error(.against(.hoursOfDays, text: line.value)))
    }
  }

  /// Applies DTEND or DUE: the exact time from the start.
  private mutating func lengthen(
    to end: CalendarStamp, _ line: ContentLine, _ clocks: CalendarClocks
  ) throws(InputError) {
    let notAfter = line.error(.against(.endNotAfterStart, text: line.value))
    if start.isDate, end.isDate {
      length = ISODuration(days: max(0, end.local.date - start.local.date))
      if length.isZero { warnings.append(notAfter) }
      return
    }
    if start.isDate != end.isDate || (start.zone == nil) != (end.zone == nil) {
      warnings.append(line.error(.against(.otherKind, text: line.value)))
    }
    start.isDate = false
    let seconds = clocks.instant(end, by: start.zone) - clocks.instant(start)
    if seconds < 0 { warnings.append(notAfter) }
    length = ISODuration(seconds: Int(max(0, seconds)))
  }
}
