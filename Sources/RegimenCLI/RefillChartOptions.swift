import ArgumentParser
import Charts
import Reporting

/// The chart of fills.
struct RefillChartOptions: ParsableArguments {
  @Option(
    help: """
      Draw a chart of the first measure instead of a table: fills (events, carried-over supply, and gaps), \
      windows, persistence or distribution.
      """)
  var chart: RefillChart?
  @Option(help: .option("chart-patient", of: .chart, "With fills and windows."))
  var chartPatient: String?
  @OptionGroup var look: ChartLookOptions

  func validate() throws {
    if chart == nil, chartPatient != nil {
      throw ValidationError("--chart-patient requires a chart: add --chart fills or windows.")
    }
    if let chart, !chart.showsPatients, chartPatient != nil {
      throw ValidationError(
        "--chart \(chart.rawValue) shows a cohort: remove --chart-patient, or use fills or windows."
      )
    }
  }
}

/// The format of a table or of a chart, some of which have the same name.
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
