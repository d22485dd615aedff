import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The results of a group and task for one combination of parameters.
struct SensitivityRow: Sendable {
  var group: String?
  /// `nil` for all tasks that impact adherence.
  var task: String?
  var parameters: MeasureParameters
  var patients: Int?
  var initiated: Int?
  var followed: Int?
  var discontinued: Int?
  var persistenceMedian: Double?
  var meanImplementation: Double?
  var withHoliday: Int?
  var meanNearPlanned: Double?
  var meanNearIntervals: Double?
  var adherent: Int?
  var adherentShare: Double?
  var pooledRatio: Double?
  /// Why numbers are withheld; `nil` where none is.
  var withheld: String?
}

/// The columns of `sensitivity.csv`.
enum SensitivityTable {
  static let columns = Column<SensitivityRow>.list(
    [
      .level(
        "`cohort` or `group` all tasks that impact adherence, `task` or `groupTask` one task"
      ) { ($0.task.map(SeriesScope.task) ?? .total).level(ofGroup: $0.group) },
      .group { $0.group }, .task { $0.task },
    ], parameters, counts, ratios)

  private static let parameters: [Column<SensitivityRow>] = [
    .number("threshold", "share", CohortTable.thresholdMeaning) {
      $0.parameters.threshold.number
    },
    .integer(
      "gapDays", "days", "the least length of a stretch without an event that means discontinuation"
    ) {
      $0.parameters.gapDays
    },
    .integer("graceDays", "days", "the days after the last event that count as persistence") {
      $0.parameters.graceDays
    },
    .text(
      "restart",
      "whether an event after a gap of `gapDays` continues treatment: `allowed` or `ends`"
    ) {
      $0.parameters.restart.rawValue
    },
    .integer(
      "holidayDays", "days",
      "the least number of consecutive days without an event that is a drug holiday"
    ) {
      $0.parameters.holidayDays
    },
    .number(
      "nearPlannedMinutes", "minutes",
      "the greatest distance from the planned time at which a dose is near it"
    ) {
      Double($0.parameters.nearPlannedSeconds) / 60
    },
    .number(
      "intervalTolerance", "share",
      "the greatest deviation of an interval between doses from its planned interval, as a share of that"
    ) { $0.parameters.intervalTolerance },
  ]

  private static let counts: [Column<SensitivityRow>] = [
    .integer(
      "patients", "patients", "the patients who have the task, or any task", { $0.patients }),
    .integer(
      "initiated", "patients", "the patients with any kept event of the plan", { $0.initiated }),
    .integer(
      "followed", "patients",
      "the patients whose discontinuation can be judged: they were observed for `gapDays` or longer",
      { $0.followed }),
    .integer(
      "discontinued", "patients", "the patients of `followed` who discontinued",
      { $0.discontinued }),
    .decimal(
      "persistenceMedian", "days",
      "the Kaplan-Meier median time from initiation to discontinuation; empty where the curve stays above one half",
      { $0.persistenceMedian }),
    .decimal(
      "meanImplementation", "share",
      "the mean over the initiated patients of done / due from the first event to the end of persistence",
      { $0.meanImplementation }),
    .integer(
      "patientsWithHoliday", "patients", "the patients with a drug holiday during persistence",
      { $0.withHoliday }),
    .decimal(
      "meanNearPlannedOfDone", "share",
      "the mean over patients of the share of doses taken near their planned time; empty unless the grid varies timing",
      { $0.meanNearPlanned }),
    .decimal(
      "meanInterdoseNear", "share",
      "the mean over patients of the share of intervals between doses near their planned interval; empty unless the grid varies timing",
      { $0.meanNearIntervals }),
  ]

  private static let ratios: [Column<SensitivityRow>] = [
    .integer(
      "adherentPatients", "patients", "the patients whose ratio reaches `threshold`",
      { $0.adherent }),
    .decimal(
      "adherentShare", "share", "`adherentPatients` over the patients who have a ratio",
      { $0.adherentShare }),
    .decimal(
      "pooledRatio", "share", "the ratio of the sums of all patients: Σ done / Σ due",
      { $0.pooledRatio }),
  ]

  /// The column that says why numbers are withheld for small groups.
  static let withheld = Column<SensitivityRow>.text(
    "withheld", "why numbers are withheld: `fewerThan5`, `countsFewerThan5`, `otherDefinition`"
  ) { $0.withheld }
}
