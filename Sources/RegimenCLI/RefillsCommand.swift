import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Charts
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// `regimen refills`: computes measures from fills.
struct RefillsCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "refills",
    abstract: "Measures adherence from fills: days covered, possession, and CMA 1 to 9.",
    usage: "regimen refills [<options>] <dataset>",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen refills Datasets/refills --measure pdc,cma7 --from 2024-01-01 --to 2025-01-01",
        "regimen refills Datasets/tables/claims.csv --measure pdc",
        "regimen refills Datasets/refills --chart fills --chart-patient R003 --out R003.svg"))

      \(ArgumentHelp.furtherOptions("refills"))
      """)

  @Argument(help: "A folder of fills, a table of claims, or FHIR resources.")
  var dataset: String
  @OptionGroup(title: "A table of claims by its columns") var claims: ClaimOptions
  @OptionGroup(title: "A table of claims by its columns", visibility: .hidden) var form:
    TableFormOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @Option(help: .option("measure", of: .refills, "Several separated by commas or by repeating."))
  var measure: [RefillMeasureList] = []
  @OptionGroup var window: RefillWindowOptions
  @OptionGroup var rules: RefillRuleOptions
  @OptionGroup var parts: RefillPartOptions
  @OptionGroup var rejected: RejectionOption
  @OptionGroup(title: "Charts") var charts: RefillChartOptions
  @Option(
    name: .customLong("out"),
    help: """
      A folder for the page index.html, the table measures, and refills.json; with --chart a file whose extension \
      determines the format.
      """)
  var output: String?
  @Option(
    help: """
      The format of the table: csv, ndjson or json; with --chart that of the chart, such as svg. \
      (default: csv, vegaLite)
      """)
  var format: RefillForm?
  @OptionGroup(visibility: .hidden) var pageData: PageDataOptions
  @OptionGroup(visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions
  @Option(
    help: ArgumentHelp(
      """
      Withhold numbers of the summary about fewer patients than this, and numbers that would reveal them; \
      tables, pages and charts show single patients and are rejected.
      """, visibility: .hidden))
  var smallestGroup: Int?

  func validate() throws {
    try validateFormat()
    try validateGroups()
    let hasPage = charts.chart == nil && output != nil
    try pageData.requirePage(hasPage)
    if !hasPage, charts.chart != .persistence { try parts.validateEpisodes() }
    if parts.combine == .all, RefillMeasureList.joined(measure) != [.pdc] {
      throw ValidationError("--combine all counts days: use it with --measure pdc.")
    }
  }

  private func validateGroups() throws {
    guard let smallestGroup else { return }
    if smallestGroup < 2 {
      throw ValidationError("--smallest-group \(smallestGroup) must be 2 or more.")
    }
    if output != nil || format != nil || charts.chart != nil {
      throw ValidationError(
        "Tables, pages and charts of fills disclose single patients: --smallest-group allows only the "
          + "summary.")
    }
    if parts.window != nil || parts.episodes {
      throw ValidationError(
        "--window and --episodes count rows rather than patients: remove them with --smallest-group."
      )
    }
  }

  private func validateFormat() throws {
    guard let format else {
      if charts.chart != nil { _ = try ChartFormat.of(nil, file: output) }
      return
    }
    if charts.chart == nil, format.table == nil {
      throw ValidationError("A table has the format csv, ndjson or json: use --chart for a chart.")
    }
    if charts.chart != nil, format.chart == nil {
      throw ValidationError("Charts do not support ndjson: use csv or json.")
    }
  }

  func run() throws {
    try window.days.check()
    let pseudonyms = try pseudonyms.read()
    let dataset = try pseudonyms.dataset(try open())
    try dataset.requireFew(upTo: rejected.limit, allowsLostPatients: rejected.allowsLostPatients)
    if let smallestGroup, dataset.patientIDs.count < smallestGroup {
      throw InputError(
        .outOfRange(text: "\(smallestGroup)", rule: "not exceed the number of patients"),
        parameter: "smallest-group")
    }
    let request = request(of: dataset)
    if let chart = charts.chart { return try draw(chart, of: dataset, request, pseudonyms) }
    let report = try measure(dataset, request)
    if folder != nil || format == nil { try show(report) }
    Console.list(report.problems)
    try finish(report.problems.count)
  }

  private func draw(
    _ chart: RefillChart, of dataset: RefillDataset, _ request: RefillRequest,
    _ pseudonyms: Pseudonyms
  ) throws {
    let form = try ChartFormat.of(format?.chart, file: output)
    let writer = ChartWriter(format: form, look: try charts.look.look(for: form))
    let drawn = try RefillCharts(dataset, request).chart(
      chart, of: charts.chartPatient.map(pseudonyms.id))
    try writer.show(drawn, in: output)
    var problems = ProblemLog()
    for problem in dataset.problems { problems.add(problem) }
    Console.list(problems)
    try finish(problems.count)
  }

  /// The folder of a report; `nil` for other output.
  private var folder: RefillFolder? {
    guard charts.chart == nil else { return nil }
    return output.map {
      RefillFolder($0, format: tableFormat, pageData: pageData.pageData ?? .none)
    }
  }
  private var tableFormat: ListFormat { format?.table ?? .csv }

  private func measure(_ dataset: RefillDataset, _ request: RefillRequest) throws(InputError)
    -> RefillReport
  {
    if let folder { return try folder.write(dataset, request) }
    let isPrinted = format != nil
    return try RefillReport(of: dataset, request, format: tableFormat) { bytes throws(InputError) in
      if isPrinted { try Console.print(bytes) }
    }
  }

  /// Opens the fills of a table or dataset; an unused time zone is rejected.
  private func open() throws -> RefillDataset {
    if let claims = try claims.open(dataset, form.form, exchange) { return claims }
    if exchange.zone != nil, ExchangeFormat(of: dataset) != .fhir {
      throw ValidationError("--zone is not used: fills have dates, which are read as written.")
    }
    return try exchange.fills(dataset)
  }

  private func request(of dataset: RefillDataset) -> RefillRequest {
    var request = RefillRequest()
    if !measure.isEmpty { request.measures = RefillMeasureList.joined(measure) }
    window.days.set(&request, of: dataset)
    rules.set(&request)
    parts.set(&request, of: dataset)
    return request
  }

  private func show(_ report: RefillReport) throws {
    let text = RefillText(report, smallestGroup: smallestGroup)
    try Console.print(
      report.heading(
        options: "change it with --to or --observed-to",
        showsPatients: text.showsPatients))
    try Console.print(assumptions: report.assumptions)
    try Console.print(text.text)
    if let folder {
      try Console.print("\nIn \(folder.path): \(folder.names.joined(separator: ", "))\n")
      try report.pages.show(in: folder.path)
    }
  }
}

/// A list of measures, such as `pdc,cma7`.
struct RefillMeasureList: ExpressibleByArgument {
  var measures: [RefillMeasure]

  init?(argument: String) {
    if argument == "all" {
      measures = RefillMeasure.allCases
      return
    }
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { RefillMeasure(rawValue: String($0)) }
    guard known.count == names.count else { return nil }
    measures = known
  }

  /// Returns the measures of several lists, without duplicates.
  static func joined(_ lists: [RefillMeasureList]) -> [RefillMeasure] {
    var seen: Set<RefillMeasure> = []
    return lists.flatMap(\.measures).filter { seen.insert($0).inserted }
  }
}

/// The measured days of each patient.
struct RefillWindowOptions: ParsableArguments {
  @Option(help: .option("start", of: .refills))
  var from: CivilDate?
  @Option(help: .option("end", of: .refills))
  var to: CivilDate?
  @Option(help: .option("window-start", of: .refills))
  var windowStart: Int?
  @Option(help: .option("observe", of: .refills))
  var observe: DayCount?
  @Option(help: .option("follow-up-days", of: .refills))
  var followUpDays: Int?

  /// The range given by the options.
  var days: RefillDays {
    var days = RefillDays()
    (days.from, days.to) = (from, to)
    (days.windowStart, days.observe, days.followUpDays) = (windowStart, observe, followUpDays)
    return days
  }
}

extension DayCount: ExpressibleByArgument {}
