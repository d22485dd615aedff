import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// `regimen import`: adds records to a store or writes a dataset folder.
struct ImportCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Adds records to a store, which is created if necessary, or writes them to a dataset folder.",
    usage: "regimen import [<options>] <paths> ...",
    discussion: """
      Records that the store already contains are not added again: an interrupted import is completed by
      repeating it, and repeating a complete one changes nothing.

      \(ArgumentHelp.examples(
        "regimen import Datasets/monitoring monitoring.sqlite",
        #"regimen import Datasets/tables/caps.csv caps.db --schedule "every day at 08:00 and 20:00""#))

      \(ArgumentHelp.furtherOptions("import"))
      """)

  @Argument(
    help: """
      A dataset folder, tables by their columns, or data of another system (resources of FHIR, calendars, \
      CareKit documents), and last the store or folder to write to.
      """)
  var paths: [String]
  @OptionGroup(title: "Tables by their columns") var table: TableOptions
  @OptionGroup(title: "Tables by their columns", visibility: .hidden) var form: TableFormOptions
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @Option(
    help: "The approximate number of rows per transaction; in between, other programs can write.")
  var batch: Int?
  @Flag(help: "Overwrite an existing dataset.")
  var force = false
  @OptionGroup var work: WorkOptions
  @OptionGroup(visibility: .hidden) var files: FileOptions

  func validate() throws {
    if let batch, batch < 1 { throw ValidationError("--batch \(batch) must be 1 or more.") }
    guard paths.count > 1 else {
      throw ValidationError("Name the source and the store to write to.")
    }
  }

  func run() throws {
    let (sources, target) = (Array(paths.dropLast()), paths[paths.count - 1])
    let source = try Input.open(sources, table, form.form, exchange, CareQuery())
    try Console.print(assumptions: source.assumptions)
    guard case .folder(let folder) = DataLocation(target), !isDataset(sources[0]) else {
      return try load(source, into: target)
    }
    if !force { try DataLocation.folder(folder).requireEmpty() }
    let copy = try RecordWriting(options: work).write(source, toFolder: folder)
    try Console.print("\(copy.counts)\nIn \(folder)\n")
    Console.list(copy.problems)
    try finish(copy.problems.count)
  }

  /// Returns whether a path is a dataset folder.
  ///
  /// Importing one into another folder would be a copy, so the target is a store, whatever its
  /// name.
  private func isDataset(_ path: String) -> Bool {
    if case .folder = DataLocation(path) { !table.areTables } else { false }
  }

  private func load(_ source: some CohortSource, into store: String) throws {
    let store = try StoreLocation(store)
    let known = try store.patients
    var writing = RecordWriting(options: work)
    writing.batch = batch
    let report = try writing.load(source, into: store)
    try Console.print(report.text(of: store.name))
    if known > 0 { try Console.print("\(store.name) had \(known) patients before\n") }
    Console.list(report.problems.map(\.description), of: report.problemCount)
    try finish(report.problemCount)
  }
}

extension LoadReport {
  /// Returns the result as text.
  func text(of store: String) -> String {
    var lines = ["\(read)", "Added to \(store): \(added.text)"]
    if known.total > 0 { lines.append("Already present: \(known.text)") }
    if refused.total > 0 { lines.append("Refused: \(refused.text)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension VersionCounts {
  /// The counts of each kind of record present, as text.
  fileprivate var text: String {
    let kinds = [
      (patients, "patients"), (tasks, "tasks"), (outcomes, "outcomes"), (holds, "holds"),
      (carePlans, "care plans"), (contacts, "contacts"), (namedEvents, "named events"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
