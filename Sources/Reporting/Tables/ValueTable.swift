import AdherenceAnalytics
import Interchange
import Scheduling

/// The rows of `values.csv`: one per patient, series of values and period; below those of a series without
/// numbers, one for each value and period in which it was recorded.
struct ValueTable {
  static let columns = Column<Row>.list(
    Column<Patient>.names.of(\.patient),
    [
      .level("`series` all values of a series, `value` one value that is no number") {
        $0.value == nil ? "series" : "value"
      }
    ], Column<ValueScope>.names.of(\.scope), Column<PeriodSpan>.names.of(\.span), counts, gaps,
    figures, ranges)

  private static let counts: [Column<Row>] = [
    .text("type", "the type of the values: `number`, `boolean`, `text`, `date` or `data`") {
      $0.scope.type.rawValue
    },
    .text("value", "the value that a row of level `value` counts; empty in the rows of a series") {
      $0.value?.text
    },
    .integer("n", "values", "the number of values recorded") { row in
      row.value.map { row.summary.counts[$0] ?? 0 } ?? row.summary.count
    },
  ]

  private static let figures: [Column<Row>] = [
    .text("valuesMissing", "why no value was recorded, such as `notRecorded`") {
      $0.value == nil ? $0.summary.reason?.rawValue : nil
    },
    number("mean", "the mean of the values") { $0.mean },
    number("sd", "the sample standard deviation of the values, over n - 1") {
      $0.standardDeviation
    },
    number("min", "the least value") { $0.min },
    number("q25", "the lower quartile of the values, of type 7") { $0.quantile(0.25) },
    number("median", "the median of the values") { $0.quantile(0.5) },
    number("q75", "the upper quartile of the values, of type 7") { $0.quantile(0.75) },
    number("max", "the greatest value") { $0.max },
    number("first", "the value recorded first") { $0.first },
    number("last", "the value recorded last") { $0.last },
    .number("sum", "units", "the sum of the values, of tasks whose scoring sums") {
      $0.isSummed && $0.value == nil ? $0.summary.sum : nil
    },
  ]

  private static let ranges: [Column<Row>] = [
    integer("held", "values", "the values that are compared with a target of their own") {
      $0.held
    },
    .decimal("inRange", "share", "the share of `held` that meet their target") {
      $0.value == nil ? $0.summary.shareInRange : nil
    },
    .decimal(
      "days", "days",
      "the time between neighbouring values that is interpolated: gaps of at most 56 days"
    ) {
      $0.value == nil ? Double($0.summary.bridgedSeconds) / 86_400 : nil
    },
    .decimal(
      "timeInRange", "share", "the share of `days` in range, by Rosendaal's interpolation"
    ) {
      $0.value == nil ? $0.summary.timeInRange : nil
    },
  ]

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
    gap(.missed, "were not done and are over"), gap(.declined, "were skipped or refused"),
    gap(.onHold, "are inside a hold"), gap(.pending, "are not over yet"),
    gap(.unrecorded, "were done without recording it"),
  ]

  private static func gap(_ gap: ValueGap, _ meaning: String) -> Column<Row> {
    .integer(
      gap.rawValue, "occurrences", "the occurrences without a value of the series that \(meaning)"
    ) {
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

  private let hasTotals: Bool
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(hasTotals: Bool, _ rows: RowWriter<Row>) {
    (self.hasTotals, self.rows) = (hasTotals, rows)
  }

  /// Writes the rows of one patient by series, and in each by time.
  func write(_ patient: EvaluatedPatient) {
    let spans = Array(patient.adherence.spans)
    for values in patient.values {
      for (place, summary) in values.periods.enumerated() {
        var row = Row(
          patient: patient.adherence.patient(at: place), scope: values.series.scope,
          span: spans[place], isSummed: values.series.isSummed, summary: summary)
        rows.write(&row)
        guard hasTotals else { continue }
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
    text("element", "the element's id; `(all)` for all of the task") {
      $0.element ?? TotalName.all
    },
    text("kind", "what the values measure, such as `systolic`") { $0.kind },
    text("units", "the unit of the values; empty where they name none") { $0.units },
  ]
}
