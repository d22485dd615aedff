public import AdherenceAnalytics
public import Scheduling

/// Which columns of a table of events say what, and what holds for all rows.
///
///     var columns = EventColumns(patient: "Patient", time: "Zeitpunkt")
///     columns.task = "Mittel"
///     columns.form.times = .dayFirst
///     columns.form.delimiter = .semicolon
///
/// A column goes by its name, or by its number from 1.
public struct EventColumns: Hashable, Sendable {
  /// The column of the patient's id.
  public var patient: String
  /// The column of when it happened.
  public var time: String
  /// The column of the task's id; where no column has this name, the id of all.
  public var task = "task"
  /// The column of what was recorded.
  public var value: String?
  /// The column of its units; where no column has this name, the units of all.
  public var units: String?
  /// The column of its kind; where no column has this name, the kind of all.
  public var kind: String?
  /// The column that says `completed`, `skipped` or `declined`.
  public var status: String?
  /// The column of the patient's zone.
  public var zone: String?
  /// The column of the first day of the patient's plan.
  public var start: String?
  /// The column of the patient's group.
  public var group: String?
  /// How the table is written.
  public var form = TableForm()

  /// Creates the two columns that every table of events has.
  public init(patient: String, time: String) {
    self.patient = patient
    self.time = time
  }
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
  /// The zone of patients whose row says none.
  public var zone = Zone.utc
  /// The day on which plans begin that do not say it themselves; `nil` is the day of the patient's first
  /// event of the task.
  public var start: CivilDate?
  /// How events find their occurrences.
  public var matching = Matching.window

  /// Creates one plan for all tasks.
  public init(_ schedule: String) { schedules = [nil: schedule] }

  /// Creates plans by the tasks' ids.
  public init(_ schedules: [String?: String]) { self.schedules = schedules }
}

extension EventPlan {
  /// The plan of a task in words; `nil` where the task has none.
  func text(of task: String) -> String? { schedules[task] ?? schedules[nil] }

  /// Refuses plans that nobody can read, whatever the day on which they begin.
  package func validate() throws(InputError) {
    for text in schedules.values { _ = try EventPlan.schedule(text, from: CivilDate(dayNumber: 0)) }
  }

  /// Reads a plan that begins on a day unless it says another.
  package static func schedule(_ text: String, from start: CivilDate) throws(InputError) -> Schedule
  {
    do throws(InputError) {
      return try Schedule(plan: text, from: start)
    } catch {
      // What is wrong within a plan of JSON names its own place.
      throw error.field == nil ? InputError(error.problem, parameter: "schedule") : error
    }
  }
}
