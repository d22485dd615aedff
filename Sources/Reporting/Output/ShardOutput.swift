import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// The files beside a shard's tables that merging needs: `partition.json`, `partition.sizes` with a
/// line per patient, and `partition.pages` with a line per page file.
final class ShardOutput: Sendable {
  private let report: ReportFolder
  private let folder: OutputFolder
  private let partition: Partition
  private let frame: ReportHeader
  private let sizes: OutputFile
  /// The list of page files.
  let pages: PageList?

  init(
    _ report: ReportFolder, in folder: OutputFolder, _ partition: Partition, _ frame: ReportHeader
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

  /// Writes the description of the shard, after all its other files.
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
