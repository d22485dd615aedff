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
    Column<Counted>.lateCounts.of(\.counted))

  /// The columns, in order, with those of some measures and, if there are any, `missing`: which of them
  /// cannot be computed, and why.
  static func columns(_ groups: Set<MeasureGroup>) -> [Column<Row>] {
    let measures = MeasureColumn.columns(of: groups)
    if measures.isEmpty { return ownColumns }
    // Of the measures alone: a cell of the row would copy all of it.
    let cells = measures.enumerated().map { Column<[MeasureColumn.Value]>($1, at: $0) }
    let missing = Column<[MeasureColumn.Value]>.text(
      "missing", "which measures cannot be computed, by reason"
    ) { measures.missing(in: $0) }
    return ownColumns + (cells + [missing]).of(\.measures)
  }

  /// A task of a patient, or all that impact adherence; what the one or the other does not have is `nil`.
  struct Row {
    var patient: Patient
    var task: String?
    var start: CivilDate?
    var counted: Counted
    var streaks: Streaks?
    var perfectDays: Streaks
    var dosingDays: DosingDays?
    var composite: CompositeAdherence?
    /// The measures that have columns; none for the patient.
    var measures: [MeasureColumn.Value] = []
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
        counted: Counted(task.adherence, numerator), streaks: task.streaks,
        perfectDays: task.perfectDays, dosingDays: task.dosingDays)
      if tasks.indices.contains(index) {
        row.measures = measures.map { $0.value(of: tasks[index]) }
      }
      rows.write(&row)
    }
    var row = Row(
      patient: summary.patient, start: summary.start,
      counted: Counted(summary.total, numerator, isEmpty: summary.isEmpty),
      perfectDays: summary.perfectDays, composite: summary.composite)
    rows.write(&row)
  }
}

extension Column<[MeasureColumn.Value]> {
  /// The column of the measure at a place among those that have columns.
  fileprivate init(_ measure: MeasureColumn, at place: Int) {
    let about = TableColumn(
      name: measure.name, type: ColumnType(measure.kind), unit: measure.unit,
      meaning: measure.meaning)
    self.init(about) { values in
      guard values.indices.contains(place) else { return .empty }
      return switch values[place] {
      case .number(let number): .number(number)
      case .count(let count): .integer(count)
      case .truth(let truth): .boolean(truth)
      case .text(let text): .text(text)
      case .nothing, .missing: .empty
      }
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
  /// The names of those that are missing, by reason in the order in which these occur, as
  /// `notInitiated: latenessMean latenessSd; tooFew: olsSlope`.
  fileprivate func missing(in values: [MeasureColumn.Value]) -> String? {
    var missing: [(reason: MissingStatistic, names: String)] = []
    for case (let column, .missing(let reason)) in zip(self, values) {
      if let index = missing.firstIndex(where: { $0.reason == reason }) {
        missing[index].names += " \(column.name)"
      } else {
        missing.append((reason, column.name))
      }
    }
    let texts = missing.map { "\($0.reason.rawValue): \($0.names)" }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
