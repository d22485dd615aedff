import AdherenceAnalytics
import Scheduling

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

  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(_ encoding: RowEncoding) { rows = RowWriter(BreakdownTable.columns, encoding) }

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - patient: The results, with all evaluations.
  ///   - breakdowns: The breakdowns of the occurrences.
  func write(_ patient: EvaluatedPatient, by breakdowns: [Breakdown]) {
    let compiled = patient.compiled
    for breakdown in breakdowns {
      for part in patient.evaluations.parts(by: breakdown) {
        var row = Row(
          patient: compiled.patient, breakdown: breakdown, part: part,
          counted: Counted(part.adherence, compiled.query.numerator))
        rows.write(&row)
      }
    }
  }
}
