import AdherenceAnalytics
import ArgumentParser
import Arrow
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Storage

/// `regimen check`: lists every problem of a dataset or store.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads all data without writing anything, and lists every problem with its location.",
    discussion: """
      For a table of another program it prints the columns, the assumptions, the open questions
      and the command that reads it.

      \(ArgumentHelp.examples(
        "regimen check Datasets/monitoring", "regimen check Datasets/tables/caps.csv"))

      \(ArgumentHelp.furtherOptions("check"))
      """)

  @Argument(
    help: """
      A dataset folder, a folder of fills, a store (a file or an address), data of another \
      system, or any table.
      """)
  var dataset: String
  @OptionGroup(title: "Data of other systems", visibility: .hidden) var exchange: ExchangeOptions
  @OptionGroup(visibility: .hidden) var pseudonyms: PseudonymOptions

  func run() throws {
    if case .table(let path) = DataLocation(dataset) {
      if pseudonyms.pseudonyms != nil {
        throw ValidationError("A table is shown unchanged: remove --pseudonyms.")
      }
      let table =
        FileKind(path: path) == .arrow
        ? try TableDescription(arrowFile: path, zone: exchange.zone)
        : try TableDescription(path: path, zone: exchange.zone)
      try Console.print(table.lines.joined(separator: "\n") + "\n")
      return try finish(table.openCount)
    }
    let pseudonyms = try pseudonyms.read()
    let fillProblems = try checkFills(pseudonyms)
    if let fillProblems, !hasPatients { return try finish(fillProblems) }
    let damage = try damage()
    for problem in damage { try Console.print("\(pseudonyms.problem(problem))\n") }
    try check(
      pseudonyms.source(try Input.open(dataset, exchange, CareQuery())),
      besides: damage.count + (fillProblems ?? 0))
  }

  /// Whether there are patients with plans, rather than fills only.
  private var hasPatients: Bool {
    FileManager.default.fileExists(atPath: "\(dataset)/patients.csv")
  }

  /// Checks the fills of a folder, if there are any, and returns the number of problems.
  private func checkFills(_ pseudonyms: Pseudonyms) throws(InputError) -> Int? {
    guard case .folder(let path) = DataLocation(dataset), RefillDataset.isThere(path) else {
      return nil
    }
    let fills = try pseudonyms.dataset(RefillDataset(folder: path))
    for problem in fills.problems { try Console.print("\(problem)\n") }
    try Console.print("\(fills.counts)\n")
    if !hasPatients { try Console.print("Problems: \(fills.problems.count)\n") }
    return fills.problems.count
  }

  /// Returns the problems of a store, including those that do not affect a record.
  private func damage() throws -> [InputError] {
    guard case .store(let path) = DataLocation(dataset) else { return [] }
    let store = try StoreLocation(path).openForReading()
    let unsummed = try store.unsummedPatients()
    if unsummed > 0 {
      let hint = "any import into the store adds them"
      try Console.print(
        "Patients without checksums, which are not verified: \(unsummed) (\(hint))\n")
    }
    return try store.verify()
  }

  private func check(_ source: some CohortSource, besides damage: Int) throws {
    var (counts, problems) = (source.counts, source.problems.count + damage)
    for problem in source.problems { try Console.print("\(problem)\n") }
    var eventNames = EventNames()
    var reader = try source.makeReader()
    try reader.read(source.patientIDs.indices) { unexamined throws(InputError) in
      let entry = unexamined.examined()
      eventNames.add(entry.record)
      counts.merge(entry.counts)
      let found = entry.problems + entry.record.datingProblems
      problems += found.count
      for problem in found { try Console.print("\(problem)\n") }
    }
    for problem in eventNames.problems { try Console.print("\(problem)\n") }
    for note in eventNames.notes(countingPatients: true) { try Console.print("\(note)\n") }
    problems += eventNames.problems.count
    try Console.print("\(counts)\nProblems: \(problems)\n")
    try finish(problems)
  }
}
