import ArgumentParser
import Reporting
import Scheduling

/// `regimen merge`: merges the reports of all shards.
struct MergeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the reports of all shards of the patients into one report.",
    discussion: """
      The files are byte-identical to those of one report on all patients. Shards are created by
      `regimen report DATASET --partition 1/7 --out DIR`, on any machine.

      \(ArgumentHelp.examples(
        "regimen report Datasets/monitoring --from 2025-02-03 --to 2025-03-03 --partition 1/2 "
          + "--out share1 && "
          + "regimen report Datasets/monitoring --from 2025-02-03 --to 2025-03-03 --partition 2/2 "
          + "--out share2 && regimen merge whole share1 share2"))
      """)

  @Argument(help: "The folder of the merged report.")
  var out: String
  @Argument(help: "The folders of the shards, in any order.")
  var shards: [String]
  @OptionGroup var files: FileOptions

  func run() throws {
    let report = try ReportMerge(shards).write(to: out, Interrupts.shared.observedCancellation())
    try Console.print("\(report.patients) patients\n\n")
    try Console.print(CohortText(report).text)
    try report.pages.show(in: out)
    Console.list(report.problems)
    try finish(report.problems.count)
  }
}
