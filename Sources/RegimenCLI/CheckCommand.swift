import ArgumentParser
import Interchange
import Scheduling

/// `regimen check`: everything that is wrong with a dataset.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads a dataset, writes nothing, and lists every problem with its place.",
    discussion: """
      Example: regimen check Datasets/monitoring
      """)

  @Argument(help: "A dataset folder.")
  var dataset: String

  func run() throws {
    let dataset = try Dataset(folder: dataset)
    for problem in dataset.problems { Console.print("\(problem)\n") }
    Console.print("\(dataset.counts)\nProblems: \(dataset.problems.count)\n")
    try finish(dataset.problems.count)
  }
}
