import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import FHIR
import Interchange
import Reporting
import ScheduleFormats
import Scheduling

/// `regimen export`: writes records to a dataset folder or an exchange format.
struct ExportCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes records as a dataset folder, FHIR resources, a calendar or CareKit's JSON.",
    discussion: """
      A dataset folder can be imported without loss. A file name ending in .ics is a calendar of one \
      patient, one ending in .json a CareKit document. What a format cannot represent is \
      listed and omitted.

      \(ArgumentHelp.examples(
        "regimen export Datasets/monitoring P000.ics --only P000",
        "regimen export Datasets/monitoring resources --only P000 --format fhir --adherence "
          + "--by month --from 2025-01-01 --to 2026-01-01"))

      \(ArgumentHelp.furtherOptions("export"))
      """)

  @Argument(help: "A store (a file or an address), a dataset folder, or data of another system.")
  var source: String
  @Argument(help: "A folder, created if necessary, or a file.")
  var target: String
  @Option(help: "The format: \(Form.list). (default: by file name)")
  var format: Form?
  @Option(help: "A patient's id; several by repeating. (default: all)")
  var only: [String] = []
  @Flag(help: "Overwrite existing files.")
  var force = false
  @OptionGroup(title: "Days and definitions") var days: DayOptions
  @OptionGroup(title: "Days and definitions") var outcomes: MeasuringOptions
  @OptionGroup(title: "Days and definitions") var definitions: DefinitionOptions
  @OptionGroup(title: "FHIR resources") var resources: ResourceOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup(visibility: .hidden) var files: FileOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  /// The output formats.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case dataset, fhir, iCalendar, careKit, careKit31 = "careKit3.1", openMHealth

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  /// The given format, otherwise that of the file name.
  var form: Form {
    if let format { return format }
    if target.hasSuffix(".ics") { return .iCalendar }
    return target.hasSuffix(".json") ? .careKit : .dataset
  }

  func run() throws {
    try DataLocation.requireParent(of: target)
    let options = work.options(Interrupts.shared.observedCancellation(), nil)
    let whole = try Input.open(source, exchange, CareQuery(), readers: options.jobs)
    try write(all: whole, options)
  }

  private func write(all: some CohortSource, _ options: ReportOptions) throws {
    try write(pseudonyms.read().source(try all.chosen(only)), options)
  }

  private func write(_ source: some CohortSource, _ options: ReportOptions) throws {
    switch form {
    case .dataset: try writeFolder(source)
    case .fhir, .openMHealth: try writeResources(source, options)
    case .iCalendar: try writeCalendar(source)
    case .careKit, .careKit31: try writeDocument(source)
    }
  }

  private func writeFolder(_ source: some CohortSource) throws {
    if !force { try DataLocation.folder(target).requireEmpty() }
    let copy = try RecordWriting(options: work).write(source, toFolder: target)
    try Console.print("\(copy.counts)\nIn \(target)\n")
    Console.list(copy.problems)
    try finish(copy.problems.count)
  }
}

/// The FHIR resources to write.
struct ResourceOptions: ParsableArguments {
  @Option(help: "The FHIR release: R4 or R5.")
  var release = FHIRRelease.r4
  @Flag(help: "Write the adherence of each task and period as an Observation.")
  var adherence = false
  @Option(help: "Write MeasureReports of the Measure with this canonical URL.")
  var measureURL: String?
  @Flag(help: "Add US Core's adherence extension to each MedicationRequest.")
  var usCore = false
  @Flag(help: "Omit patients, requests and events, and write only adherence.")
  var withoutRecords = false
  @Option(help: .option("by"))
  var by = CalendarPeriod.month
  @Option(help: .option("threshold"))
  var threshold = Share(4, of: 5)

  /// Returns the content to write for a query.
  func content(_ query: AdherenceQuery) -> FHIRContent {
    var content = FHIRContent(query)
    (content.release, content.measure, content.threshold) = (release, measureURL, threshold)
    (content.hasRecords, content.hasAdherence) = (!withoutRecords, adherence)
    content.assertsMedicationAdherence = usCore
    return content
  }
}
