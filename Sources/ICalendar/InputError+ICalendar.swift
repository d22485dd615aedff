import Scheduling

// The rules of calendar files that data can break; what breaks most of them is kept and doubtful.
extension InputError.Rule {
  /// A component without UID.
  static let noUID = doubt(
    "noUID", "is missing, so that the component is called by its place (give it one)")
  /// A component of which a later version is there.
  static let superseded = doubt(
    "superseded", "is replaced by another of the same UID (the one of the highest SEQUENCE counts)")
  /// Several series of one UID, of which none says that it is the newer.
  static let sharedUID = doubt(
    "sharedUID",
    "is that of another series too, and neither is the newer by SEQUENCE or DTSTAMP; both are kept (give each its own)"
  )
  /// A rule that ends before it begins.
  static let endsBeforeStart = doubt(
    "endsBeforeStart", "ends by UNTIL before DTSTART, so that nothing occurs (end it later)")
  /// A time that is called a date.
  static let otherValue = doubt(
    "otherValue", "is called a DATE and has a time, which counts (leave out the time, or VALUE)")
  /// TZID as a property.
  static let zoneProperty = doubt(
    "zoneProperty",
    "is a property, and no parameter; it says nothing of times, which float (write DTSTART;TZID=…)")
  /// A VTIMEZONE that is not that of its name.
  static let otherZone = doubt(
    "otherZone",
    "names a zone whose clocks differ from those of its VTIMEZONE; the name counts (use another name)"
  )
  /// DTSTART beside rules none of which names it.
  static let startNotInRule = doubt(
    "startNotInRule",
    "is a time that no RRULE names, and so no occurrence (begin with the first of the rule)")
  /// DTEND beside DURATION.
  static let endBesideDuration = doubt(
    "endBesideDuration", "stands beside an end, which alone counts (keep one of them)")
  /// An end that is not after the start.
  static let endNotAfterStart = doubt(
    "endNotAfterStart", "is not after the start, so that there is no length (end it later)")
  /// A date beside a time, or a floating end beside a zone.
  static let otherKind = doubt(
    "otherKind", "is not of the kind of DTSTART (write both as dates, or in one zone)")
  /// Hours beside a date.
  static let hoursOfDays = doubt(
    "hoursOfDays", "has hours beside a date, which is taken for its midnight (use whole days)")
  /// A change that names the day alone.
  static let dayOfChange = doubt(
    "dayOfChange", "is a date beside times, and means the one occurrence of the day (name its time)"
  )
  /// A change with a rule.
  static let ruleInChange = doubt(
    "ruleInChange", "says nothing in a change of an occurrence (use RANGE=THISANDFUTURE)")
  /// A change of what the series does not have.
  static let unknownOccurrence = doubt(
    "unknownOccurrence", "names no occurrence of the series (it is added)")
  /// A change of what EXDATE leaves out.
  static let excludedOccurrence = doubt(
    "excludedOccurrence", "names an occurrence that EXDATE leaves out, and it stays out")
  /// A to-do without a date.
  static let undated = doubt(
    "undated", "is missing, so that it may be done at any time (give it a DUE)")
  /// What was done of a series nobody knows when.
  static let untimedCompletion = doubt(
    "untimedCompletion",
    "is missing, so that nobody knows which occurrence was done (say when, or which)")
  /// A line that is no property.
  static let noProperty = doubt(
    "noProperty", "is not an iCalendar property, and is left out (as in DTSTART:20240104T080000)")
  /// A component that never ends.
  static let missingEnd = doubt(
    "missingEnd", "is missing for the component that begins here (the file may be cut off)")
  /// Bytes that are no UTF-8.
  static let foreignBytes = doubt(
    "foreignBytes", "has bytes that are not UTF-8, which become U+FFFD (save the file as UTF-8)")
  /// A property that cannot be read and decides nothing.
  static let unreadable = doubt("unreadable", "cannot be read, and is left out")
  /// An X-REGIMEN that is no object of known properties.
  static let unreadableExtras = doubt(
    "unreadable", "cannot be read, and is left out (use the names of tasks.ndjson)")
  /// A property that may stand once.
  static let repeated = doubt("repeated", "stands there twice (the first one counts)")
  /// A property that is too long and decides nothing.
  static let longLine = doubt("tooLarge", "has more than 1 MiB, and is left out")

  private static func doubt(_ code: String, _ text: String) -> InputError.Rule {
    InputError.Rule(code, text, keepsRecord: true)
  }

  /// A length below nothing.
  static let negative = InputError.Rule("negative", "is negative (a length is 0 or more)")
  /// A calendar that is no plan.
  static let otherMethod = InputError.Rule(
    "otherMethod", "makes the calendar no plan (use PUBLISH, REQUEST or CANCEL)")
  /// A calendar of another format or calendar system.
  static let otherCalendar = InputError.Rule(
    "otherCalendar", "makes this another format (use VERSION 2.0 and CALSCALE GREGORIAN)")
  /// A zone that nothing says anything of.
  static let unknownZone = InputError.Rule(
    "unknownZone", "names a zone that is neither known nor described (use an IANA name)")
  /// A file that names no zone.
  static let noZone = InputError.Rule(
    "noZone",
    "is missing, and a time floats (name the patient's zone, as in Europe/Berlin)")
  /// A file without a calendar.
  static let noCalendar = InputError.Rule(
    "noCalendar", "holds no calendar (one begins with BEGIN:VCALENDAR)")
  /// A change that is no sum of simple ones.
  static let otherRange = InputError.Rule(
    "unsupported", "moves an endless rule that names dates (end the series, and begin another)")
}

/// How much a calendar file may have.
enum Limits {
  /// Bytes of a line without its folds.
  static let line = 1 << 20
  /// Components within each other.
  static let nesting = 16
  /// Zones that no name but their rules tell, more than there are clocks.
  static let zones = 500
  /// RRULEs of a component.
  static let rules = 64
  /// Values of all RDATEs of a component, of all its EXDATEs, or changes of a series.
  static let values = 100_000
  /// Changes of all occurrences from one on, each of which is a version.
  static let ranges = 1000
  /// Values in all versions of a series.
  static let work = 4_000_000
  /// Occurrences that are moved one by one.
  static let moves = 10_000
}
