import Diagnostics

// The rules for calendar files; violations of most of them are warnings.
extension InputError.Rule {
  /// A component without UID.
  static let noUID = warning(
    "noUID", "is missing; the component is identified by its position (add one)")
  /// A component replaced by a later version.
  static let superseded = warning(
    "superseded",
    "is replaced by another component with the same UID (the one with the highest SEQUENCE is used)"
  )
  /// Several series with one UID, none of which is newer.
  static let sharedUID = warning(
    "sharedUID",
    "is also used by another series, and neither is newer by SEQUENCE or DTSTAMP; both are kept (give each its own)"
  )
  /// A rule that ends before it starts.
  static let endsBeforeStart = warning(
    "endsBeforeStart", "ends by UNTIL before DTSTART, so it has no occurrences (end it later)")
  /// A date-time with VALUE=DATE.
  static let otherValue = warning(
    "otherValue", "has VALUE=DATE and a time; the time is used (remove the time or VALUE)")
  /// TZID as a property.
  static let zoneProperty = warning(
    "zoneProperty",
    "is a property rather than a parameter; times are floating (write DTSTART;TZID=…)")
  /// A VTIMEZONE that contradicts its name.
  static let otherZone = warning(
    "otherZone",
    "names a zone whose offsets differ from its VTIMEZONE; the name is used (use another name)"
  )
  /// A DTSTART that is not an occurrence of any rule.
  static let startNotInRule = warning(
    "startNotInRule",
    "is not an occurrence of any RRULE and is ignored (start with the first occurrence of the rule)"
  )
  /// DTEND together with DURATION.
  static let endBesideDuration = warning(
    "endBesideDuration", "is ignored because there is an end (keep one of them)")
  /// An end that is not after the start.
  static let endNotAfterStart = warning(
    "endNotAfterStart", "is not after the start, so the duration is zero (end it later)")
  /// A date together with a date-time, or a floating end together with a zone.
  static let otherKind = warning(
    "otherKind", "has a type other than DTSTART (write both as dates, or in one zone)")
  /// A duration in hours together with a date.
  static let hoursOfDays = warning(
    "hoursOfDays",
    "has hours although DTSTART is a date, which is read as midnight (use whole days)")
  /// A RECURRENCE-ID that is a date in a series with times.
  static let dayOfChange = warning(
    "dayOfChange",
    "is a date although DTSTART has a time; the only occurrence of that day is used (add the time)"
  )
  /// A rule in a changed occurrence.
  static let ruleInChange = warning(
    "ruleInChange", "is ignored in a change of one occurrence (use RANGE=THISANDFUTURE)")
  /// A change of an unknown occurrence.
  static let unknownOccurrence = warning(
    "unknownOccurrence", "is not an occurrence of the series; it is added")
  /// A change of an excluded occurrence.
  static let excludedOccurrence = warning(
    "excludedOccurrence", "is an occurrence excluded by EXDATE; it remains excluded")
  /// A to-do without a date.
  static let undated = warning(
    "undated", "is missing, so the to-do has no due time (add a DUE)")
  /// A completed series without the time of completion.
  static let untimedCompletion = warning(
    "untimedCompletion",
    "is missing, so the completed occurrence is unknown (add COMPLETED or RECURRENCE-ID)")
  /// A line that is not a property.
  static let noProperty = warning(
    "noProperty", "is not an iCalendar property and is ignored (as in DTSTART:20240104T080000)")
  /// A component without END.
  static let missingEnd = warning(
    "missingEnd", "is missing for the component that begins here (the file may be truncated)")
  /// Bytes that are not UTF-8.
  static let foreignBytes = warning(
    "foreignBytes",
    "has bytes that are not UTF-8; they are replaced by U+FFFD (save the file as UTF-8)")
  /// An invalid property that does not affect the times.
  static let unreadable = warning("unreadable", "is invalid and is ignored")
  /// An X-REGIMEN that is not a JSON object with known keys.
  static let unreadableExtras = warning(
    "unreadable", "is invalid and is ignored (use the keys of tasks.ndjson)")
  /// A repeated property that may occur once.
  static let repeated = warning(
    "repeated", "is repeated; the first one is used (remove the others)")
  /// A line beyond the limit that does not affect the times.
  static let longLine = warning("tooLarge", "is longer than 1 MiB and is ignored")

  private static func warning(_ code: String, _ text: String) -> InputError.Rule {
    InputError.Rule(code, text, keepsRecord: true)
  }

  /// A negative duration.
  static let negative = InputError.Rule("negative", "is negative (a duration is 0 or more)")
  /// A METHOD that is not a plan.
  static let otherMethod = InputError.Rule(
    "otherMethod", "is not a method of a plan (use PUBLISH, REQUEST or CANCEL)")
  /// A calendar in another format or calendar system.
  static let otherCalendar = InputError.Rule(
    "otherCalendar", "is not supported (use VERSION 2.0 and CALSCALE GREGORIAN)")
  /// An unknown time zone.
  static let unknownZone = InputError.Rule(
    "unknownZone", "names an unknown zone without a VTIMEZONE (use an IANA name)")
  /// A file without a time zone.
  static let noZone = InputError.Rule(
    "noZone",
    "is missing, and a time is floating (give the patient's zone, as in Europe/Berlin)")
  /// A file without a calendar.
  static let noCalendar = InputError.Rule(
    "noCalendar", "contains no calendar (it starts with BEGIN:VCALENDAR)")
  /// A change of later occurrences that cannot be expanded.
  static let otherRange = InputError.Rule(
    "unsupported", "moves an endless rule that lists dates (end the series and start another)")
}
