import AdherenceAnalytics
import ArgumentParser
import Interchange
import SQLiteStore
import Scheduling

/// `regimen import`: a dataset folder into a store.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Adds the records of a dataset folder to a store, which is made where nothing is.",
    discussion: """
      What the store has already is not added again: an import that was broken off is completed by doing
      it again, and doing it twice changes nothing.

      Example: regimen import Datasets/monitoring monitoring.sqlite
      """)

  @Argument(help: "A dataset folder.")
  var dataset: String
  @Argument(help: "The file of a store.")
  var store: String
  @Option(help: "About how many rows are written at once; in between, other programs may write.")
  var batch = SQLiteStore.usualBatch
  @OptionGroup var work: WorkOptions

  func validate() throws {
    if batch < 1 { throw ValidationError("--batch \(batch) must be 1 or more.") }
  }

  func run() throws {
    let folder = try DatasetFolder(dataset)
    var writing = RecordWriting(options: work)
    writing.batch = batch
    let report = try writing.load(folder, intoStore: store)
    try Console.print(report.text(of: store))
    Console.list(report.problems.map(\.description), of: report.problemCount)
    try finish(report.problemCount)
  }
}

extension LoadReport {
  /// What became of the records, for people.
  func text(of store: String) -> String {
    var lines = ["\(read)", "Added to \(store): \(added.text)"]
    if known.total > 0 { lines.append("There already: \(known.text)") }
    if refused.total > 0 { lines.append("Refused: \(refused.text)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension VersionCounts {
  /// The kinds of record of which there are any.
  fileprivate var text: String {
    let kinds = [
      (patients, "patients"), (tasks, "tasks"), (outcomes, "outcomes"), (holds, "holds"),
      (carePlans, "care plans"), (contacts, "contacts"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
