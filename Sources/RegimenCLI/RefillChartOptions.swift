import ArgumentParser
import Charts
import Interchange
import Reporting

/// Which chart is drawn of what was dispensed.
struct RefillChartOptions: ParsableArguments {
  @Option(
    help: """
      Draws a chart by the first measure, and no table: fills (events, what is carried over, and gaps), \
      windows, persistence or distribution.
      """)
  var chart: RefillChart?
  @Option(help: "Of fills and windows: the patient's id. (default: the cohort)")
  var chartPatient: String?
  @OptionGroup var look: ChartLookOptions

  func validate() throws {
    if chart == nil, chartPatient != nil {
      throw ValidationError("--chart-patient is of a chart: add --chart fills or windows.")
    }
    if let chart, !chart.showsPatients, chartPatient != nil {
      throw ValidationError(
        "--chart \(chart.rawValue) shows a cohort: leave out --chart-patient, or draw fills or windows."
      )
    }
  }
}

/// The form of a table or of a chart, some of which have the same name.
struct RefillForm: ExpressibleByArgument {
  let table: ListFormat?
  let chart: ChartFormat?

  init?(argument: String) {
    (table, chart) = (ListFormat(rawValue: argument), ChartFormat(rawValue: argument))
    if table == nil, chart == nil { return nil }
  }

  static var allValueStrings: [String] {
    let tables = ListFormat.allCases.map(\.rawValue)
    return tables + ChartFormat.allCases.map(\.rawValue).filter { !tables.contains($0) }
  }
}

extension RefillChart: ExpressibleByArgument {}
