public import AdherenceAnalytics
package import Diagnostics
import PlainWords
public import Scheduling

/// The columns of a table of events and the interpretation of its rows; unset properties are
/// detected from the data.
///
///     var columns = EventColumns(patient: "Patient", time: "Zeitpunkt")
///     columns.task = "Mittel"
///     columns.form.times = .dayFirst
///     columns.form.delimiter = .semicolon
///
/// A column is identified by its name, or by its number from 1. A date and a time of day in two
/// columns are `"Datum+Uhrzeit"`.
public struct EventColumns: Hashable, Sendable {
  /// The column of the patient's id.
  public var patient: String?
  /// The patient id of a table without such a column.
  public var patientID: String?
  /// The column of the event time; the column of the day in the layout ``EventLayout/slots(_:)``.
  public var time: String?
  /// The column of the planned time.
  public var planned: String?
  /// The column of the task's id; if there is no such column, the id of all rows.
  public var task: String?
  /// The column of the recorded value.
  public var value: String?
  /// The column of the value's units; if there is no such column, the units of all rows.
  public var units: String?
  /// The column of the value's kind; if there is no such column, the kind of all rows.
  public var kind: String?
  /// The column of the dose's status, in words of ``statusWords``.
  public var status: String?
  /// The column of the names of events that plans can follow, such as `surgery`; a row with a name is such an event, and
  /// no dose.
  public var event: String?
  /// The column of the patient's zone.
  public var zone: String?
  /// The column of the first day of the patient's plan.
  public var start: String?
  /// The column of the patient's group.
  public var group: String?
  /// The column of the first day on which the patient is observed.
  public var observedFrom: String?
  /// The column of the last day on which the patient is observed.
  public var observedTo: String?
  /// The column of why the observation ended.
  public var endCause: String?
  /// The meanings of status words in addition to the built-in ones.
  public var statusWords = StatusWords()
  /// The layout of rows; `nil` detects it from the names of the columns.
  public var layout: EventLayout?
  /// The handling of possible duplicates.
  public var rules = EventRules()
  /// The format of the table.
  public var form = TableForm()
  /// Whether the times are dates without a time of day.
  package internal(set) var hasDatesAlone = false

  /// Creates columns that are all detected.
  public init() {}

  /// Creates the two columns that every table of events has.
  public init(patient: String, time: String) {
    (self.patient, self.time) = (patient, time)
  }
}

/// The layout of a table of events.
public enum EventLayout: Hashable, Sendable {
  /// A row per event or planned dose.
  case rows
  /// A row per patient and day, with the number of doses taken as the value.
  case counts
  /// A row per patient, with a column per day whose name is a date.
  case days
  /// A row per patient and day, with a column per time of day, each with the clock time of cells
  /// that have none.
  case slots([Slot])

  /// Whether a row contains events in several columns.
  var hasCells: Bool {
    switch self {
    case .rows, .counts: false
    case .days, .slots: true
    }
  }

  /// A column for a time of day.
  public struct Slot: Hashable, Sendable {
    /// The column.
    public var column: String
    /// The clock time of cells that have none.
    public var time: CivilTime

    /// Creates a slot.
    public init(_ column: String, at time: CivilTime) {
      (self.column, self.time) = (column, time)
    }
  }
}

/// The handling of rows that may be duplicates or no events; each unset rule is reported as an
/// assumption.
public struct EventRules: Hashable, Sendable {
  /// The interval in seconds within which events of one task are merged and their amounts added;
  /// `nil` is a quarter of an hour.
  public var minGap: Int?
  /// Whether rows that are equal in all fields are kept; `nil` drops them and reports a problem.
  public var keepsDuplicates: Bool?
  /// Whether ids that differ only in case, inner spaces, marks or leading zeros are one patient; `nil`
  /// keeps them apart and reports a problem.
  public var foldsIDs: Bool?
  /// Whether a value of 0 is a dose that was taken; `nil` means no.
  public var countsZeros: Bool?

  /// Creates rules that are all unset.
  public init() {}
}

/// The plan that a table of events is compared with.
///
///     var plan = EventPlan(["med": "twice daily", "walk": "3 times a week"])
///     plan.zone = Zone("Europe/Berlin")!
///     plan.start = CivilDate("2025-01-06")
public struct EventPlan: Hashable, Sendable {
  /// The plans by task id, in plain words, as a recurrence rule or as JSON; the key `nil` has the
  /// plan of all other tasks.
  public var schedules: [String?: String]
  /// The zone of patients without a zone of their own; `nil` keeps each time as written, ignoring
  /// its offset.
  public var zone: Zone?
  /// The first day of plans that state none; `nil` is the day of the patient's first event of the
  /// task.
  public var start: CivilDate?
  /// The matching of events to occurrences; `nil` is by nearest if the plan has times of day,
  /// otherwise by window.
  public var matching: Matching?
  /// The list of all patients, including those without an event.
  public var patients: [PlannedPatient]?

  /// Creates one plan for all tasks.
  public init(_ schedule: String) { schedules = [nil: schedule] }

  /// Creates plans by task id.
  public init(_ schedules: [String?: String]) { self.schedules = schedules }
}

/// A patient with a plan, with or without rows in the table of events.
public struct PlannedPatient: Hashable, Sendable {
  /// The id.
  public var id: String
  /// The zone of the patient's clocks.
  public var zone: Zone?
  /// The group.
  public var group: String?
  /// The first day of the plan.
  public var start: CivilDate?
  /// The observation period of the patient.
  public var observation = ObservationPeriod()
  /// The values of other columns of the list that may contain the ids.
  var otherIDs: [String] = []

  /// Creates a patient with an id only.
  public init(id: String) { self.id = id }
}

extension EventPlan {
  /// Returns the plan of a task; `nil` if the task has none.
  func text(of task: String) -> String? { schedules[task] ?? schedules[nil] }

  /// Rejects plans that cannot be parsed.
  ///
  /// - Returns: The name of an event that they follow; `nil` if they follow none.
  package func validate() throws(InputError) -> String? {
    var followed: String?
    for text in schedules.values.sorted() {
      let schedule = try EventPlan.schedule(text, from: CivilDate(dayNumber: 0))
      followed = followed ?? schedule.eventNames.first
    }
    return followed
  }

  /// Returns the error of a plan that follows an event of which no table has a column.
  package static func noEventColumn(of name: String) -> InputError {
    InputError(.against(.noEventColumn, text: name), parameter: "schedule")
  }

  /// Whether a plan has elements with dates of its own.
  var hasDates: Bool {
    schedules.values.contains { text in
      let schedule = try? EventPlan.schedule(text, from: CivilDate(dayNumber: 0))
      return schedule?.elements.contains { !$0.followsEvents } ?? true
    }
  }

  /// Parses a plan that begins on a day unless it states another.
  package static func schedule(_ text: String, from start: CivilDate) throws(InputError) -> Schedule
  {
    do throws(InputError) {
      return try Schedule(plan: text, from: start)
    } catch {
      // An error within a plan of JSON already has a field.
      throw error.of(parameter: "schedule")
    }
  }
}

// The interpretation of plans in words.
extension EventPlan {
  /// Returns a sentence for each plan with its interpretation from a day on, and the default window
  /// if it has none.
  package func readings(from day: CivilDate, isDateOnly: Bool) -> [String] {
    schedules.sorted { ($0.key ?? "") < ($1.key ?? "") }.compactMap { task, text in
      let subject = task.map { "The schedule of \($0)" } ?? "The schedule"
      return reading(of: text, from: start ?? day, isDateOnly).map { "\(subject): \($0)" }
    }
  }

  private func reading(of text: String, from day: CivilDate, _ isDateOnly: Bool) -> String? {
    guard let plan = try? Schedule(plan: text, from: day),
      let later = try? Schedule(plan: text, from: day.adding(days: 1))
    else { return nil }
    let isFixed = start != nil || plan.summary == later.summary
    let beginning = isFixed ? "" : " (for a start on \(day))"
    return plan.summary + beginning + "." + (window(of: plan, text, day, isDateOnly) ?? "")
  }

  /// Returns the default window of due elements that have none.
  private func window(
    of plan: Schedule, _ text: String, _ day: CivilDate, _ isDateOnly: Bool
  ) -> String? {
    guard plan.elements.contains(where: { $0.window == nil && $0.recurrence.hasOccurrences }) else {
      return nil
    }
    switch try? matching(of: text, from: day, isDateOnly: isDateOnly) {
    case .nearest?: return " Each dose counts up to halfway to its neighbors."
    case .window?: return " Each dose counts on its own day."
    case .keyed?, nil: return nil
    }
  }

  /// Returns the matching of a schedule's events: as the plan states, or by nearest if both have
  /// times of day.
  func matching(
    of text: String, from day: CivilDate, isDateOnly: Bool
  ) throws(InputError) -> Matching {
    if let matching { return matching }
    if isDateOnly { return .window }
    return try Schedule.namesTimesOfDay(inPlan: text, from: day) ? .nearest : .window
  }
}

extension InputError.Rule {
  fileprivate static let noEventColumn = Self(
    "noEventColumn",
    "follows a named event, but no column has named events (name it with --event)")
}
