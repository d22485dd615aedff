import AdherenceAnalytics
import AdherenceStatistics

extension EndTable {
  /// The phases of a cohort over its periods, without figures where small groups are withheld.
  init(
    _ phases: CohortTallies<PeriodPhaseTally>, _ report: CohortReport,
    _ parameters: MeasureParameters
  ) {
    let isWithheld = report.withholding != nil
    let spans = report.byPeriod.spans
    self.init(
      ReportTable.phases.rawValue, PhaseTable.columns + (isWithheld ? [PhaseTable.withheld] : [])
    ) { body in
      for name in phases.names {
        for span in spans {
          // Withheld rows are of all periods, as a missing one would say that there are no patients.
          if isWithheld {
            body(PhaseRow(name, span, nil, level: parameters.confidence))
          } else if let tally = phases.tally(of: name, span.number) {
            body(PhaseRow(name, span, tally, level: parameters.confidence))
          }
        }
      }
    }
  }
}
