public import AdherenceAnalytics
import PlainWords
public import Scheduling

/// The columns of a table of events, and how its rows are read; the data decide what is left out.
///
///     var columns = EventColumns(patient: "Patient", time: "Zeitpunkt")
///     columns.task = "Mittel"
///     columns.form.times = .dayFirst
///     columns.form.delimiter = .semicolon
///
/// A column goes by its name, or by its number from 1. A date and a time of day in two columns are
/// `"Datum+Uhrzeit"`.
public struct EventColumns: Hashable, Sendable {
  /// The column of the patient's id.
  public var patient: String?
  /// The id of the one patient of a table without such a column.
  public var patientID: String?
  /// The column of when it happened; in the layout ``EventLayout/slots(_:)`` that of the day.
  public var time: String?
  /// The column of when it was planned.
  public var planned: String?
  /// The column of the task's id; where no column has this name, the id of all.
  public var task: String?
  /// The column of what was recorded.
  public var value: String?
  /// The column of its units; where no column has this name, the units of all.
  public var units: String?
  /// The column of its kind; where no column has this name, the kind of all.
  public var kind: String?
  /// The column that says whether the dose was taken, in words of ``statusWords``.
  public var status: String?
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
  /// The meaning of words in the column ``status`` beside the known ones.
  public var statusWords = StatusWords()
  /// What a row is; `nil` is what the names of the columns say.
  public var layout: EventLayout?
  /// How rows that may be the same event are read.
  public var rules = EventRules()
  /// How the table is written.
  public var form = TableForm()
  /// Whether the times are dates without a time of day.
  package internal(set) var hasDatesAlone = false

  /// Creates columns that are all found by their names and contents.
  public init() {}

  /// Creates the two columns that every table of events has.
  public init(patient: String, time: String) {
    (self.patient, self.time) = (patient, time)
  }
}

/// What the rows and columns of a table of events are.
public enum EventLayout: Hashable, Sendable {
  /// A row is an event, or a planned dose.
  case rows
  /// A row is a day of a patient, and the value is the number of doses that were taken.
  case counts
  /// A row is a patient, and a column with a date as its name says what happened that day.
  case days
  /// A row is a day of a patient, and some columns are times of the day: their names, and the clock time of
  /// those that only say whether.
  case slots([Slot])

  /// Whether the events of a row are in several columns.
  var hasCells: Bool {
    switch self {
    case .rows, .counts: false
    case .days, .slots: true
    }
  }

  /// A column for a time of the day.
  public struct Slot: Hashable, Sendable {
    /// The column.
    public var column: String
    /// The clock time of its events, where a cell has none itself.
    public var time: CivilTime

    /// Creates a slot.
    public init(_ column: String, at time: CivilTime) {
      (self.column, self.time) = (column, time)
    }
  }
}

/// How rows that may be the same event, or no event, are read; what is not set is an assumption, of which
/// a reader is told.
public struct EventRules: Hashable, Sendable {
  /// The seconds within which events of one task are one, with their amounts added up; `nil` is a quarter
  /// of an hour.
  public var minGap: Int?
  /// Whether rows that are the same in all fields are kept; `nil` drops them, and makes it a problem.
  public var keepsDuplicates: Bool?
  /// Whether ids that differ in capitals, inner spaces or leading zeros alone are one patient; `nil` keeps
  /// them apart, and makes it a problem.
  public var foldsIDs: Bool?
  /// Whether a value of 0 is a dose that was taken; `nil` is no.
  public var countsZeros: Bool?

  /// Creates rules that leave everything to be assumed.
  public init() {}
}

/// What patients of a table of events were asked to do.
///
///     var plan = EventPlan(["med": "twice daily", "walk": "3 times a week"])
///     plan.zone = Zone("Europe/Berlin")!
///     plan.start = CivilDate("2025-01-06")
public struct EventPlan: Hashable, Sendable {
  /// The plans: each in plain words, as a recurrence rule or as JSON, by the task's id; without an id it is
  /// that of all tasks which have no other.
  public var schedules: [String?: String]
  /// The zone of patients whose row says none; `nil` keeps each time as its clock showed it, whatever its
  /// offset.
  public var zone: Zone?
  /// The day on which plans begin that do not say it themselves; `nil` is the day of the patient's first
  /// event of the task.
  public var start: CivilDate?
  /// How events find their occurrences; `nil` is by nearest where the plan names times of the day, else by
  /// window.
  public var matching: Matching?
  /// The patients, where those without an event count too; rows of ids with what is known of each.
  public var patients: [PlannedPatient]?

  /// Creates one plan for all tasks.
  public init(_ schedule: String) { schedules = [nil: schedule] }

  /// Creates plans by the tasks' ids.
  public init(_ schedules: [String?: String]) { self.schedules = schedules }
}

/// A patient who has a plan, whether or not a table of events names the patient.
public struct PlannedPatient: Hashable, Sendable {
  /// The id.
  public var id: String
  /// The zone of the patient's clocks.
  public var zone: Zone?
  /// The group.
  public var group: String?
  /// The first day of the plan.
  public var start: CivilDate?
  /// The days on which the patient is observed.
  public var observation = ObservationPeriod()
  /// The contents of other columns of the list that may have the ids.
  var otherIDs: [String] = []

  /// Creates a patient of whom the id alone is known.
  public init(id: String) { self.id = id }
}

extension EventPlan {
  /// The plan of a task in words; `nil` where the task has none.
  func text(of task: String) -> String? { schedules[task] ?? schedules[nil] }

  /// Rejects plans that cannot be read, whatever the day on which they begin.
  package func validate() throws(InputError) {
    for text in schedules.values { _ = try EventPlan.schedule(text, from: CivilDate(dayNumber: 0)) }
  }

  /// The most doses that a plan asks for on a day of its first week.
  func dosesADay(from start: CivilDate) throws(InputError) -> Int {
    var most = 0
    for text in schedules.values {
      let occurrences = try Occurrences(of: try EventPlan.schedule(text, from: start), in: .utc)
      for day in 0..<7 {
        let first = Instant(
          seconds: CivilDateTime(date: start.adding(days: day), time: .midnight).localSeconds)
        let range = first..<first.adding(seconds: 86_400)
        most = max(most, occurrences.starting(in: range, limit: 24).count)
      }
    }
    return most
  }

  /// Reads a plan that begins on a day unless it says another.
  package static func schedule(_ text: String, from start: CivilDate) throws(InputError) -> Schedule
  {
    do throws(InputError) {
      return try Schedule(plan: text, from: start)
    } catch {
      // An error within a plan of JSON names its own field.
      throw error.of(parameter: "schedule")
    }
  }
}
