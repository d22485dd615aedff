@testable import AdherenceAnalytics
@testable import AdherenceStatistics
@testable import Interchange
@testable import Reporting
@testable import Scheduling
@testable import Diagnostics

/// A dataset folder as one input: its files are concatenated, each after a line `=== NAME`.
///
/// The records do not depend on the chunk size, every row is counted, and a written folder has the
/// same records.
enum FolderTarget: FuzzTarget {
  static let name = "folder"

  static func run(_ input: [UInt8]) throws {
    let folder = try ScratchFolder(files(of: input))
    defer { withExtendedLifetime(folder) {} }
    let dataset = try Dataset(folder: folder.path)
    let pieces = try Dataset(
      DatasetFolder(folder.path, DatasetFolder.Options(blockSize: 11, runLimit: 3)))
    try require(pieces.records, is: dataset.records, "records read in pieces")
    try require(pieces.counts, is: dataset.counts, "counts read in pieces")
    try require(
      pieces.problems.map(\.description).sorted(), is: dataset.problems.map(\.description).sorted(),
      "problems read in pieces")
    try counted(dataset)
    for record in dataset.records { try RecordChecks.run(record) }
    try written(dataset.records, beside: folder)
    try reported(dataset)
  }

  private static let names = [
    "patients.csv", "tasks.ndjson", "outcomes.csv", "holds.csv", "plans.csv", "contacts.csv",
    "namedEvents.csv",
  ]

  /// Splits an input into files; text before the first name is the patients' file.
  static func files(of input: [UInt8]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var name = names[0]
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: Array("=== ".utf8)) {
        let given = String(decoding: line.dropFirst(4), as: UTF8.self)
        name = names.contains(given) ? given : name
      } else {
        files[name, default: []] += line + [UInt8(ascii: "\n")]
      }
    }
    return files
  }

  /// Checks that rejections are reported, and do not exceed the rows read.
  private static func counted(_ dataset: Dataset) throws {
    let counts = dataset.counts
    let kinds = [
      counts.patients, counts.tasks, counts.outcomes, counts.holds, counts.carePlans,
      counts.contacts, counts.namedEvents,
    ]
    for kind in kinds { try require(kind.rejected <= kind.read, "more rejected than read") }
    let lost = kinds.reduce(0) { $0 + $1.rejected }
    try require(lost == 0 || !dataset.problems.isEmpty, "\(lost) rejected without a problem")
    let kept = dataset.records.reduce(0) { $0 + $1.tasks.count }
    try require(kept, is: counts.tasks.read - counts.tasks.rejected, "accepted tasks")
    let holds = dataset.records.reduce(0) { $0 + $1.holds.count }
    try require(holds, is: counts.holds.read - counts.holds.rejected, "accepted holds")
    let patients = dataset.records.reduce(0) { $0 + 1 + $1.earlierPatients.count }
    try require(
      patients, is: counts.patients.read - counts.patients.rejected, "accepted patients")
  }

  private static func written(_ records: [CareRecord], beside folder: ScratchFolder) throws {
    let path = "\(folder.path)/written"
    do throws(InputError) {
      let writer = try DatasetWriter(path)
      for record in records { try writer.write(record) }
      try writer.finish()
    } catch { return }
    let again = try must("a folder that was written") { try Dataset(folder: path) }
    try require(again.records, is: records, "the records again")
  }

  /// Checks that a report has rows for all patients, or a reason why not.
  private static func reported(_ dataset: Dataset) throws {
    let days = CivilDate(dayNumber: 20_094)..<CivilDate(dayNumber: 20_124)
    var query = AdherenceQuery(days, by: .week)
    query.occurrenceLimit = 2000
    var contents = ReportContents([.adherence, .patients])
    contents.parameters.resamples = 10
    let worker = ReportWorker(ReportTask(query, contents, .ndjson, options: ReportOptions()))
    for record in dataset.records {
      worker.add(CohortEntry(record, counts: record.counts))
    }
    for case .bytes(let bytes) in worker.take().tables { try RecordChecks.lines(bytes) }
  }
}
