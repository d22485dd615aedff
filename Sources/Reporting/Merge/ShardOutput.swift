import AdherenceAnalytics
import Foundation
import Scheduling

/// What the folder of a share has beside its tables, so that shares merge: `partition.json`, and
/// `partition.sizes` with a line a patient.
final class ShardOutput: @unchecked Sendable {
  private let folder: ReportFolder
  private let partition: Partition
  private let frame: String
  private let sizes: OutputFile
  private var about: OutputFile?

  init(_ folder: ReportFolder, _ partition: Partition, _ frame: String) throws(InputError) {
    self.folder = folder
    self.partition = partition
    self.frame = frame
    sizes = try OutputFile(Shard.sizesName, in: folder.path)
  }

  func write(_ patients: [ReportBlock.PatientSize]) throws(InputError) {
    var bytes: [UInt8] = []
    for patient in patients { SizeLine.append(patient, to: &bytes) }
    try sizes.write(bytes)
  }

  func finish(_ report: CohortReport) throws {
    let shard = Shard(
      index: partition.index, count: partition.count, format: folder.format.rawValue,
      tables: folder.tableNames, measures: folder.contents.measures,
      parameters: folder.contents.parameters, frame: frame, part: report.part,
      problems: report.sourceProblems, counts: report.sourceCounts)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let about = try OutputFile(Shard.fileName, in: folder.path)
    try about.write(Array(try encoder.encode(shard)))
    self.about = about
  }

  func commit() throws(InputError) {
    try sizes.finish()
    try about?.finish()
  }

  /// Leaves nothing of what is not in its place.
  func abandon() {
    sizes.abandon()
    about?.abandon()
  }
}
