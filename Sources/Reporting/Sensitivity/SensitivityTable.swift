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
  var meanOnTime: Double?
  var meanNearIntervals: Double?
  var adherent: Int?
  var adherentShare: Double?
  var pooledRatio: Double?
  /// Why numbers are withheld; `nil` where none is.
  var missing: String?
}

/// The columns of `sensitivity.csv`.
enum SensitivityTable {
  static let columns = Column<SensitivityRow>.list(
    [
      .text("group", "the patient group; empty for the whole cohort") { $0.group },
      .text("task", "the task's id; empty for all tasks that impact adherence") { $0.task },
    ], parameters, counts, ratios)

  private static let parameters: [Column<SensitivityRow>] = [
    .number("threshold", "share", "the ratio from which on a patient counts as adherent") {
      Double($0.parameters.threshold.part) / Double($0.parameters.threshold.whole)
    },
    .integer("gapDays", "days", "the days without an event that mean discontinuation") {
      $0.parameters.gapDays
    },
    .integer("graceDays", "days", "the days after the last event that belong to persistence") {
      $0.parameters.graceDays
    },
    .text("restart", "what an event after such a gap does: `allowed` forgives the gap, `ends` not")
    {
      $0.parameters.restart.rawValue
    },
    .integer("holidayDays", "days", "the days in a row without an event that are a drug holiday") {
      $0.parameters.holidayDays
    },
    .number("onTimeMinutes", "minutes", "how near its planned time a dose must be") {
      Double($0.parameters.onTimeSeconds) / 60
    },
    .number(
      "intervalTolerance", "share", "how far an interval may lie from its planned one, as a share"
    ) { $0.parameters.intervalTolerance },
  ]

  private static let counts: [Column<SensitivityRow>] = [
    .integer("patients", "patients", "those who have the task", { $0.patients }),
    .integer("initiated", "patients", "those with any kept event of the plan", { $0.initiated }),
    .integer(
      "followed", "patients",
      "those of whom it can be told whether they discontinued: they were observed for a gap or longer",
      { $0.followed }),
    .integer(
      "discontinued", "patients", "those of them who discontinued by these parameters",
      { $0.discontinued }),
    .decimal(
      "persistenceMedian", "days",
      "the time by which half of the initiated have discontinued, by Kaplan and Meier; empty where the curve stays above one half",
      { $0.persistenceMedian }),
    .decimal(
      "meanImplementation", "share",
      "the mean, over the initiated, of done over due from the first event to the end of persistence",
      { $0.meanImplementation }),
    .integer(
      "patientsWithHoliday", "patients", "those with a drug holiday while they persist",
      { $0.withHoliday }),
    .decimal(
      "meanOnTimeOfTaken", "share",
      "the mean of the patients' shares of doses near their planned time; empty unless the grid varies timing",
      { $0.meanOnTime }),
    .decimal(
      "meanInterdoseNear", "share",
      "the mean of the patients' shares of intervals near their planned ones; empty unless the grid varies timing",
      { $0.meanNearIntervals }),
  ]

  private static let ratios: [Column<SensitivityRow>] = [
    .integer(
      "adherentPatients", "patients", "those whose ratio reaches `threshold`", { $0.adherent }),
    .decimal(
      "adherentShare", "share", "`adherentPatients` over all who have a ratio",
      { $0.adherentShare }),
    .decimal(
      "pooledRatio", "share", "the ratio of all patients' counts together", { $0.pooledRatio }),
  ]

  /// The column that says why numbers are withheld for small groups.
  static let missing = Column<SensitivityRow>.text(
    "missing", "why numbers are withheld: `fewerThan5`, `countsFewerThan5`"
  ) { $0.missing }
}

extension EndTable {
  /// Creates the table of a grid.
  init(_ rows: SensitivityRows) {
    let columns =
      SensitivityTable.columns + (rows.isWithholding ? [SensitivityTable.missing] : [])
    self.init(ReportTable.sensitivity.rawValue, columns, eachRow: rows.eachRow)
  }
}
