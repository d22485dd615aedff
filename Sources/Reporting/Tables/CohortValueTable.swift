import AdherenceAnalytics
import Scheduling

/// The rows of `cohortValues.csv`: one per group, series of numbers and period; an empty group is the whole
/// cohort.
///
/// They stand apart from the cohort's ratios, as they are amounts in a unit.
enum CohortValueTable {
  static let columns = Column<CohortValueRow>.list(
    [.text("group", "the patient group; empty for the whole cohort") { $0.group }],
    Column<ValueScope>.names.of(\.scope), Column<PeriodSpan>.names.of(\.span),
    [
      .integer("patients", "patients", "those who recorded a number") { $0.patients },
      .integer("n", "values", "how many numbers were recorded", at: \.readings),
      .number("mean", "units", "the mean of the patients' means") { $0.mean },
    ], CohortTable.quantiles.map(column))

  private static func column(_ name: String, _ percent: Int) -> Column<CohortValueRow> {
    .number(name, "units", "the quantile of the patients' means at \(percent) %") {
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
