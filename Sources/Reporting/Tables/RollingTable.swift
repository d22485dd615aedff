import AdherenceAnalytics
import Scheduling

/// The rows of `rolling.csv`: one per patient, task, window and day on which the window ends; total,
/// task groups and care plans as in ``AdherenceTable``.
struct RollingTable {
  static let columns = Column<Row>.list(
    Column<SeriesName>.names.shared(by: \.name), Span.columns.shared(by: \.span, slot: \.place),
    [
      Column<Counted>.due.of(\.counted), Column<Counted>.done.of(\.counted),
      .number(
        "progress", "occurrences", Column<Counted>.progressMeaning,
        at: \.counted.adherence.progress),
      Column<Counted>.exactRatio.of(\.counted),
      .text("ratioMissing", "why the ratio is missing, such as `shorterThanWindow`") {
        $0.isWhole ? $0.counted.ratioMissing?.rawValue : "shorterThanWindow"
      },
    ], Column<SeriesName>.sums.shared(by: \.name),
    [
      .number(
        "quotaDue", "times", "the part of `due` that quotas, such as 3 a week, ask for",
        at: \.counted.adherence.quota.required),
      .number(
        "quotaDone", "times",
        "the part of `done` that was done for quotas, in no period more than was asked for",
        at: \.counted.adherence.quota.credited),
    ])

  /// A window of a series.
  struct Row {
    var name: SeriesName
    var span: Span
    /// The index of the window among all days and lengths.
    var place: Int
    /// Whether the plans have existed for the whole window.
    var isWhole: Bool
    var counted: Counted
  }

  /// The days of a window.
  struct Span: Equatable {
    var window: RollingWindow
    var last: PeriodSpan

    fileprivate static let columns: [Column<Span>] = [
      .text("rolling", "the length of the window, such as `7d`") { $0.window.description },
      .text("period", "the day on which the window ends") { $0.last.name },
      .date("periodStart", "the first day of the window") {
        $0.last.start.adding(days: 1 - $0.window.days)
      },
      .date("periodEnd", "the day after the last day of the window (exclusive)") { $0.last.end },
    ]
  }

  private let numerator: Numerator
  private let hasTotals: Bool
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  init(_ numerator: Numerator, hasTotals: Bool, _ rows: RowWriter<Row>) {
    (self.numerator, self.hasTotals, self.rows) = (numerator, hasTotals, rows)
  }

  /// Writes the rows of one patient, window by window; the ratio is empty while the plans are
  /// younger than the window.
  func write(_ windows: [RollingAdherence]) {
    var first = 0
    for rolling in windows {
      write(rolling, from: first)
      first += rolling.spans.count
    }
  }

  private func write(_ rolling: RollingAdherence, from first: Int) {
    let spans = Array(rolling.spans)
    rolling.patient.forEachSeries(hasTotals: hasTotals) { series, name in
      for place in series.periods.indices {
        var row = Row(
          name: name(place), span: Span(window: rolling.window, last: spans[place]),
          place: first + place, isWhole: rolling.isWhole(at: place),
          counted: Counted(series.periods[place], numerator, absence: series.absence))
        if !row.isWhole { row.counted.ratio = .nan }
        rows.write(&row)
      }
    }
  }
}
