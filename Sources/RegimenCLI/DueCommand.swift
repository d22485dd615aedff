import AdherenceAnalytics
import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// `regimen due`: lists the open occurrences of patients at a moment.
struct DueCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract:
      "Lists the due occurrences of patients at a moment: overdue, due, soon due, and next.",
    usage: "regimen due [<options>] <dataset> --at <at>",
    discussion: """
      Later events are ignored. A quota is listed until it is met \
      in the current period; an as-needed task with the time of its next permitted use.

      \(ArgumentHelp.examples(
        "regimen due Datasets/monitoring --at 2025-03-10T12:00:00Z --within PT2H"))

      \(ArgumentHelp.furtherOptions("due"))
      """)

  @Argument(help: "A dataset folder, a store (a file or an address), or data of another system.")
  var dataset: String
  @Option(help: "The moment, as 2025-03-10T12:00:00Z.")
  var at: Instant
  @Option(help: "Also list windows that open within this time, as 2h, 1d or PT90M.")
  var within = Ahead()
  @OptionGroup(title: "The rows") var rows: RowOptions
  @Option(
    help: """
      The rows to list: overdue, started, open, upcoming, quota, asNeeded or next; several by repeating. \
      (default: all)
      """)
  var state: [DueState] = []
  @OptionGroup(title: "Days and definitions") var outcomes: MeasuringOptions
  @Option(help: .option("week-start"))
  var weekStart: Weekday?
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup var work: WorkOptions
  @Option(help: "The format of the list.")
  var format = ListFormat.csv
  @Option(name: .customLong("out"), help: "The output file. (default: standard output)")
  var file: String?
  @OptionGroup(visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  func run() throws {
    let progress = file == nil ? nil : ProgressLine()
    defer { progress?.end() }
    let options = work.options(Interrupts.shared.observedCancellation(), progress)
    let pseudonyms = try pseudonyms.read()
    let patients = try Input.open(dataset, exchange, readers: options.jobs)
    let table = table(of: try pseudonyms.filter(rows.filter(), of: patients))
    let source = try pseudonyms.source(patients)
    let output = try file.map(OutputFile.init(path:))
    let problems = try table.write(source, format, options) { bytes in
      if let output { try output.write(bytes) } else { try Console.print(bytes) }
    }
    try output?.finish()
    progress?.end()
    Console.list(problems)
    try finish(problems.count)
  }

  private func table(of patients: PatientFilter?) -> DueTable {
    var definitions = AdherenceQuery(CivilDate.first..<CivilDate.first)
    outcomes.complete(&definitions)
    definitions.weekStart = weekStart ?? .monday
    return DueTable(
      at: at, within: within.period, by: definitions,
      RowSelection(patients, tasks: rows.onlyTask),
      Set(state.isEmpty ? DueState.allCases : state))
  }
}

/// A length of time, such as `2h` or `PT90M`.
struct Ahead: ExpressibleByArgument {
  var period = ISODuration.zero

  /// The default: zero.
  init() {}

  init?(argument: String) {
    let text = argument.uppercased()
    let days = text.hasSuffix("D") || text.hasSuffix("W")
    guard let period = ISODuration(argument) ?? ISODuration("\(days ? "P" : "PT")\(text)") else {
      return nil
    }
    self.period = period
  }

  /// The default value shown in help.
  var defaultValueDescription: String { period.description }
}
