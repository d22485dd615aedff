import AdherenceAnalytics
import Scheduling

/// The rows of `cohort.csv`: one per group, task and period, and one of each total: the whole cohort, and the
/// tasks that impact adherence, all of them or those of a task group or care plan.
enum CohortTable {
  static let quantiles = [
    ("min", 0), ("q05", 5), ("q10", 10), ("q25", 25), ("median", 50), ("q75", 75), ("q90", 90),
    ("q95", 95), ("max", 100),
  ]

  /// The columns for a threshold of adherence.
  static func columns(
    _ threshold: Share = Share(4, of: 5), _ numerator: Numerator = .done
  ) -> [Column<CohortRow>] {
    Column<CohortRow>.list(
      names, Column<PeriodSpan>.names.of(\.span), counts(numerator), quantiles.map(column),
      adherent(threshold), Column<SeriesScope>.sums.of(\.scope))
  }

  private static let names: [Column<CohortRow>] = [
    .level(SeriesScope.cohortLevels) { $0.scope.level(ofGroup: $0.group) },
    .group { $0.group }, .task { $0.task },
  ]

  private static func counts(_ numerator: Numerator) -> [Column<CohortRow>] {
    [
      .integer(
        "patients", "patients", "the patients who have the task, or any task", at: \.patients),
      .integer(
        "patientsWithoutRatio", "patients",
        "the patients of `patients` for whom nothing was due, or whose data were rejected",
        at: \.patientsWithoutRatio),
      Column<Adherence>.due.of(\.pooled), Column<Adherence>.done.of(\.pooled),
      .decimal("pooledRatio", "share", "the ratio of the sums of all patients: Σ done / Σ due") {
        $0.pooled.ratio(numerator)
      },
      .decimal("meanRatio", "share", "the mean of the patients' ratios") { $0.meanRatio },
    ]
  }

  private static func adherent(_ threshold: Share) -> [Column<CohortRow>] {
    [
      .integer(
        "adherentPatients", "patients", "the patients whose ratio reaches `threshold`",
        at: \.adherentPatients),
      .decimal(
        "adherentShare", "share", "`adherentPatients` over the patients who have a ratio"
      ) { $0.adherentShare },
      .number("threshold", "share", thresholdMeaning) { _ in threshold.number },
    ]
  }

  static let thresholdMeaning = "the least ratio with which a patient counts as adherent"

  /// The column with the reason why a row is empty.
  static func withheld(_ smallest: Int) -> Column<CohortRow> {
    .text(
      "withheld",
      "why the row, or counts of it, are withheld: `fewerThan5`, `countsFewerThan5`"
    ) {
      $0.isWithheld
        ? "fewerThan\(smallest)" : $0.hidden.isEmpty ? nil : "countsFewerThan\(smallest)"
    }
  }

  /// The column of a table that tells of no group of too few patients.
  static func withholding(_ column: Column<CohortRow>) -> Column<CohortRow> {
    switch column.about.name {
    case "level", "group", "task", "period", "periodStart", "periodEnd", "taskGroup", "carePlan",
      "threshold":
      column
    case "patients": column.empty { $0.shownPatients == nil }
    case "patientsWithoutRatio": column.empty { $0.shownWithoutRatio == nil }
    case "due", "done", "pooledRatio": column.empty(where: \.hidesSums)
    case "adherentPatients": column.empty { $0.shownAdherent == nil }
    default: column.empty(where: \.isWithheld)
    }
  }

  private static func column(_ name: String, _ percent: Int) -> Column<CohortRow> {
    .decimal(name, "share", "the \(quantileName(percent)) of the patients' ratios") {
      $0.quantile(Double(percent) / 100)
    }
  }

  /// What a quantile is called, such as `5 % quantile` or `median`.
  static func quantileName(_ percent: Int) -> String {
    switch percent {
    case 0: "least"
    case 50: "median"
    case 100: "greatest"
    default: "\(percent) % quantile"
    }
  }
}

extension EndTable {
  /// The rows of a cohort.
  init(_ cohort: CohortAdherence) {
    var columns = CohortTable.columns(cohort.threshold, cohort.numerator)
    if let smallest = cohort.smallestGroup {
      columns = columns.map(CohortTable.withholding)
      columns.append(CohortTable.withheld(smallest))
    }
    self.init(ReportTable.cohort.rawValue, columns, eachRow: cohort.eachRow)
  }
}

extension Share {
  /// The share as a number, such as 0.8.
  var number: Double { Double(part) / Double(whole) }
}

/// A table that is complete after the last patient.
struct EndTable {
  var name: String
  var columns: [TableColumn]
  /// Whether there are rows of totals.
  var hasTotals = true
  private let write: (RowEncoding, _ hasTotals: Bool) -> RowBuffer

  /// Encodes the rows.
  func rows(_ encoding: RowEncoding) -> RowBuffer { write(encoding, hasTotals) }

  /// Creates a table from a closure that generates its rows.
  init<Row>(
    _ name: String, _ columns: [Column<Row>],
    eachRow: @escaping (_ write: (Row) -> Void) -> Void
  ) {
    (self.name, self.columns) = (name, columns.map(\.about))
    write = { encoding, hasTotals in
      let writer = RowWriter(columns, encoding)
      let isPart = hasTotals ? { _ in true } : EndTable.parts(columns, eachRow)
      eachRow { row in
        var row = row
        if isPart(row) { writer.write(&row) }
      }
      return writer.buffer
    }
  }

  /// Returns whether rows are no totals: those of a task, and if there are any, those of a task and a group alone.
  private static func parts<Row>(
    _ columns: [Column<Row>], _ eachRow: (_ write: (Row) -> Void) -> Void
  ) -> (Row) -> Bool {
    guard let column = columns.first(where: { $0.about.name == "level" }) else {
      return { _ in true }
    }
    func level(_ row: Row) -> Cell {
      var row = row
      return column.cell(of: &row)
    }
    var hasGroups = false
    eachRow { hasGroups = hasGroups || level($0) == .text("groupTask") }
    let parts = Cell.text(hasGroups ? "groupTask" : "task")
    return { level($0) == parts }
  }
}
