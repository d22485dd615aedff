import AdherenceAnalytics
import Scheduling

// Columns that several tables share, so that one thing has one name, one form and one meaning.

/// What the rows of a series are named after.
///
/// Rows that have the same one share their cells, which are made once.
final class SeriesName: Sendable {
  let patient: Patient
  let scope: SeriesScope

  init(_ patient: Patient, _ scope: SeriesScope) {
    (self.patient, self.scope) = (patient, scope)
  }
}

extension SeriesName: Equatable {
  static func == (a: SeriesName, b: SeriesName) -> Bool { a === b }
}

/// The counts of a row and the numbers computed from them once, so that cells only read them.
struct Counted {
  private(set) var adherence = Adherence()
  /// No number where there is none.
  var ratio = Double.nan
  private(set) var ratioMissing: MissingRatio?
  private(set) var breaches = 0
  /// The occurrences and uses due, done, missed, declined, and neither done nor over, including quotas.
  private(set) var (due, done, missed, declined, outstanding) = (0.0, 0.0, 0.0, 0.0, 0.0)
  /// The units of the amounts; the sums are no numbers where these are mixed.
  let units: AmountUnits
  private(set) var (valueSum, creditedSum, targetSum) = (0.0, 0.0, 0.0)

  /// Begins rows whose amounts are in the same units.
  init(units: AmountUnits) { self.units = units }

  /// Takes the counts of another row.
  ///
  /// - Parameters:
  ///   - adherence: The counts.
  ///   - numerator: The numerator of the ratio.
  ///   - absence: The reason why there is no task, if there is none.
  mutating func take(_ adherence: Adherence, _ numerator: Numerator, absence: MissingRatio?) {
    self.adherence = adherence
    ratio = adherence.ratio(numerator) ?? .nan
    ratioMissing = absence ?? adherence.ratioMissing
    breaches = adherence.uses.breaches
    (due, done, missed) = (
      adherence.dueWithQuotas, adherence.doneWithQuotas, adherence.missedWithQuotas
    )
    (declined, outstanding) = (adherence.declinedWithQuotas, adherence.outstandingWithQuotas)
    (valueSum, creditedSum, targetSum) =
      units.areMixed
      ? (.nan, .nan, .nan) : (adherence.valueSum, adherence.creditedSum, adherence.targetSum)
  }
}

extension Counted {
  init(
    _ adherence: Adherence, _ numerator: Numerator, units: AmountUnits = AmountUnits(),
    absence: MissingRatio? = nil
  ) {
    self.init(units: units)
    take(adherence, numerator, absence: absence)
  }
}

extension PatientAdherence {
  /// Every series in the order of a table's rows, with the name of each period's row.
  func forEachSeries(hasTotals: Bool, _ body: (AdherenceSeries, (Int) -> SeriesName) -> Void) {
    for series in hasTotals ? tasks + [total] + groups + carePlans : tasks {
      let whole = SeriesName(patient, series.scope)
      body(series) { hasVersions ? SeriesName(patient(at: $0), series.scope) : whole }
    }
  }
}

/// The name in the task or group column in rows of totals.
enum TotalName {
  static let all = "(all)"
}

extension Column {
  /// The level of a row, so that the rows of one level can be added up and no other ones.
  static func level(_ levels: String, _ value: @escaping @Sendable (Row) -> String) -> Column {
    text("level", "what the row adds up: \(levels)", value)
  }

  /// A group of patients, or all of them.
  static func group(_ value: @escaping @Sendable (Row) -> String?) -> Column {
    text("group", "the patient group; `(all)` for the whole cohort") {
      value($0) ?? TotalName.all
    }
  }

  /// A task, or several.
  static func task(_ value: @escaping @Sendable (Row) -> String?) -> Column {
    text("task", "the task's id; `(all)` in the rows of several tasks") {
      value($0) ?? TotalName.all
    }
  }
}

extension Column<Patient> {
  /// The patient and the group.
  static let names: [Column] = [
    text("patient", "the patient's id") { $0.id },
    text("group", "the patient's group; in rows by period, at the end of the period") { $0.group },
  ]
}

extension SeriesScope {
  /// The level of a patient's rows.
  var level: String {
    switch self {
    case .total: "patient"
    case .task: "task"
    case .group: "taskGroup"
    case .carePlan: "carePlan"
    }
  }

  /// The level of a cohort's rows.
  func level(ofGroup group: String?) -> String {
    switch self {
    case .total: group == nil ? "cohort" : "group"
    case .task: group == nil ? "task" : "groupTask"
    case .group: group == nil ? "taskGroup" : "groupTaskGroup"
    case .carePlan: group == nil ? "carePlan" : "groupCarePlan"
    }
  }

  /// The levels of a cohort's rows, in words.
  static let cohortLevels =
    "`cohort` or `group` all tasks that impact adherence, `task` or `groupTask` one task, "
    + "`taskGroup`, `groupTaskGroup`, `carePlan` or `groupCarePlan` the tasks of one"
}

extension Column<SeriesScope> {
  static let names: [Column] = [
    level(
      "`patient` all tasks that impact adherence, `task` one task, `taskGroup` or `carePlan` the "
        + "tasks of one"
    ) { $0.level },
    task { $0.task },
  ]
  /// What a row sums up, where it is no task.
  static let sums: [Column] = [
    text("taskGroup", "the task group of a row of level `taskGroup`") { $0.group },
    text("carePlan", "the care plan of a row of level `carePlan`") { $0.carePlan },
  ]
}

extension Column<SeriesName> {
  static let names: [Column] = list(
    Column<Patient>.names.of(\.patient), Column<SeriesScope>.names.of(\.scope))
  static let sums: [Column] = Column<SeriesScope>.sums.of(\.scope)
}

extension Column<PeriodSpan> {
  static let names: [Column] = [
    text("period", "the name of the period, such as `2025-W03`") { $0.name },
    date("periodStart", "the first day of the period") { $0.start },
    date("periodEnd", "the day after the last day of the period (exclusive)") { $0.end },
  ]
}

extension Column<Adherence> {
  /// What became of the occurrences that are not due.
  fileprivate static let others: [Column] = [
    integer(
      "excused", "occurrences",
      "the declined occurrences that `--excuse-declined` leaves out of `due`", at: \.excused),
    integer("onHold", "occurrences", "the occurrences inside a hold", at: \.onHold),
    integer("cancelled", "occurrences", "the occurrences that the plan cancelled", at: \.cancelled),
    integer(
      "pending", "occurrences",
      "the occurrences that the denominator does not have yet, as their time is not over",
      at: \.pending),
  ]

  /// What was recorded without an occurrence.
  fileprivate static let strays: [Column] = [
    integer(
      "unscheduled", "outcomes", "the outcomes without an occurrence, which raise no ratio",
      at: \.unscheduled),
    integer(
      "eventsTooSoon", "events",
      "the events that followed the last one within the task's `minWait` and were not used",
      at: \.eventsTooSoon),
  ]
}

extension Column<Adherence> {
  static let dueMeaning = "the occurrences in the denominator, with what quotas ask for"
  static let doneMeaning = "the occurrences due that were done, with what was done for quotas"
  static let due = number("due", "occurrences", dueMeaning) { $0.dueWithQuotas }
  static let done = number("done", "occurrences", doneMeaning) { $0.doneWithQuotas }
}

extension Column<Counted> {
  static let due = number("due", "occurrences", Column<Adherence>.dueMeaning, at: \.due)
  static let done = number("done", "occurrences", Column<Adherence>.doneMeaning, at: \.done)

  /// What became of the occurrences.
  static let counts: [Column] = list(
    [
      due, done,
      integer(
        "partial", "occurrences", "the occurrences due that were done in part and are over",
        at: \.adherence.partial),
      number(
        "missed", "occurrences",
        "the occurrences due that were not done and are over, with what quotas lack in periods that are over",
        at: \.missed),
      number(
        "declined", "occurrences", "the occurrences due that were skipped or refused",
        at: \.declined),
    ], Column<Adherence>.others.of(\.adherence),
    [
      number(
        "outstanding", "occurrences",
        "the occurrences due that are neither done nor over, where `--denominator` is `offered` or `planned`",
        at: \.outstanding)
    ], Column<Adherence>.strays.of(\.adherence), Column<TimingCounts>.all.of(\.adherence.timings),
    [decimal("progress", "occurrences", progressMeaning, at: \.adherence.progress)])

  static let progressMeaning = "the sum of the progress of the occurrences due, each 0 to 1"

  /// The ratio with six decimals, or with all its digits.
  static let ratio = decimal("ratio", "share", ratioMeaning, at: \.ratio)
  static let exactRatio = number("ratio", "share", ratioMeaning, at: \.ratio)
  private static let ratioMeaning =
    "`done` / `due`, or the ratio of another `--numerator`; empty where nothing is due"
  static let ratioMissing = Column<MissingRatio>.text(
    "ratioMissing", "why the ratio is missing, such as `noOccurrences`"
  ) { $0.rawValue }.of(\Counted.ratioMissing)

  /// The columns of tasks without occurrences: quotas, and medication as needed.
  static let flexible: [Column] = [
    decimal(
      "quotaDue", "times", "the part of `due` that quotas, such as 3 a week, ask for",
      at: \.adherence.quota.required),
    decimal(
      "quotaDone", "times",
      "the part of `done` that was done for quotas, in no period more than was asked for",
      at: \.adherence.quota.credited),
    integer(
      "uses", "uses", "the uses for quotas and as needed", at: \.adherence.uses.count),
    decimal(
      "asNeededAmount", "as recorded", "the sum of the amounts of `uses`",
      at: \.adherence.uses.asNeededAmount),
    integer("breaches", "uses", "the uses that broke a limit, once per limit", at: \.breaches),
  ]

  /// The recorded values, the part credited towards targets, and the targets.
  static let amounts: [Column] = [
    number(
      "valueSum", "as recorded",
      "the sum of the values recorded for the occurrences due; empty over mixed units and beyond the range of a number",
      at: \.valueSum),
    number(
      "creditedSum", "as recorded",
      "the part of `valueSum` that the targets credit, of no occurrence more than its target; empty as `valueSum`",
      at: \.creditedSum),
    number(
      "targetSum", "as recorded",
      "the sum of the least that the targets of the occurrences due ask for; empty as `valueSum`",
      at: \.targetSum),
    Column<AmountUnits>.list(
      "units", "the units of the task's amounts, each once; more than one empties the sums"
    ) { $0.names.isEmpty ? nil : $0.names.sorted() }.of(\Counted.units),
  ]
}

extension Column<TimingCounts> {
  /// The times of the outcomes relative to the windows.
  static let all: [Column] = [
    integer(
      "early", "occurrences", "the occurrences done before their window opened", at: \.early),
    integer(
      "inWindow", "occurrences",
      "the occurrences done in their window, however far from the planned time", at: \.inWindow),
    integer(
      "late", "occurrences", "the occurrences done after their window closed and before it expired",
      at: \.late),
    integer(
      "doneAfterExpiry", "occurrences", "the occurrences done after their window expired",
      at: \.doneAfterExpiry),
    integer("untimed", "occurrences", "the occurrences done at no known time", at: \.untimed),
  ]
}
