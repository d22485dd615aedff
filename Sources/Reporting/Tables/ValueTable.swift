import AdherenceAnalytics
import Interchange
import Scheduling

/// The rows of `values.csv`: one per patient, series of values and period; below those of a series of what is
/// no number one for each value and period in which it was recorded.
struct ValueTable {
  static let columns = Column<Row>.list(
    Column<Patient>.names.of(\.patient), Column<ValueScope>.names.of(\.scope),
    Column<PeriodSpan>.names.of(\.span),
    [
      .text("type", "what sort of values they are: `number`, `boolean`, `text`, `date` or `data`") {
        $0.scope.type.rawValue
      },
      .text("value", "the value that the row counts; empty where it is of all of them") {
        $0.value?.text
      },
      .integer("n", "values", "how many were recorded") { row in
        row.value.map { row.summary.counts[$0] ?? 0 } ?? row.summary.count
      },
    ], gaps,
    [
      .text("reason", "why nothing was recorded, such as `notRecorded`") {
        $0.value == nil ? $0.summary.reason?.rawValue : nil
      },
      number("mean", "their mean") { $0.mean },
      number("sd", "their sample standard deviation, over n - 1") { $0.standardDeviation },
      number("min", "the least") { $0.min },
      number("q25", "the lower quartile, of type 7") { $0.quantile(0.25) },
      number("median", "the median") { $0.quantile(0.5) },
      number("q75", "the upper quartile, of type 7") { $0.quantile(0.75) },
      number("max", "the greatest") { $0.max },
      number("first", "the first in time") { $0.first },
      number("last", "the last in time") { $0.last },
      .number("sum", "units", "their sum, of tasks whose scoring sums") {
        $0.isSummed && $0.value == nil ? $0.summary.sum : nil
      },
      integer("held", "values", "those that are held against targets of their own") { $0.held },
      .decimal("inRange", "share", "of these, those that are as their targets want them") {
        $0.value == nil ? $0.summary.shareInRange : nil
      },
      .decimal(
        "days", "days",
        "the time between readings that is bridged: of 56 days at most, without a gap"
      ) {
        $0.value == nil ? Double($0.summary.bridgedSeconds) / 86_400 : nil
      },
      .decimal("timeInRange", "share", "of this, the time in range, by Rosendaal's interpolation") {
        $0.value == nil ? $0.summary.timeInRange : nil
      },
    ])

  /// A period of a series, or a value in it.
  struct Row {
    var patient: Patient
    var scope: ValueScope
    var span: PeriodSpan
    var isSummed: Bool
    var value: OutcomeValue.Content?
    var summary: ValueSummary
  }

  private static let gaps: [Column<Row>] = [
    gap(.missed, "not done, and over"), gap(.declined, "skipped or refused"),
    gap(.suspended, "in a hold"), gap(.pending, "not over yet"),
    gap(.unrecorded, "done without such a value"),
  ]

  private static func gap(_ gap: ValueGap, _ meaning: String) -> Column<Row> {
    .integer(gap.rawValue, "occurrences", "those without such a value: \(meaning)") {
      $0.value == nil ? $0.summary.gaps[gap] ?? 0 : nil
    }
  }

  private static func number(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (ValueSummary) -> Double?
  ) -> Column<Row> {
    .number(name, "units", meaning) { $0.value == nil ? value($0.summary) : nil }
  }

  private static func integer(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (ValueSummary) -> Int
  ) -> Column<Row> {
    .integer(name, unit, meaning) { $0.value == nil ? value($0.summary) : nil }
  }

  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(_ encoding: RowEncoding) { rows = RowWriter(ValueTable.columns, encoding) }

  /// Writes the rows of one patient by series, and in each by time.
  func write(_ patient: EvaluatedPatient) {
    let spans = Array(patient.adherence.spans)
    for values in patient.values {
      for (place, summary) in values.periods.enumerated() {
        var row = Row(
          patient: patient.adherence.patient(at: place), scope: values.series.scope,
          span: spans[place], isSummed: values.series.isSummed, summary: summary)
        rows.write(&row)
        for value in summary.counts.keys.sorted(by: { $0.text < $1.text }) {
          row.value = value
          rows.write(&row)
        }
      }
    }
  }
}

extension Column<ValueScope> {
  /// What values are of.
  static let names: [Column] = [
    text("task", "the task's id") { $0.task },
    text("element", "the element's id; empty for all of the task") { $0.element },
    text("kind", "what the values measure, such as `systolic`") { $0.kind },
    text("units", "their unit; empty where they name none") { $0.units },
  ]
}
