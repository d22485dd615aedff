import AdherenceAnalytics
import AdherenceStatistics
public import Scheduling

/// The rows of `patients.csv`: one per patient and task over the whole range, and one per patient for the
/// tasks that impact adherence.
struct PatientTable {
  /// The columns of every report: the patient and task, the counts, the streaks, and the observation.
  private static let ownColumns = Column<Row>.list(
    Column<Patient>.names.of(\.patient),
    [
      .level("`patient` all tasks that impact adherence, `task` one task") {
        $0.task == nil ? "patient" : "task"
      },
      .task { $0.task },
      .date("treatmentStart", "the patient's first day of treatment") { $0.start },
    ], Column<Counted>.counts.of(\.counted),
    [Column<Counted>.exactRatio.of(\.counted), Column<Counted>.ratioMissing.of(\.counted)],
    Column<Counted>.flexible.of(\.counted), Column<Streaks>.headline.of(\.streaks), observation)

  private static let observation: [Column<Row>] = [
    .date(
      "observedFrom",
      "the first day on which the patient is observed; empty where nothing bounds it"
    ) { $0.observation.from },
    .date(
      "observedTo",
      "the last day on which the patient is observed (inclusive); empty where nothing bounds it"
    ) { $0.observation.to },
    .text("endCause", "why observation ended, such as `death`, `withdrawal` or `deviceReturned`") {
      $0.observation.endCause?.rawValue
    },
  ]

  /// The columns of measures that are counted and not computed, by group.
  private static func counted(_ group: MeasureGroup) -> [Column<Row>] {
    switch group {
    case .streaks:
      Column<Streaks>.details.of(\.streaks) + Column<Streaks>.perfectDays.of(\.perfectDays)
    case .days: Column<DosingDays>.all.of(\.dosingDays)
    case .composites: Column<CompositeAdherence>.all.of(\.composite)
    case .targets: Column<Counted>.amounts.of(\.counted)
    case .taking, .phases, .timing, .signals, .trend, .patterns, .coverage: []
    }
  }

  /// The columns, in order, with those of some measures.
  static func columns(_ groups: Set<MeasureGroup>) -> [Column<Row>] {
    columns(groups, MeasureColumn.columns(of: groups))
  }

  /// The columns, in order, with those of some measures and, if any of these are computed,
  /// `measuresMissing`: which of them are missing, and why.
  private static func columns(_ groups: Set<MeasureGroup>, _ measures: [MeasureColumn])
    -> [Column<Row>]
  {
    let chosen = MeasureGroup.allCases.filter(groups.contains)
    let own = ownColumns + chosen.flatMap(counted)
    if measures.isEmpty { return own }
    let missing = TableColumn(
      name: missingName, type: .text, unit: nil,
      meaning: "the measures that are missing, by reason")
    return own + Column.listed(measures.map(\.about) + [missing], at: \.measures)
  }

  /// The column of the measures that are missing.
  static let missingName = "measuresMissing"

  /// Returns the names of the columns of a group of measures.
  static func names(of group: MeasureGroup) -> [String] {
    counted(group).map(\.about.name) + MeasureColumn.columns(of: [group]).map(\.name)
  }

  /// A task of a patient, or all that impact adherence; properties that apply to only one of them are `nil`.
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
  private let hasTotals: Bool
  private let measures: [MeasureColumn]
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(
    _ numerator: Numerator, hasTotals: Bool, _ groups: Set<MeasureGroup>, _ encoding: RowEncoding,
    showing isShown: (String) -> Bool
  ) {
    (self.numerator, self.hasTotals) = (numerator, hasTotals)
    let all = MeasureColumn.columns(of: groups)
    measures = isShown(PatientTable.missingName) ? all : all.filter { isShown($0.name) }
    let columns = PatientTable.columns(groups, measures)
    rows = RowWriter(columns.filter { isShown($0.about.name) }, encoding)
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
        counted: Counted(
          task.adherence, numerator, units: task.units, absence: task.absence),
        streaks: task.streaks,
        perfectDays: task.perfectDays, dosingDays: task.dosingDays)
      if tasks.indices.contains(index) { row.measures = measures.cells(of: tasks[index]) }
      rows.write(&row)
    }
    guard hasTotals else { return }
    var row = Row(
      patient: summary.patient, start: summary.start, observation: summary.observation,
      counted: Counted(
        summary.total, numerator, units: summary.units, absence: summary.absence),
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
/// `notInitiated: latenessMean latenessSd; tooFew: theilSenSlopePerWeek`.
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

/// A value in a row of a table.
public enum Cell: Hashable, Sendable {
  case text(String)
  /// JSON, embedded as is in JSON and as a text in other formats.
  case json(String)
  case integer(Int)
  /// A number with six decimals; empty if it is not finite.
  case decimal(Double)
  /// A number with the shortest digits that round-trip; empty if it is not finite.
  case number(Double)
  case boolean(Bool)
  case date(CivilDate)
  case instant(Instant)
  case localTime(CivilDateTime)
  /// Texts, joined with `;` in formats without lists.
  case list([String])
  case empty

  /// The cell as it is encoded: empty if it is not finite.
  var written: Cell {
    switch self {
    case .decimal(let number), .number(let number): number.isFinite ? self : .empty
    case .text, .json, .integer, .boolean, .date, .instant, .localTime, .list, .empty: self
    }
  }

  /// The text of a cell without an encoding of its own; `nil` for any other.
  var text: String? {
    switch self {
    case .text(let text): text
    case .date(let date): date.description
    case .instant(let instant): instant.description
    case .localTime(let time): time.description
    case .list(let entries): entries.joined(separator: ";")
    case .json, .integer, .decimal, .number, .boolean, .empty: nil
    }
  }
}
