import AdherenceAnalytics
import Scheduling

/// The rows of `cohortValues.csv`: one per group, series of numbers and period; and the same of the
/// whole cohort.
///
/// They stand apart from the cohort's ratios, as they are amounts in a unit.
enum CohortValueTable {
  static let columns = Column<CohortValueRow>.list(
    [
      .level("`task` the whole cohort, `groupTask` a group") {
        $0.group == nil ? "task" : "groupTask"
      },
      .group { $0.group },
    ],
    Column<ValueScope>.names.of(\.scope), Column<PeriodSpan>.names.of(\.span),
    [
      .integer("patients", "patients", "the patients who recorded a number") { $0.patients },
      .integer("n", "values", "the number of numbers recorded", at: \.readings),
      .number("mean", "units", "the mean of the patients' means") { $0.mean },
    ], CohortTable.quantiles.map(column))

  private static func column(_ name: String, _ percent: Int) -> Column<CohortValueRow> {
    .number(name, "units", "the \(CohortTable.quantileName(percent)) of the patients' means") {
      $0.quantile(Double(percent) / 100)
    }
  }
}

extension EndTable {
  /// The values of a cohort over its periods.
  init(_ values: CohortValues, over spans: [PeriodSpan]) {
    self.init(ReportTable.cohortValues.rawValue, CohortValueTable.columns) {
      values.rows(over: spans).forEach($0)
    }
  }
}
