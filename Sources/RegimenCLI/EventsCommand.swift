import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// `regimen events`: lists the state of each occurrence and each unscheduled outcome.
struct EventsCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Lists every occurrence with its state, and every outcome without one.",
    usage: "regimen events [<options>] [<dataset>]",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen events Datasets/monitoring --from 2025-03-08 --to 2025-03-11 --only P000"))

      \(ArgumentHelp.furtherOptions("events"))
      """)

  @Argument(help: "A dataset folder, a store (a file or an address), or data of another system.")
  var dataset: String?
  @Option(help: "Records as NDJSON from a file, or - for standard input; writes rows.")
  var records: String?
  @OptionGroup(title: "Days and definitions") var days: DayOptions
  @OptionGroup(title: "Days and definitions") var outcomes: MeasuringOptions
  @OptionGroup(title: "Days and definitions") var definitions: DefinitionOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup(title: "The rows") var rows: RowOptions
  @Option(help: "The format of the list. (default: csv, with --records ndjson)")
  var format: ListFormat?
  @Option(name: .customLong("out"), help: "The output file. (default: standard output)")
  var file: String?
  @OptionGroup(visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  func validate() throws {
    if (dataset == nil) == (records == nil) {
      throw ValidationError("Use either a dataset or store, or --records.")
    }
    if records != nil, format != nil || file != nil {
      throw ValidationError(
        "--records writes NDJSON to standard output: remove --format and --out.")
    }
  }

  func run() throws {
    if let dataset { try open(Input.open(dataset, exchange)) }
    if let records { try list(try RecordReader(path: records)) }
  }

  private func open(_ source: some CohortSource) throws {
    let pseudonyms = try pseudonyms.read()
    let filter = try pseudonyms.filter(rows.filter(), of: source)
    try list(pseudonyms.source(source), filter)
  }

  private func list(_ source: some CohortSource, _ filter: PatientFilter?) throws {
    let output = try file.map(OutputFile.init(path:))
    let selection = RowSelection(filter, tasks: rows.onlyTask)
    var options = ReportOptions()
    let query = try definitions.query(days, outcomes, of: source, &options)
    let problems = try EventTable.write(source, query, selection, format ?? .csv) {
      bytes throws(InputError) in
      if let output { try output.write(bytes) } else { try Console.print(bytes) }
    }
    try output?.finish()
    Console.list(options.warnings)
    Console.list(problems)
    try finish(options.warnings.count + problems.count)
  }

  private func list(_ reader: RecordReader) throws {
    var (problems, eventNames) = (0, EventNames())
    let query = definitions.query(try days.days(), outcomes)
    let pseudonyms = try pseudonyms.read()
    let filter = try rows.filter()
    while let next = reader.next() {
      let record = (try? next.entry.get())?.record
      let ids = record.map { [$0.patient.id] } ?? []
      if let record { eventNames.add(record) }
      let selection = RowSelection(
        filter?.replacing(ids, by: pseudonyms.id), tasks: rows.onlyTask)
      let result = RecordRows.events(of: pseudonyms.entry(next.entry), query, selection)
      try Console.print(result.bytes)
      Console.list(result.problems)
      problems += result.problems.count
    }
    Console.list(eventNames.problems)
    try finish(problems + eventNames.problems.count)
  }
}

/// The selection of rows by patient and task.
struct RowOptions: ParsableArguments {
  @Option(
    name: .customLong("only"),
    help: .option("only", "Several separated by commas or by repeating."))
  var filters: [String] = []
  @Option(help: .option("only-task", of: .events))
  var onlyTask: [String] = []

  /// Returns the filter of patients; `nil` for all.
  func filter() throws(InputError) -> PatientFilter? {
    filters.isEmpty ? nil : try PatientFilter(filters)
  }
}
