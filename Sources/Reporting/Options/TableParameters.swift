import AdherenceAnalytics
package import Diagnostics
import Formats
package import Interchange
import Scheduling

/// The columns of a table of events, and the schedule that it is compared with.
package struct TableParameters: OptionTarget {
  package var columns = EventColumns()
  var schedules: [String?: String] = [:]
  var zone: Zone?
  var planStart: CivilDate?
  var matching: Matching?
  /// The path of the list of all patients.
  var patients: String?

  /// Creates options without a schedule.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }

  /// Returns the plan of the events; `nil` without a schedule, which means the tables are those of
  /// a dataset.
  ///
  /// - Throws: `InputError` if the file of patients cannot be read.
  package func plan() throws(InputError) -> EventPlan? {
    if schedules.isEmpty { return nil }
    var plan = EventPlan(schedules)
    (plan.zone, plan.start, plan.matching) = (zone, planStart, matching)
    if let patients { plan.patients = try PlannedPatient.list(path: patients) }
    return plan
  }
}

extension OptionBinding<TableParameters> {
  /// The options of tables of events.
  package static let all = plans + columns + rules + forms

  private static let plans: [OptionBinding] = [
    OptionBinding("schedule", .schedules, \.schedules)
      .means("The schedule in plain words, as a recurrence rule or as JSON, or several by task."),
    OptionBinding("zone", .zone, \.zone)
      .means(
        "The time zone of patients without one.",
        otherwise: "local times as written; times in UTC alone are an error"),
    OptionBinding("plan-start", .date, \.planStart)
      .means(
        "The start date of the schedules.", otherwise: "each patient's first event of the task"),
    OptionBinding("patients", .text, \.patients)
      .means(
        "A table of all patients with the id in its first column; those without an event are "
          + "included, from their start (columns start, zone and group) or --plan-start."),
    OptionBinding("matching", .choice, \.matching)
      .means(
        "The matching of events to planned times.",
        otherwise: "nearest if the schedule has times of day"),
  ]

  private static let columns: [OptionBinding] = [
    OptionBinding("patient", .text, \.columns.patient)
      .means("The column of the patient's id.", otherwise: "detected"),
    OptionBinding("patient-id", .text, \.columns.patientID)
      .means("The patient's id for a table of one patient without such a column."),
    OptionBinding("time", .text, \.columns.time)
      .means(
        "The column of the event time, or those of its date and time of day, as DATE+TIME.",
        otherwise: "detected"),
    OptionBinding("planned", .text, \.columns.planned)
      .means("The column of the planned time.", otherwise: "detected"),
    OptionBinding("task", .text, \.columns.task)
      .means("The column of the task, or the name of the only task.", otherwise: "detected"),
    OptionBinding("value", .text, \.columns.value)
      .means("The column of a value.", otherwise: "detected"),
    OptionBinding("units", .text, \.columns.units)
      .means("The column of its units, or the units of all values.", otherwise: "detected"),
    OptionBinding("kind", .text, \.columns.kind)
      .means("The column of its kind, or the kind of all values."),
    OptionBinding("status", .text, \.columns.status)
      .means(
        "The column of whether a dose was taken, or none if every row is a dose.",
        otherwise: "detected"),
    OptionBinding("status-words", .statusWords, \.columns.statusWords)
      .means("The meaning of its words: done, missed, skipped, declined or ignored."),
    OptionBinding("event", .text, \.columns.event)
      .means(
        "The column of named events that the schedule follows, such as surgery; a row with one is no dose."
      ),
    OptionBinding("zone-column", .text, \.columns.zone)
      .means("The column of each patient's time zone.", otherwise: "detected"),
    OptionBinding("plan-start-column", .text, \.columns.start)
      .means("The column of the start date of each patient's schedule.", otherwise: "detected"),
    OptionBinding("group", .text, \.columns.group)
      .means("The column of each patient's group.", otherwise: "detected"),
    OptionBinding("observed-from", .text, \.columns.observedFrom)
      .means(
        "The column of the first day on which each patient is observed.", otherwise: "detected"),
    OptionBinding("observed-to", .text, \.columns.observedTo)
      .means(
        "The column of the last day on which each patient is observed (inclusive).",
        otherwise: "detected"),
    OptionBinding("end-cause", .text, \.columns.endCause)
      .means(TableForm.meaningOfEndCause, otherwise: "detected"),
  ]

  private static let rules: [OptionBinding] = [
    OptionBinding("layout", OptionParser<TableLayout>.choice) { $0.columns.layout = $1.layout }
      .means(
        "The layout: rows, an event or planned dose per row; counts, a day with the number of doses; "
          + "or days, a patient with a column for each date.", otherwise: "detected"),
    OptionBinding("slots", .slots) { $0.columns.layout = .slots($1) }
      .means("The columns for times of day, with their times, in a table with a row per day."),
    OptionBinding("min-gap", OptionParser<ShortDuration>.duration) {
      $0.columns.rules.minGap = $1.seconds
    }
    .means("Events of one task closer than this are merged, with amounts added.", otherwise: "15m"),
    OptionBinding("duplicates", OptionParser<DuplicateRows>.choice) {
      $0.columns.rules.keepsDuplicates = $1 == .keep
    }
    .means(
      "The treatment of rows that repeat an earlier one in every field.",
      otherwise: "drop, with a warning"),
    OptionBinding("fold-ids", .flag, \.columns.rules.foldsIDs)
      .means("Treat ids that differ only in case, spaces, marks or leading zeros as one patient."),
    OptionBinding("zeros", OptionParser<ZeroMeaning>.choice) {
      $0.columns.rules.countsZeros = $1 == .done
    }
    .means("The meaning of the value 0 for a dose.", otherwise: "missed"),
  ]

  private static let forms = OptionBinding<TableForm>.all.map {
    $0.of(\TableParameters.columns.form)
  }
}

extension OptionParser<[String?: String]> {
  /// A plan of all tasks, or an object that maps task ids to plans; an object with `elements` is
  /// itself a plan.
  fileprivate static let schedules = OptionParser(.plan) { node throws(InputError) in
    guard node.kind == .object, node["elements"] == nil else {
      return [nil: try OptionParser<String>.plan.parse(node)]
    }
    var schedules: [String?: String] = [:]
    for (task, plan) in node.members {
      schedules[task] = try OptionParser<String>.plan.parse(plan)
    }
    return schedules
  }
}

extension OptionParser<StatusWords> {
  /// An object that maps status words to meanings, or text such as `forgot=missed`.
  fileprivate static let statusWords = OptionParser(
    .mapping(.choice(RowStatus.allCases.map(\.rawValue)))
  ) { node throws(InputError) in
    var words = StatusWords()
    if let text = node.text, let read = StatusWords(text) { return read }
    for (word, meaning) in node.members {
      guard let status = meaning.text.flatMap(RowStatus.init) else {
        throw InputError(
          .notOneOf(text: meaning.source, allowed: RowStatus.allCases.map(\.rawValue)))
      }
      words.set(word, status)
    }
    if words.isEmpty { throw InputError(.malformed(text: node.source, .object)) }
    return words
  }
}

extension OptionParser<[EventLayout.Slot]> {
  /// An object that maps column names to clock times.
  fileprivate static let slots = OptionParser(.mapping(.time)) { node throws(InputError) in
    var slots: [EventLayout.Slot] = []
    for (column, time) in node.members {
      guard let time = time.text.flatMap({ CivilTime($0) }) else {
        throw InputError(.malformed(text: time.source, .time))
      }
      slots.append(EventLayout.Slot(column, at: time))
    }
    return slots
  }
}

extension OptionBinding<TableForm> {
  /// The options that tables of events and claims share.
  static let all: [OptionBinding] = [
    OptionBinding(
      "time-format", .text("be auto, dmy, mdy, excel, seconds, milliseconds or a pattern"), \.times,
      initial: "auto"
    )
    .means(
      "The format of dates and times: auto, dmy, mdy, seconds or milliseconds since 1970, excel, "
        + "or a pattern such as %d.%m.%Y %H:%M."),
    OptionBinding("decimal", OptionParser<DecimalMark>.choice) { $0.hasDecimalComma = $1 == .comma }
      .means("The decimal mark.", otherwise: "detected"),
  ]
}

extension TableForm {
  static let meaningOfEndCause =
    "The column of why observation ended: death, withdrawal, switch, completed, deviceReturned, "
    + "dataEnd, or any other cause."
}

/// A length of time of at most a day, such as `15m`, `2h`, `0` or `PT15M`.
package struct ShortDuration: LosslessStringConvertible, Hashable, Sendable {
  /// The length in seconds.
  package let seconds: Int

  /// Parses a number with a unit, or an ISO 8601 duration without days.
  package init?(_ text: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    if let period = ISODuration(text), !period.isCivil {
      seconds = period.seconds
    } else if text == "0" {
      seconds = 0
    } else if let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()) {
      seconds = number.multipliedReportingOverflow(by: unit).partialValue
    } else {
      return nil
    }
    if !(0...86_400 ~= seconds) { return nil }
  }

  /// The length in seconds, such as `900s`.
  package var description: String { "\(seconds)s" }
}

extension OptionParser<ShortDuration> {
  static let duration = text("be a length of time up to 24h, as in 15m", as: .duration)
}
