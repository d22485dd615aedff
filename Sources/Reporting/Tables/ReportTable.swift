import AdherenceStatistics

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
      "A row for each patient, task and period, and for each total that `level` names."
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
