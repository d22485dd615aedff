import AdherenceAnalytics
import ArgumentParser
import Reporting
import SQLiteStore

/// `regimen export`: a store into a dataset folder.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the records of a store, as it is at this moment, into a dataset folder.",
    discussion: """
      Importing the folder gives the same records.

      Example: regimen import Datasets/monitoring monitoring.sqlite &&
        regimen export monitoring.sqlite monitoring
      """)

  @Argument(help: "The file of a store.")
  var store: String
  @Argument(help: "A folder, which is made where nothing is.")
  var dataset: String
  @Flag(help: "Write over a dataset that is there.")
  var force = false
  @OptionGroup var work: WorkOptions

  func run() throws {
    if !force { try DataPlace.folder(dataset).requireEmpty() }
    let options = work.options(.init(), nil)
    let snapshot = try SQLiteStore(store, access: .readOnly).snapshot(readers: options.jobs)
    let copy = try RecordWriting(options: work).write(snapshot, toFolder: dataset)
    try Console.print("\(copy.counts)\nIn \(dataset)\n")
    Console.list(copy.problems)
    try finish(copy.problems.count)
  }
}
