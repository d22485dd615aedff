import ArgumentParser
import Reporting
import Scheduling

/// `regimen merge`: one report of the reports of all shares.
struct MergeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes one report of the reports of all shares of the patients.",
    discussion: """
      The files are the same bytes as those of one report on all patients. Shares are made by
      `regimen report DATASET --partition 1/7 --out DIR`, by whichever machines.

      Example: regimen report Datasets/monitoring --from 2025-02-03 --to 2025-03-03 --partition 1/2 \\
        --out share1 && regimen report Datasets/monitoring --from 2025-02-03 --to 2025-03-03 \\
        --partition 2/2 --out share2 && regimen merge whole share1 share2
      """)

  @Argument(help: "The folder of the one report.")
  var out: String
  @Argument(help: "The folders of the shares, in any order.")
  var shards: [String]
  @OptionGroup var files: FileOptions

  func run() throws {
    let report = try ReportMerge(shards).write(to: out, Interrupts.shared.heeded())
    try Console.print("\(report.patients) patients\n\n")
    try Console.print(CohortText(report).text)
    Console.list(report.problems)
    try finish(report.problems.count)
  }
}
