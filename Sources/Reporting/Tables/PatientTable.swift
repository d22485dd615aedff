import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The rows of `patients.csv`: one per patient and task over the whole range, and one per patient with
/// the task empty.
struct PatientTable {
  /// The columns before those of the measures: what was counted; runs of occurrences and of perfect
  /// days; days by their doses, of tasks; composites, of patients.
  private static let ownColumns = Column<Row>.list(
    Column<Patient>.names.of(\.patient),
    [
      .text("task", "the task's id; empty for all tasks that impact adherence") { $0.task },
      .date("start", "the patient's first day of treatment") { $0.start },
    ], Column<Counted>.counts.of(\.counted),
    [Column<Counted>.exactRatio.of(\.counted), Column<Counted>.reason.of(\.counted)],
    Column<Streaks>.occurrences.of(\.streaks), Column<Streaks>.perfectDays.of(\.perfectDays),
    Column<DosingDays>.all.of(\.dosingDays), Column<CompositeAdherence>.all.of(\.composite),
    Column<Counted>.flexible.of(\.counted), Column<Counted>.amounts.of(\.counted),
    Column<Counted>.lateCounts.of(\.counted),
    [
      .date(
        "observedFrom",
        "the first day on which the patient is observed; empty where nothing bounds it"
      ) {
        $0.observation.from
      },
      .date(
        "observedTo", "the last day on which the patient is observed; empty where nothing bounds it"
      ) {
        $0.observation.to
      },
      .text("endCause", "why observation ended, such as death, withdrawal or deviceReturned") {
        $0.observation.endCause?.rawValue
      },
    ])

  /// The columns, in order, with those of some measures and, if there are any, `missing`: which of them
  /// cannot be computed, and why.
  static func columns(_ groups: Set<MeasureGroup>) -> [Column<Row>] {
    let measures = MeasureColumn.columns(of: groups)
    if measures.isEmpty { return ownColumns }
    let missing = TableColumn(
      name: "missing", type: .text, unit: nil,
      meaning: "which measures cannot be computed, by reason")
    return ownColumns + Column.listed(measures.map(\.about) + [missing], at: \.measures)
  }

  /// A task of a patient, or all that impact adherence; what the one or the other does not have is `nil`.
  struct Row {
    var patient: Patient
    var task: String?
    var start: CivilDate?
    var observation: ObservationPeriod
    var counted: Counted
    var streaks: Streaks?
    var perfectDays: Streaks
    var dosingDays: DosingDays?
    var composite: CompositeAdherence?
    /// The measures that have columns, and which of them are missing; none for the patient.
    var measures: [Cell] = []
  }

  private let numerator: Numerator
  private let measures: [MeasureColumn]
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(_ numerator: Numerator, _ groups: Set<MeasureGroup>, _ encoding: RowEncoding) {
    self.numerator = numerator
    measures = MeasureColumn.columns(of: groups)
    rows = RowWriter(PatientTable.columns(groups), encoding)
  }

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - summary: What was found.
  ///   - tasks: The measures of its tasks, where there are columns for any.
  func write(_ summary: PatientSummary, _ tasks: [TaskMeasures]) {
    for (index, task) in summary.tasks.enumerated() {
      var row = Row(
        patient: summary.patient, task: task.task, start: summary.start,
        observation: summary.observation,
        counted: Counted(task.adherence, numerator), streaks: task.streaks,
        perfectDays: task.perfectDays, dosingDays: task.dosingDays)
      if tasks.indices.contains(index) { row.measures = measures.cells(of: tasks[index]) }
      rows.write(&row)
    }
    var row = Row(
      patient: summary.patient, start: summary.start, observation: summary.observation,
      counted: Counted(summary.total, numerator, absence: summary.absence),
      perfectDays: summary.perfectDays, composite: summary.composite)
    rows.write(&row)
  }
}

extension MeasureColumn {
  /// The measure as a column of a table.
  fileprivate var about: TableColumn {
    TableColumn(name: name, type: ColumnType(kind), unit: unit, meaning: meaning)
  }
}

extension Cell {
  /// What a cell of a measure holds.
  fileprivate init(_ value: MeasureColumn.Value) {
    self =
      switch value {
      case .number(let number): .number(number)
      case .count(let count): .integer(count)
      case .truth(let truth): .boolean(truth)
      case .text(let text): .text(text)
      case .nothing, .missing: .empty
      }
  }
}

extension ColumnType {
  fileprivate init(_ kind: MeasureColumn.Kind) {
    self =
      switch kind {
      case .number: .number
      case .count: .integer
      case .truth: .boolean
      case .date: .date
      case .list: .list
      }
  }
}

extension [MeasureColumn] {
  /// The cells of a task, behind them which are missing.
  fileprivate func cells(of task: borrowing TaskMeasures) -> [Cell] {
    if isEmpty { return [] }
    var (cells, missing) = ([Cell](), MissingNames())
    cells.reserveCapacity(count + 1)
    for column in self {
      let value = column.value(of: task)
      if case .missing(let reason) = value { missing.add(column.name, reason) }
      cells.append(Cell(value))
    }
    cells.append(missing.text.map(Cell.text) ?? .empty)
    return cells
  }
}

/// The names of measures that are missing, by reason in the order in which these occur, as
/// `notInitiated: latenessMean latenessSd; tooFew: theilSen`.
private struct MissingNames {
  private var names: [(reason: MissingStatistic, text: String)] = []

  mutating func add(_ name: String, _ reason: MissingStatistic) {
    if let place = names.firstIndex(where: { $0.reason == reason }) {
      names[place].text += " "
      names[place].text += name
    } else {
      names.append((reason, reason.rawValue + ": " + name))
    }
  }

  var text: String? { names.isEmpty ? nil : names.map(\.text).joined(separator: "; ") }
}
