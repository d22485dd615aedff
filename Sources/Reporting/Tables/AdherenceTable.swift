public import AdherenceAnalytics
import Scheduling

/// The rows of `adherence.csv`: one per patient, task and period in which anything was planned or recorded; one
/// per patient and period for the tasks that impact adherence; and the same for those of each task group and
/// care plan.
public struct AdherenceTable {
  static let columns = Column<Row>.list(
    Column<SeriesName>.names.shared(by: \.name),
    Column<PeriodSpan>.names.shared(by: \.span, slot: \.place),
    Column<Counted>.counts.of(\.counted),
    [Column<Counted>.ratio.of(\.counted), Column<Counted>.ratioMissing.of(\.counted)],
    Column<Counted>.flexible.of(\.counted), Column<SeriesName>.sums.shared(by: \.name),
    Column<Counted>.amounts.of(\.counted))

  /// A period of a series.
  struct Row {
    var name: SeriesName
    var span: PeriodSpan
    /// The index of the period.
    var place: Int
    var counted: Counted
  }

  private let numerator: Numerator
  private let hasEmptyPeriods: Bool
  private let hasTotals: Bool
  private let rows: RowWriter<Row>

  var buffer: RowBuffer { rows.buffer }

  /// Begins a part of the table.
  ///
  /// - Parameters:
  ///   - numerator: What the ratios count.
  ///   - hasEmptyPeriods: Whether periods in which nothing was planned or recorded have a row.
  ///   - format: The form of the rows.
  public init(
    _ numerator: Numerator = .done, hasEmptyPeriods: Bool = false, format: TableFormat
  ) {
    let rows = RowWriter(AdherenceTable.columns, RowEncoding(format))
    self.init(numerator, hasEmptyPeriods: hasEmptyPeriods, hasTotals: true, rows)
  }

  init(
    _ numerator: Numerator, hasEmptyPeriods: Bool, hasTotals: Bool, _ rows: RowWriter<Row>
  ) {
    (self.numerator, self.rows) = (numerator, rows)
    (self.hasEmptyPeriods, self.hasTotals) = (hasEmptyPeriods, hasTotals)
  }

  /// Writes the rows of one patient: the tasks in the order of the record, the total, task groups and
  /// care plans, and of each the periods in order.
  ///
  /// - Complexity: O(*n*) for *n* rows; names of patients, tasks and periods are encoded once.
  public func write(_ patient: PatientAdherence) {
    patient.forEachRow(
      numerator, hasEmptyPeriods: hasEmptyPeriods, hasTotals: hasTotals, rows.write)
  }

  /// Takes the rows written so far, without the table's header and end.
  public func take() -> [UInt8] { rows.buffer.take() }

  /// The cells of one patient's rows, for those who look at a few.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - numerator: What the ratios count.
  ///   - hasEmptyPeriods: Whether periods in which nothing was planned or recorded have a row.
  /// - Returns: The rows, series by series and in each in order of time.
  public static func cells(
    of patient: PatientAdherence, _ numerator: Numerator = .done, hasEmptyPeriods: Bool = false
  ) -> [[Cell]] {
    var cells: [[Cell]] = []
    patient.forEachRow(numerator, hasEmptyPeriods: hasEmptyPeriods, hasTotals: true) { row in
      cells.append(columns.map { $0.cell(of: row) })
    }
    return cells
  }
}

extension PatientAdherence {
  // Safe: the row is lent for the call.
  fileprivate func forEachRow(
    _ numerator: Numerator, hasEmptyPeriods: Bool, hasTotals: Bool,
    _ body: (UnsafePointer<AdherenceTable.Row>) -> Void
  ) {
    let spans = Array(spans)
    guard let first = spans.first else { return }
    forEachSeries(hasTotals: hasTotals) { series, name in
      var row = AdherenceTable.Row(
        name: name(0), span: first, place: 0, counted: Counted(units: series.units))
      // Elements are borrowed from a span; iterating over the array would copy them.
      let periods = series.periods.span
      for place in periods.indices where hasEmptyPeriods || !series.isEmpty(at: place) {
        if hasVersions { row.name = name(place) }
        (row.span, row.place) = (spans[place], place)
        row.counted.take(periods[place], numerator, absence: series.absence)
        body(&row)
      }
    }
  }
}
