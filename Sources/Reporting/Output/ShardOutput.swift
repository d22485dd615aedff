import AdherenceAnalytics
import Interchange
import Scheduling

/// What the folder of a share has beside its tables, so that shares merge: `partition.json`,
/// `partition.sizes` with a line a patient, and `partition.pages` with a line for each file of their pages.
final class ShardOutput: Sendable {
  private let report: ReportFolder
  private let folder: OutputFolder
  private let partition: Partition
  private let frame: ReportFrame
  private let sizes: OutputFile
  /// Where the pages say what they have.
  let pages: PageList?

  init(
    _ report: ReportFolder, in folder: OutputFolder, _ partition: Partition, _ frame: ReportFrame
  ) throws(InputError) {
    (self.report, self.folder) = (report, folder)
    (self.partition, self.frame) = (partition, frame)
    sizes = try folder.file(Shard.sizesName, isSummed: true)
    pages = report.contents.hasPage ? try PageList(in: folder) : nil
  }

  func write(_ patients: [ReportBlock.PatientSize]) throws(InputError) {
    var bytes: [UInt8] = []
    for patient in patients { SizeLine.append(patient, to: &bytes) }
    try sizes.write(bytes)
  }

  /// Writes what the share comes to, when all else is written.
  func finish(_ result: CohortReport, _ tables: [String: FileSum]) throws {
    try sizes.finish()
    var files = tables
    files[Shard.sizesName] = sizes.sum.map(FileSum.init)
    files[PageList.name] = try pages?.finish()
    let shard = Shard(
      index: partition.index, count: partition.count, format: report.format.rawValue,
      tables: report.tableNames, measures: report.contents.measures,
      parameters: report.contents.parameters, frame: frame, part: result.part,
      problems: result.sourceProblems, counts: result.sourceCounts,
      assumptions: result.assumptions.isEmpty ? nil : result.assumptions, files: files)
    let about = try folder.file(Shard.fileName)
    try about.write(try shard.bytes())
    try about.finish()
  }
}
