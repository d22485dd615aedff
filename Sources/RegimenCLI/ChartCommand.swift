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
    usage: "regimen chart [<options>] <source>",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen chart Datasets/monitoring --chart chronology --chart-patient P000 --chart-task med "
          + "--from 2025-01-13 --to 2025-07-14 --out chronology.svg"))

      Of a patient: bars, rolling, sparkline, calendar, chronology, weekdayHours, interdose, clock, \
      swimmer, streaks, dailySums, values, comparison. Of a cohort: bars, sparkline, ribbon, distribution, \
      groups, lasagna, survival, covered, funnel, clock, swimmer, values, comparison.

      \(ArgumentHelp.furtherOptions("chart"))
      """)

  @Argument(
    help: """
      A dataset folder, a store (a file or an address), data of another \
      system, or the folder of a report.
      """)
  var source: String
  @OptionGroup(title: "The chart") var shown: ShownChartOptions
  @OptionGroup(title: "Days and definitions") var days: DayOptions
  @OptionGroup(title: "Days and definitions") var periods: ChartPeriodOptions
  @OptionGroup(title: "Days and definitions") var outcomes: MeasuringOptions
  @OptionGroup(title: "Days and definitions") var definitions: DefinitionOptions
  @OptionGroup(title: "Measures and statistics", visibility: .hidden) var parameters:
    ParameterOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup(title: "Patients and work", visibility: .hidden) var work: RunOptions
  @OptionGroup(title: "Patients and work", visibility: .hidden) var rejected: RejectionOption
  @OptionGroup(title: "The file") var file: ChartFileOptions
  @OptionGroup(title: "The file", visibility: .hidden) var look: ChartLookOptions
  @OptionGroup(title: "The file", visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  private var chart: ChartKind? { shown.chart }
  private var chartPatient: String? { shown.chartPatient }
  private var output: String? { file.output }

  func validate() throws {
    try validateTimes()
    try validateGroups()
    if (chart == nil) == !shown.all {
      throw ValidationError("Use either --chart or --all.")
    }
    if shown.all, output == nil { throw ValidationError("--all writes files: add --out FOLDER.") }
    if !shown.all { _ = try ChartFormat.of(file.format, file: output) }
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
    if shown.facet, chartPatient != nil || chart.map({ !$0.descriptor.hasPanels }) ?? false {
      let kinds = ChartKind.allCases.filter(\.descriptor.hasPanels).map(\.rawValue)
        .joined(separator: ", ")
      throw ValidationError("--facet requires a cohort's --chart \(kinds).")
    }
    if periods.areCompared, !comparesDays, !shown.all {
      throw ValidationError("--compare-from and --compare-to require --chart comparison.")
    }
    if periods.sinceStart, chartPatient != nil || chart?.descriptor.countsFromStart != true {
      throw ValidationError("--since-start requires a cohort's --chart ribbon, lasagna or values.")
    }
    if periods.sinceStart, periods.by != .week, periods.by != .relativeWeek {
      throw ValidationError("--since-start counts weeks: remove --by \(periods.by.rawValue).")
    }
  }

  func run() throws {
    let form = try shown.all ? file.format : ChartFormat.of(file.format, file: output)
    let writer = ChartWriter(format: form, dataURL: file.dataURL, look: try look.look(for: form))
    let answer = try ReportCharts.isReport(source) ? chartsOfReport() : chartsOfRecords()
    if shown.all, let output {
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
    if shown.facet || periods.sinceStart || periods.areCompared {
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
      days, outcomes, of: records, by: periods.sinceStart ? .relativeWeek : periods.by, &options)
    query.weekStart = periods.weekStart ?? .monday
    query.numerator = periods.numerator
    var selection = selection
    selection.patient = try chartPatient.map { try pseudonyms.id($0, of: patients) }
    selection.hasPanels = shown.facet
    selection.earlierDays = try earlierDays(before: query.range)
    let request = ChartRequest(query, selection, parameters.parameters)
    return try request.charts(of: records, options)
  }

  /// Returns the earlier range of a comparison; `nil` without one.
  private func earlierDays(before days: Range<CivilDate>) throws -> Range<CivilDate>? {
    if !periods.areCompared, !comparesDays { return nil }
    return try ChartSelection.earlierDays(
      from: periods.compareFrom, to: periods.compareTo, before: days)
  }

  private var comparesDays: Bool { chart?.descriptor.comparesDays == true }

  private var selection: ChartSelection {
    ChartSelection(
      kind: chart, patient: chartPatient, task: shown.chartTask,
      values: SummedValues(kind: shown.valueKind, units: shown.valueUnits))
  }
}

/// The selection of a chart.
struct ShownChartOptions: ParsableArguments {
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
  @Flag(help: .option("facet", of: .chart))
  var facet = false
}

/// The periods of a chart, and the days to compare with.
struct ChartPeriodOptions: ParsableArguments {
  @Option(help: .option("by"))
  var by = CalendarPeriod.week
  @Flag(
    help: ArgumentHelp(
      "Count weeks from each patient's first day of treatment.", visibility: .hidden))
  var sinceStart = false
  @Option(help: .option("week-start"))
  var weekStart: Weekday?
  @Option(help: .option("numerator"))
  var numerator = Numerator.done
  @Option(help: .option("compare-from", of: .chart))
  var compareFrom: CivilDate?
  @Option(help: .option("compare-to", of: .chart))
  var compareTo: CivilDate?

  /// Whether days to compare with are given.
  var areCompared: Bool { compareFrom != nil || compareTo != nil }
}

/// The file of a chart, or the folder of all.
struct ChartFileOptions: ParsableArguments {
  @Option(
    name: .customLong("out"),
    help: """
      The output file, whose extension determines the format: .svg, .png, .pdf, .vl.json, .plotly.json, .echarts.json, \
      .chartjs.json, .carekit.json, .csv (with .meta.json beside it) or .json; a folder with --all. (default: standard output)
      """)
  var output: String?
  @Option(help: .option("format", of: .chart))
  var format: ChartFormat?
  @Option(help: .option("data-url", of: .chart))
  var dataURL: String?
}
