import AdherenceAnalytics
import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// `regimen due`: what patients are to do at a moment.
struct DueCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Lists what patients are to do at a moment: overdue, due, soon due, and next.",
    discussion: """
      Nothing that happened behind the moment is known. A quota is listed while something is left of it \
      in the period at hand; what is used as needed with when its next use is allowed.

      Example: regimen due Datasets/monitoring --at 2025-03-10T12:00:00Z --within PT2H
      """)

  @Argument(help: "A dataset folder, a store (a file or an address), or data of another system.")
  var dataset: String
  @Option(help: "The moment, as 2025-03-10T12:00:00Z.")
  var at: Instant
  @Option(help: "How much later windows may open and be listed, as 2h, 1d or PT90M.")
  var within = Ahead()
  @Option(help: "A patient's id; several by repeating. (default: all)")
  var patient: [String] = []
  @Option(help: "A task's id; several by repeating. (default: all)")
  var task: [String] = []
  @Option(
    help: """
      Which rows: overdue, started, open, upcoming, quota, asNeeded or next; several by repeating. \
      (default: all)
      """)
  var state: [DueState] = []
  @OptionGroup var outcomes: MeasuringOptions
  @Option(help: "On which day weeks begin.")
  var weekStart = Weekday.monday
  @OptionGroup(title: "Data of other systems") var exchange: ExchangeOptions
  @OptionGroup var work: WorkOptions
  @Option(help: "The form of the list.")
  var format = ListFormat.csv
  @Option(name: .customLong("out"), help: "A file for the list. (default: standard output)")
  var file: String?
  @OptionGroup var files: FileOptions
  @OptionGroup var pseudonyms: PseudonymOptions

  func run() throws {
    let progress = file == nil ? nil : ProgressLine()
    defer { progress?.end() }
    let options = work.options(Interrupts.shared.heeded(), progress)
    let pseudonyms = try pseudonyms.read()
    let patients = try Input.open(dataset, exchange, readers: options.jobs)
    let table = table(of: try pseudonyms.ids(patient, of: patients))
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

  private func table(of patients: [String]) -> DueTable {
    var definitions = AdherenceQuery(CivilDate.first..<CivilDate.first)
    outcomes.complete(&definitions)
    definitions.weekStart = weekStart
    return DueTable(
      at: at, within: within.period, by: definitions,
      RowSelection(patients: Set(patients), tasks: Set(task)),
      Set(state.isEmpty ? DueState.allCases : state))
  }
}

/// A time ahead, as `2h` or `PT90M`.
struct Ahead: ExpressibleByArgument {
  var period = ISODuration.zero

  /// Nothing.
  init() {}

  init?(argument: String) {
    let text = argument.uppercased()
    let days = text.hasSuffix("D") || text.hasSuffix("W")
    guard let period = ISODuration(argument) ?? ISODuration("\(days ? "P" : "PT")\(text)") else {
      return nil
    }
    self.period = period
  }

  /// How help shows a default.
  var defaultValueDescription: String { period.description }
}
