import AdherenceAnalytics
import ArgumentParser
import Charts
import Interchange
import Reporting
import Scheduling

/// `regimen chart`: draws charts or writes their data.
struct ChartCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract:
      "Draws charts of a patient or a cohort, or writes their data for Vega-Lite, Plotly and others.",
    discussion: """
      Example: regimen chart Datasets/monitoring --chart chronology --chart-patient P000 --chart-task med \
      --from 2025-01-13 --to 2025-07-14 --day-boundary 03:00

      Kinds of a patient: bars, rolling, sparkline, calendar, chronology, weekdayHours, interdose, clock, \
      swimmer, streaks, dailySums, values, comparison. Kinds of a cohort: bars, sparkline, ribbon, \
      distribution, groups, lasagna, survival, covered, funnel, clock, swimmer, values, comparison. \
      The folder of a report has the charts of its pages.

      \(ArgumentHelp.furtherOptions("chart"))
      """)

  @Argument(
    help: """
      A dataset folder, a store (a file or an address), data of another \
      system, or the folder of a report.
      """)
  var source: String
  @Option(help: .option("chart", of: .chart))
  var chart: ChartKind?
  @Flag(help: "All charts of the patient or cohort, written to the folder --out.")
  var all = false
  @Option(help: .option("chart-patient", of: .chart))
  var chartPatient: String?
  @Option(help: .option("chart-task", of: .chart))
  var chartTask: String?
  @Option(help: .option("value-kind", of: .chart))
  var valueKind: String?
  @Option(help: .option("value-units", of: .chart))
  var valueUnits: String?
  @OptionGroup var days: DayOptions
  @Option(help: .option("compare-from", of: .chart))
  var compareFrom: CivilDate?
  @Option(help: .option("compare-to", of: .chart))
  var compareTo: CivilDate?
  @Option(help: .option("by"))
  var by = CalendarPeriod.week
  @Flag(
    help: "Count weeks from each patient's first day of treatment.")
  var sinceStart = false
  @Flag(help: .option("facet", of: .chart))
  var facet = false
  @Option(help: .option("week-start"))
  var weekStart: Weekday?
  @Option(help: .option("numerator"))
  var numerator = Numerator.done
  @OptionGroup var outcomes: MeasuringOptions
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup(title: "Measures and statistics", visibility: .hidden) var parameters:
    ParameterOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup var work: RunOptions
  @OptionGroup var rejected: RejectionOption
  @Option(
    name: .customLong("out"),
    help: """
      The output file, whose extension determines the format: .svg, .png, .pdf, .vl.json, .plotly.json, .echarts.json, \
      .chartjs.json, .carekit.json, .csv or .json; a folder with --all. (default: standard output)
      """)
  var output: String?
  @Option(help: .option("format", of: .chart))
  var format: ChartFormat?
  @Option(help: .option("data-url", of: .chart))
  var dataURL: String?
  @OptionGroup(visibility: .hidden) var look: ChartLookOptions
  @OptionGroup(visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  func validate() throws {
    try validateTimes()
    try validateGroups()
    if (chart == nil) == !all {
      throw ValidationError("Use either --chart or --all.")
    }
    if all, output == nil { throw ValidationError("--all writes files: add --out FOLDER.") }
    if !all { _ = try ChartFormat.of(format, file: output) }
    if let chart, chart.descriptor.showsFills {
      throw ValidationError(
        "'\(chart.rawValue)' is a chart of fills: use regimen refills with --chart.")
    }
  }

  /// Rejects charts that show single patients.
  private func validateGroups() throws {
    guard work.smallestGroup != nil else { return }
    let kinds = ChartKind.allCases.filter(\.descriptor.withholdsSmallGroups)
    guard let chart, kinds.contains(chart), chartPatient == nil else {
      let names = kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "--smallest-group requires a cohort's --chart \(names): other charts show single patients.")
    }
  }

  /// Rejects date and period options that do not apply to the kind.
  private func validateTimes() throws {
    if facet, chartPatient != nil || chart.map({ !$0.descriptor.hasPanels }) ?? false {
      let kinds = ChartKind.allCases.filter(\.descriptor.hasPanels).map(\.rawValue)
        .joined(separator: ", ")
      throw ValidationError("--facet requires a cohort's --chart \(kinds).")
    }
    if compareFrom != nil || compareTo != nil, !comparesDays, !all {
      throw ValidationError("--compare-from and --compare-to require --chart comparison.")
    }
    if sinceStart, chartPatient != nil || chart?.descriptor.countsFromStart != true {
      throw ValidationError("--since-start requires a cohort's --chart ribbon, lasagna or values.")
    }
    if sinceStart, by != .week, by != .relativeWeek {
      throw ValidationError("--since-start counts weeks: remove --by \(by.rawValue).")
    }
  }

  func run() throws {
    let form = try all ? format : ChartFormat.of(format, file: output)
    let writer = ChartWriter(format: form, dataURL: dataURL, look: try look.look(for: form))
    let answer = try ReportCharts.isReport(source) ? chartsOfReport() : chartsOfRecords()
    if all, let output {
      let names = try writer.write(answer.charts, to: output)
      try Console.print("In \(output): \(names.joined(separator: ", "))\n")
      for line in writer.lacks(answer.charts) { Console.error(line) }
    } else if let first = answer.charts.first {
      try writer.show(first.chart, in: output)
    }
    Console.list(answer.problems)
    try finish(answer.problems.count)
  }

  private func chartsOfReport() throws -> ChartAnswer {
    if pseudonyms.pseudonyms != nil {
      throw ValidationError(
        "A report folder contains its patients' names: create the report with --pseudonyms."
      )
    }
    if work.smallestGroup != nil {
      throw ValidationError(
        "A report folder contains charts of single patients: use --smallest-group with records."
      )
    }
    if facet || sinceStart || compareFrom != nil || compareTo != nil {
      throw ValidationError(
        "A report folder contains finished charts: --facet, --since-start, --compare-from "
          + "and --compare-to require a dataset folder or a store.")
    }
    return try ReportCharts(source).charts(selection)
  }

  private func chartsOfRecords() throws -> ChartAnswer {
    let pseudonyms = try pseudonyms.read()
    var options = try work.options(rejected, Interrupts.shared.observedCancellation(), nil)
    let patients = try Input.open(
      source, exchange, .reports, of: options.filter, readers: options.jobs)
    options = pseudonyms.options(options, of: patients)
    let records = try pseudonyms.source(patients, keeping: options.grouping)
    var query = try definitions.query(
      days, outcomes, of: records, by: sinceStart ? .relativeWeek : by, &options)
    query.weekStart = weekStart ?? .monday
    query.numerator = numerator
    var selection = selection
    selection.patient = try chartPatient.map { try pseudonyms.id($0, of: patients) }
    selection.hasPanels = facet
    selection.earlierDays = try earlierDays(before: query.range)
    let request = ChartRequest(query, selection, parameters.parameters)
    return try request.charts(of: records, options)
  }

  /// Returns the earlier range of a comparison; `nil` without one.
  private func earlierDays(before days: Range<CivilDate>) throws -> Range<CivilDate>? {
    if compareFrom == nil, compareTo == nil, !comparesDays { return nil }
    return try ChartSelection.earlierDays(from: compareFrom, to: compareTo, before: days)
  }

  private var comparesDays: Bool { chart?.descriptor.comparesDays == true }

  private var selection: ChartSelection {
    ChartSelection(
      kind: chart, patient: chartPatient, task: chartTask,
      values: SummedValues(kind: valueKind, units: valueUnits))
  }
}
