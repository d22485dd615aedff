import AdherenceAnalytics
import ArgumentParser
import Reporting
import Scheduling
import Simulation

/// `regimen generate`: creates a synthetic cohort in a folder or store.
struct GenerateCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Creates a synthetic cohort of any size, reproducible by its seed on any machine.",
    usage: "regimen generate [<options>] --patients <patients> --out <out>",
    discussion: """
      \(ArgumentHelp.examples("regimen generate --patients 1000 --days 90 --seed 7 --out cohort"))
      """)

  @Option(help: "The number of patients.")
  var patients: Int
  @Option(help: "The number of days for which they are observed.")
  var days = 365
  @Option(help: "The seed of the random numbers.")
  var seed: UInt64 = 1
  @Option(help: "The first day; if it is a Monday, patients enrol on working days.")
  var from = SyntheticCohort.firstDay
  @Option(
    help: ArgumentHelp(
      "The doses per thousand that all patients take throughout, 20 to 995, to estimate false alarms.",
      discussion: "Without it, patients differ, change, pause and stop according to the model."))
  var steadyRate: Int?
  @Option(
    name: .customLong("out"),
    help:
      "A dataset folder, or a store: an existing file, a name ending in .sqlite or .db, or an address."
  )
  var path: String
  @Flag(help: "Overwrite an existing dataset, or add to a store with patients.")
  var force = false
  @OptionGroup var work: WorkOptions
  @OptionGroup var files: FileOptions

  func run() throws {
    let cohort = try SyntheticCohort(
      patients: patients, days: days, seed: seed, from: from, steadyRate: steadyRate)
    let writing = RecordWriting(options: work)
    let location = DataLocation(path)
    if !force { try location.requireEmpty() }
    switch location {
    case .folder(let path), .table(let path), .exchange(_, let path):
      let copy = try writing.write(cohort, toFolder: path)
      try Console.print("\(copy.counts)\nIn \(path)\n")
    case .store(let path):
      let store = try StoreLocation(path)
      let report = try writing.load(cohort, into: store)
      try Console.print(report.text(of: store.name))
      try finish(report.problemCount)
    }
  }
}
