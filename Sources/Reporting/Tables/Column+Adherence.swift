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

/// What was counted for a row, and what follows from it, so that cells are read and not computed.
struct Counted {
  private(set) var adherence = Adherence()
  /// No number where there is none.
  var ratio = Double.nan
  private(set) var reason: MissingRatio?
  private(set) var breaches = 0
  /// Occurrences with what quotas ask for, those of them done, those not done and over, and those neither.
  private(set) var (due, completed, missed, outstanding) = (0.0, 0.0, 0.0, 0.0)

  /// Takes the counts of another row.
  ///
  /// - Parameters:
  ///   - adherence: The counts.
  ///   - numerator: What the ratio counts.
  ///   - absence: Why no task stands behind them, where none does.
  mutating func take(
    _ adherence: Adherence, _ numerator: Numerator, absence: MissingRatio? = nil
  ) {
    self.adherence = adherence
    ratio = adherence.ratio(numerator) ?? .nan
    reason = absence ?? adherence.reason
    breaches = adherence.uses.breaches
    (due, completed, missed) = (adherence.expected, adherence.done, adherence.lost)
    outstanding = adherence.stillOpen
  }
}

extension Counted {
  init(_ adherence: Adherence, _ numerator: Numerator, absence: MissingRatio? = nil) {
    self.init()
    take(adherence, numerator, absence: absence)
  }
}

extension PatientAdherence {
  /// Every series in the order of a table's rows, with the name of each period's row.
  func forEachSeries(_ body: (AdherenceSeries, (Int) -> SeriesName) -> Void) {
    for series in tasks + [total] + groups + carePlans {
      let whole = SeriesName(patient, series.scope)
      body(series) { hasVersions ? SeriesName(patient(at: $0), series.scope) : whole }
    }
  }
}

extension Column<Patient> {
  /// The patient and the group.
  static let names: [Column] = [
    text("patient", "the patient's id") { $0.id },
    text("group", "the patient's group; of rows by period, at the end of the period") { $0.group },
  ]
}

extension Column<SeriesScope> {
  static let task = text("task", "the task's id; empty for what sums up several") { $0.task }
  /// What a row sums up, where it is no task.
  static let sums: [Column] = [
    text("taskGroup", "the task group that the row sums up") { $0.group },
    text("carePlan", "the care plan that the row sums up") { $0.carePlan },
  ]
}

extension Column<SeriesName> {
  static let names: [Column] = list(
    Column<Patient>.names.of(\.patient), [Column<SeriesScope>.task.of(\.scope)])
  static let sums: [Column] = Column<SeriesScope>.sums.of(\.scope)
}

extension Column<PeriodSpan> {
  static let names: [Column] = [
    text("period", "the name of the period, such as `2025-W03`") { $0.name },
    date("start", "its first day") { $0.start },
    date("end", "the first day after it") { $0.end },
  ]
}

extension Column<Adherence> {
  /// What became of the occurrences that are not done and not missed.
  fileprivate static let others = list(
    [
      number("declined", "occurrences", "of those due, skipped or refused") { $0.refused },
      integer("suspended", "occurrences", "those in a hold", at: \.suspended),
      integer("cancelled", "occurrences", "those that the plan took back", at: \.cancelled),
      integer("pending", "occurrences", "those not due yet, as they are not over", at: \.pending),
      integer(
        "unscheduled", "outcomes", "those without an occurrence, which raise no ratio",
        at: \.unscheduled),
      integer("dropped", "events", "those that came too soon after another", at: \.dropped),
    ], Column<TimingCounts>.all.of(\.timings),
    [decimal("progress", "occurrences", "the sum of the progress of those due", at: \.progress)])
}

extension Column<Adherence> {
  static let dueMeaning = "those in the denominator, with what quotas ask for"
  static let completedMeaning = "of those due, done"
  static let due = number("due", "occurrences", dueMeaning) { $0.expected }
  static let completed = number("completed", "occurrences", completedMeaning) { $0.done }
}

extension Column<Counted> {
  static let due = number("due", "occurrences", Column<Adherence>.dueMeaning, at: \.due)
  static let completed = number(
    "completed", "occurrences", Column<Adherence>.completedMeaning, at: \.completed)

  /// What became of the occurrences.
  static let counts: [Column] =
    [
      due, completed,
      integer(
        "partial", "occurrences", "of those due, done in part, and over", at: \.adherence.partial),
      number(
        "missed", "occurrences",
        "of those due, not done, and over, with what quotas lack in periods that are over",
        at: \.missed),
    ] + Column<Adherence>.others.of(\.adherence)

  /// The ratio with six decimals, or with all its digits.
  static let ratio = decimal("ratio", "share", ratioMeaning, at: \.ratio)
  static let exactRatio = number("ratio", "share", ratioMeaning, at: \.ratio)
  private static let ratioMeaning =
    "`completed` / `due`, or of another `--numerator`; may be empty"
  static let reason = text("reason", "why there is no ratio, such as `noOccurrences`") {
    $0.reason?.rawValue
  }

  /// What has no occurrences: quotas, and what is used as needed.
  static let flexible: [Column] = [
    decimal(
      "quotaDue", "times", "of `due`, what quotas such as 3 a week ask for",
      at: \.adherence.quota.required),
    decimal(
      "quotaDone", "times", "of `completed`, what was done for quotas",
      at: \.adherence.quota.credited),
    integer(
      "uses", "uses", "what was done for quotas or used as needed", at: \.adherence.uses.count),
    decimal("dose", "as recorded", "the sum of the amounts of the uses", at: \.adherence.uses.dose),
    integer("breaches", "uses", "how often a use broke a limit", at: \.breaches),
  ]

  /// What was recorded, of it what targets ask for, what they ask for.
  static let amounts: [Column] = [
    number(
      "value", "as recorded",
      "what was recorded for those due; empty where a sum is more than a number can hold",
      at: \.adherence.value),
    number(
      "creditedValue", "as recorded", "of that, what targets credit", at: \.adherence.credited),
    number(
      "target", "as recorded", "what the targets of those due ask for at least",
      at: \.adherence.target),
  ]

  /// The counts that stand behind the others.
  static let lateCounts: [Column] = [
    integer(
      "excused", "occurrences",
      "those declined, where `--excuse-declined` leaves them out of `due`", at: \.adherence.excused),
    number(
      "outstanding", "occurrences",
      "of those due, neither done nor over, where `--denominator` is `offered` or `planned`",
      at: \.outstanding),
  ]
}

extension Column<TimingCounts> {
  /// When what was completed came, seen from the windows.
  static let all: [Column] = [
    integer("early", "occurrences", "of those completed, before the window opened", at: \.early),
    integer(
      "onTime", "occurrences",
      "of those completed, in the window, however far from the planned time", at: \.onTime),
    integer(
      "late", "occurrences", "of those completed, after the window, while it still counted",
      at: \.late),
    integer("outside", "occurrences", "of those completed, too late to be late", at: \.outside),
    integer("untimed", "occurrences", "of those completed, at no known time", at: \.untimed),
  ]
}
