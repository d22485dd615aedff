import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The tables that the tool writes, as lists of columns.
///
///     for column in ReportTable.adherence.columns.prefix(3) {
///       print(column.name, column.type.rawValue)
///     }
///     // patient text
///     // group text
///     // level text
public enum ReportTable: String, CaseIterable, Hashable, Sendable {
  /// `adherence.csv`: each patient by task and period.
  case adherence
  /// `cohort.csv`: the cohort by group, task and period.
  case cohort
  /// `phases.csv`: initiation, persistence and implementation by group, task and period.
  case phases
  /// `patients.csv`: each patient by task over the whole range, with measures.
  case patients
  /// `flags.csv`: the patients' tasks that are paused, stopped, never started or declining.
  case flags
  /// `rolling.csv`: rolling windows.
  case rolling
  /// `breakdown.csv`: elements, slots and weekdays.
  case breakdown
  /// `values.csv`: the recorded values by patient, task, element, kind, unit and period.
  case values
  /// `cohortValues.csv`: the distribution of the patients' means of recorded values.
  case cohortValues
  /// `sensitivity.csv`: the cohort by each combination of a grid of parameters.
  case sensitivity
  /// `regimen events`: the state of each occurrence.
  case events
  /// `regimen due`: the work list at a moment.
  case due
  /// `regimen expand`: the occurrences of a schedule.
  case occurrences
  /// `regimen refills`: measures from fills.
  case measures

  /// The columns, in order; of `patients` with those of all measures.
  public var columns: [TableColumn] { columns(of: Set(MeasureGroup.allCases)) }

  /// Returns the columns, with those of some groups of measures.
  func columns(of measures: Set<MeasureGroup>) -> [TableColumn] {
    switch self {
    case .adherence: AdherenceTable.columns.map(\.about)
    case .cohort: CohortTable.columns().map(\.about)
    case .phases: PhaseTable.columns.map(\.about)
    case .patients: PatientTable.columns(measures).map(\.about)
    case .flags: FlagTable.columns.map(\.about)
    case .rolling: RollingTable.columns.map(\.about)
    case .breakdown: BreakdownTable.columns.map(\.about)
    case .values: ValueTable.columns.map(\.about)
    case .cohortValues: CohortValueTable.columns.map(\.about)
    case .sensitivity: SensitivityTable.columns.map(\.about)
    case .events: Event.columns.map(\.about)
    case .due: DueRow.columns.map(\.about)
    case .occurrences: OccurrenceTable.columns.map(\.about)
    case .measures: RefillRows.columns.map(\.about)
    }
  }

  /// A sentence that describes the rows.
  var rows: String {
    switch self {
    case .adherence:
      "A row for each patient, task and period in which anything was planned or recorded, and for each total that `level` names; with `--empty-periods` for all periods."
    case .cohort: "A row for each group, task and period, and for each total that `level` names."
    case .phases:
      "A row for each group, task and period in which treatment of a patient is observed, and for the whole cohort."
    case .patients: "A row for each patient and task over all days, and for each patient."
    case .flags:
      "A row for each patient, task and flag, while plan and observation continue: the most urgent first, then those resolved since the previous report."
    case .rolling:
      "A row for each patient, task, window and day on which the window ends, and for each total that `level` names."
    case .breakdown:
      "A row for each patient, task and element, slot of the day or weekday, and the same for each patient."
    case .values:
      "A row for each patient, task, element, kind, unit, type and period, and for values that are no numbers one for each value too."
    case .cohortValues:
      "A row for each group, task, element, kind, unit and period for which any patient recorded numbers, and the same for the cohort."
    case .sensitivity:
      "A row for each group, task and combination of the values of `--grid`, over the whole range, and for each total that `level` names."
    case .events:
      "A row for each occurrence, each period of a quota, and each outcome that belongs to neither."
    case .due: "A row for each occurrence, quota and use as needed that is due, allowed or next."
    case .occurrences: "A row for each occurrence of a schedule."
    case .measures: "A row for each patient, measure of refills and stretch of time."
    }
  }
}

// How columns are documented.
extension ReportTable {
  /// The table as a section of Markdown: the rows, and a line for each column.
  package var markdown: String {
    let lines = columns.map { column in
      "| `\(column.name)` | \(column.type.rawValue) | \(column.unit ?? "") | \(column.meaning) |\n"
    }
    let head = "## \(rawValue)\n\n\(rows)\n\n| column | type | unit | what |\n|---|---|---|---|\n"
    return head + lines.joined()
  }

  /// The columns of some tables as a table of their own, in which each is a row.
  package static func list(_ tables: [ReportTable], _ format: TableFormat) -> [UInt8] {
    var list = TableStream(listColumns, .text(format))
    for table in tables {
      for column in table.columns {
        var row = (table: table, column: column)
        list.rows.write(&row)
      }
    }
    return list.finish()
  }

  private static let listColumns: [Column<(table: ReportTable, column: TableColumn)>] = [
    .text("table", "the table") { $0.table.rawValue },
    .text("column", "the column's name") { $0.column.name },
    .text("type", "what its cells hold") { $0.column.type.rawValue },
    .text("unit", "what a number counts or is measured in") { $0.column.unit },
    .text("meaning", "what a cell means") { $0.column.meaning },
  ]
}

/// The rows of `cohortValues.csv`: one per group, series of numbers and period; and the same of the
/// whole cohort.
///
/// They are separate from the cohort's ratios, as they are amounts in a unit.
enum CohortValueTable {
  static let columns = Column<CohortValueRow>.list(
    [
      .level("`task` the whole cohort, `groupTask` a group") {
        $0.group == nil ? "task" : "groupTask"
      },
      .group { $0.group },
    ],
    Column<ValueScope>.names.of(\.scope), Column<PeriodSpan>.names.of(\.span),
    [
      .integer("patients", "patients", "the patients who recorded a number") { $0.patients },
      .integer("n", "values", "the number of numbers recorded", at: \.readings),
      .number("mean", "units", "the mean of the patients' means") { $0.mean },
    ], CohortTable.quantiles.map(column))

  private static func column(_ name: String, _ percent: Int) -> Column<CohortValueRow> {
    .number(name, "units", "the \(CohortTable.quantileName(percent)) of the patients' means") {
      $0.quantile(Double(percent) / 100)
    }
  }
}

extension EndTable {
  /// The values of a cohort over its periods.
  init(_ values: CohortValues, over spans: [PeriodSpan]) {
    self.init(ReportTable.cohortValues.rawValue, CohortValueTable.columns) {
      values.rows(over: spans).forEach($0)
    }
  }
}

/// The columns of `flags.csv`.
enum FlagTable {
  static let columns: [Column<FlagRow>] = [
    .text("patient", "the patient's id") { $0.patient },
    .text("group", "the patient's group") { $0.group },
    .text("task", "the task's id") { $0.flag.task },
    .text("title", "the task's title; its id if it has none") { $0.flag.title },
    .text(
      "flag",
      "the reason to contact the patient: `paused`, `stopped`, `neverStarted` or `declining`"
    ) {
      $0.flag.flag.rawValue
    },
    .date(
      "since",
      "the day after the last event; of `neverStarted` the first planned day; empty for `declining`"
    ) { $0.flag.since },
    .date("lastEvent", "the day of the task's last event") { $0.flag.lastEvent },
    .date("planEnd", "the last day of the plan; empty if its schedule has no end date") {
      $0.flag.planEnd
    },
    .text("evidence", "the observation behind the flag, in words; empty for `resolved`") {
      $0.status == .resolved ? nil : $0.flag.evidence
    },
    .text(
      "status",
      "the change since the report that `--previous` names: `new`, `continuing` or `resolved`; empty without one"
    ) { $0.status?.rawValue },
  ]
}

extension EndTable {
  /// The flags of a report.
  init(_ flags: ReportFlags) {
    self.init(ReportTable.flags.rawValue, FlagTable.columns) { body in flags.rows.forEach(body) }
  }
}

extension TaskFlag {
  /// The observation behind the flag.
  var evidence: String {
    if let fall { return fall.words }
    if flag == .neverStarted { return "none of \(PageWords.amount(missed)) due done" }
    if emptyPeriods > 0 {
      return "no event in \(PageWords.count(emptyPeriods, "period")) of the quota"
    }
    return "no event on \(PageWords.count(Int(missed), "day")) with anything due"
  }
}

extension TaskMeasures.Fall {
  /// The decline as text.
  var words: String {
    let points = Int((-change * 100).rounded())
    let p = p < 0.0001 ? "below 0.0001" : "\((p * 10_000).rounded() / 10_000)"
    return
      "weekly ratios fell by \(points) points over the last twelve weeks (Mann-Kendall test: p \(p))"
  }
}

/// The rows of `breakdown.csv`: one per patient, task and element, slot of the day or weekday, over the
/// whole range; with the task empty for the tasks that impact adherence.
struct BreakdownTable {
  static let columns = Column<Row>.list(
    Column<Patient>.names.of(\.patient),
    [
      .level("`patient` all tasks that impact adherence, `task` one task") {
        $0.part.task == nil ? "patient" : "task"
      },
      .task { $0.part.task },
      .text("breakdown", "what the row is one of: `element`, `slot` or `weekday`") {
        $0.breakdown.rawValue
      },
      .text("name", "the element's id, the planned time of day, or the weekday") { $0.part.name },
    ], Column<Counted>.counts.of(\.counted), [Column<Counted>.exactRatio.of(\.counted)])

  /// A part of a patient's occurrences.
  struct Row {
    var patient: Patient
    var breakdown: Breakdown
    var part: AdherencePart
    var counted: Counted
  }

  private let hasTotals: Bool
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(hasTotals: Bool, _ rows: RowWriter<Row>) {
    (self.hasTotals, self.rows) = (hasTotals, rows)
  }

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - patient: The results, with all evaluations.
  ///   - breakdowns: The breakdowns of the occurrences.
  func write(_ patient: EvaluatedPatient, by breakdowns: [Breakdown]) {
    let compiled = patient.compiled
    for breakdown in breakdowns {
      for part in patient.evaluations.parts(by: breakdown)
      where hasTotals || part.task != nil {
        var row = Row(
          patient: compiled.patient, breakdown: breakdown, part: part,
          counted: Counted(part.adherence, compiled.query.numerator))
        rows.write(&row)
      }
    }
  }
}
