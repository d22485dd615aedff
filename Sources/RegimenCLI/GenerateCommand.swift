import AdherenceAnalytics
import ArgumentParser
import Reporting
import Scheduling
import Simulation

/// `regimen generate`: a synthetic cohort as a folder or in a store.
struct GenerateCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes a synthetic cohort of any size: the same for the same seed on any machine.",
    discussion: """
      Example: regimen generate --patients 1000 --days 90 --seed 7 --out cohort
      """)

  @Option(help: "How many patients.")
  var patients: Int
  @Option(help: "For how many days they are observed.")
  var days = 365
  @Option(help: "The number from which all is drawn.")
  var seed: UInt64 = 1
  @Option(help: "The first day; on a Monday, people enrol on working days.")
  var from = SyntheticCohort.firstDay
  @Option(
    help: ArgumentHelp(
      "How many in a thousand doses everybody takes throughout, 20 to 995, to see false alarms.",
      discussion: "Without it everybody differs, changes, pauses and stops as the model has it."))
  var steadyRate: Int?
  @Option(
    name: .customLong("out"),
    help:
      "A dataset folder, or a store: a file that is there, a name in .sqlite or .db, or an address."
  )
  var path: String
  @Flag(help: "Write over a dataset that is there, or add to a store that has patients.")
  var force = false
  @OptionGroup var work: WorkOptions
  @OptionGroup var files: FileOptions

  func run() throws {
    let cohort = try SyntheticCohort(
      patients: patients, days: days, seed: seed, from: from, steadyRate: steadyRate)
    let writing = RecordWriting(options: work)
    let place = DataPlace(path)
    if !force { try place.requireEmpty() }
    switch place {
    case .folder(let path), .table(let path), .exchange(_, let path):
      let copy = try writing.write(cohort, toFolder: path)
      try Console.print("\(copy.counts)\nIn \(path)\n")
    case .store(let path):
      let store = try StorePlace(path)
      let report = try writing.load(cohort, into: store)
      try Console.print(report.text(of: store.name))
      try finish(report.problemCount)
    }
  }
}
