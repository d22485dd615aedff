import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// The contents of `partition.json`: the description of the report of one shard of the patients.
struct Shard: Codable, Sendable {
  /// The version of the file format.
  static let version = 11

  var version = Shard.version
  /// The index of the shard, from 0.
  var index: Int
  /// The number of shards.
  var count: Int
  /// The format of the tables.
  var format: String
  /// The tables of the folder.
  var tables: [String]
  /// The measures in the patients' table.
  var measures: Set<MeasureGroup>
  var parameters: MeasureParameters
  /// Engine, parameters and definitions, as in `report.json`.
  var frame: ReportHeader
  /// The partial results of the shard.
  var part: PartialCohort
  /// The problems that belong to no single patient: the same in every shard.
  var problems: ProblemLog
  /// The counts of records that belong to no single patient: the same in every shard.
  var counts: RecordCounts
  /// The assumptions about the data; `nil` if there are none.
  var assumptions: [String]?
  /// The checksums of the files that merging reads, by name.
  var files: [String: FileSum]

  static let fileName = "partition.json"
  static let sizesName = "partition.sizes"
}

extension Shard {
  // The envelope of the shard, with the checksum of its text.
  private static let (before, between, after) = ("{\"checksum\":\"", "\",\"share\":", "}\n")

  /// The bytes of `partition.json`: an object with the shard and the checksum of its text.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Shard.sealed(Array(try encoder.encode(self)))
  }

  /// Returns the text of a shard with its checksum.
  static func sealed(_ share: [UInt8]) -> [UInt8] {
    var sum = Checksum64()
    sum.add(share)
    return Array((before + sum.text + between).utf8) + share + Array(after.utf8)
  }

  /// Decodes `partition.json`.
  ///
  /// - Throws: `InputError` if it was modified, or has another version.
  init(bytes: [UInt8], source: String) throws(InputError) {
    let (before, after) = (Array(Shard.before.utf8), Array(Shard.after.utf8))
    let between = Array(Shard.between.utf8)
    let start = before.count + 16 + between.count
    guard bytes.count > start + after.count, bytes.starts(with: before),
      bytes[(before.count + 16)...].starts(with: between), bytes.suffix(after.count) == after[...]
    else {
      throw InputError(
        .unreadable(reason: "it is not whole, or of another version"), source: source)
    }
    let share = bytes[start..<bytes.count - after.count]
    var sum = Checksum64()
    sum.add(share)
    guard sum.text.utf8.elementsEqual(bytes[before.count..<before.count + 16]) else {
      throw .damaged(source)
    }
    do {
      self = try JSONDecoder().decode(Shard.self, from: Data(share))
    } catch {
      throw InputError(
        .unreadable(reason: "it is not whole, or of another version"), source: source)
    }
    try validate(source)
  }

  /// Throws if the content could not have been written by a report.
  private func validate(_ source: String) throws(InputError) {
    guard version == Shard.version else {
      throw InputError(.unreadable(reason: "it is of another version"), source: source)
    }
    guard Shard.counts ~= count, 0..<count ~= index else {
      throw InputError(
        .outOfRange(text: "\(index + 1)/\(count)", rule: "be a share of as many as there are"),
        field: "index", source: source)
    }
    guard let format = ReportFormat(rawValue: format) else {
      let allowed = ReportFormat.allCases.map(\.rawValue)
      throw InputError(.notOneOf(text: format, allowed: allowed), field: "format", source: source)
    }
    for name in neededFiles(format) where files[name] == nil {
      throw InputError(.missing, field: "files.\(name)", source: source)
    }
    guard part.patients.isCount else {
      throw InputError(
        .outOfRange(text: "\(part.patients)", rule: "not be negative"), field: "patients",
        source: source)
    }
    do throws(InputError) { try parameters.check() } catch { throw error.at(source: source) }
    guard part.collection?.isSound(parameters) != false, part.page?.isSound != false,
      hasSoundSensitivity, contents.has(.phases) == (part.phases != nil),
      contents.collectsFlags == (part.flags != nil), part.flags?.isSound != false,
      part.eventNames.isSound
    else {
      throw .damaged(source)
    }
  }

  /// Whether the sensitivity results match the grid.
  private var hasSoundSensitivity: Bool {
    guard let plan = contents.sensitivity else { return part.sensitivity == nil }
    return part.sensitivity?.isSound(plan) == true
  }

  /// The valid numbers of shards.
  static let counts = 1...1_000_000

  /// Returns the files that merging reads.
  private func neededFiles(_ format: ReportFormat) -> [String] {
    let pages = contents.hasPage ? [PageList.name] : []
    let tables: [String]
    switch format {
    case .text(let format):
      tables = contents.patientTables.map { "\($0.name).\(format.rawValue)" }
    case .sqlite: tables = ["report.sqlite"]
    // Arrow tables cannot be merged.
    case .arrow: return []
    }
    return [Shard.sizesName] + pages + tables
  }

  /// The tables of the report.
  var contents: ReportContents {
    var contents = ReportContents(
      Set(tables.compactMap(ReportContents.Table.init(rawValue:))))
    // The options of a table do not matter once its rows are written.
    if tables.contains("rolling") { contents.rolling = [RollingWindow(days: 1)].compactMap(\.self) }
    if tables.contains("breakdown") { contents.breakdowns = [.element] }
    contents.grid = frame.parameters.grid
    contents.hasChecklist = tables.contains(ReportFolder.checklist)
    contents.measures = measures
    contents.columns = frame.parameters.columns
    contents.hasTotals = frame.parameters.noTotals != true
    contents.parameters = parameters
    return contents
  }
}

extension InputError {
  /// Returns the error for a file of a shard that was modified.
  static func damaged(_ source: String) -> InputError {
    InputError(
      .unreadable(reason: "it is not as its report wrote it (report on the share again)"),
      source: source)
  }
}

/// A line of `partition.sizes`: the size of one patient's rows in each table.
enum SizeLine {
  /// Appends the sizes by table, and the id in quotes.
  static func append(_ patient: ReportBlock.PatientSize, to bytes: inout [UInt8]) {
    for size in patient.sizes { bytes += "\(size),".utf8 }
    bytes += (JSONText.quoted(patient.id) + "\n").utf8
  }

  /// Parses a line without its line feed; `nil` if it is invalid.
  static func read(_ line: ArraySlice<UInt8>, tables: Int) -> ReportBlock.PatientSize? {
    var sizes: [Int] = []
    var place = line.startIndex
    while sizes.count < tables {
      guard let comma = line[place...].firstIndex(of: UInt8(ascii: ",")),
        let size = Int(String(decoding: line[place..<comma], as: UTF8.self)), size >= 0
      else { return nil }
      sizes.append(size)
      place = comma + 1
    }
    guard let id = JSONText.unquoted(String(decoding: line[place...], as: UTF8.self)) else {
      return nil
    }
    return ReportBlock.PatientSize(id: id, sizes: sizes)
  }
}

/// The length and checksum of a shard's file.
struct FileSum: Codable, Hashable, Sendable {
  var bytes: Int
  var checksum: String

  init(_ sum: Checksum64) { (bytes, checksum) = (sum.count, sum.text) }

  init(bytes: Int, checksum: String) { (self.bytes, self.checksum) = (bytes, checksum) }
}

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
      assumptions: result.sourceAssumptions.isEmpty ? nil : result.sourceAssumptions, files: files)
    let about = try folder.file(Shard.fileName)
    try about.write(try shard.bytes())
    try about.finish()
  }
}
