import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling

/// What `partition.json` says of the report of one share of the patients.
struct Shard: Codable, Sendable {
  /// The version of this form.
  static let version = 7

  var version = Shard.version
  /// Which share it is, from 0.
  var index: Int
  /// How many shares there are.
  var count: Int
  /// The form of the tables.
  var format: String
  /// The tables of the folder.
  var tables: [String]
  /// The measures in the patients' table, and what they take for granted.
  var measures: Set<MeasureGroup>
  var parameters: MeasureParameters
  /// Engine, parameters and definitions, as in `report.json`.
  var frame: ReportFrame
  /// What the patients of the share come to.
  var part: CohortPart
  /// What is wrong and belongs to no one patient: the same in every share.
  var problems: ProblemLog
  /// What was read that belongs to no one patient: the same in every share.
  var counts: RecordCounts
  /// What is assumed about the data; `nil` where nothing is.
  var assumptions: [String]?
  /// The files beside it that merging reads, by their names.
  var files: [String: FileSum]

  static let fileName = "partition.json"
  static let sizesName = "partition.sizes"
}

extension Shard {
  // What stands around the share, which is summed up as it is written.
  private static let (before, between, after) = ("{\"checksum\":\"", "\",\"share\":", "}\n")

  /// The bytes of `partition.json`: an object of the share and the checksum of its text.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Shard.sealed(Array(try encoder.encode(self)))
  }

  /// The text of a share with its checksum.
  static func sealed(_ share: [UInt8]) -> [UInt8] {
    var sum = Checksum64()
    sum.add(share)
    return Array((before + sum.text + between).utf8) + share + Array(after.utf8)
  }

  /// Reads `partition.json`.
  ///
  /// - Throws: `InputError` where it is not as it was written, or of another version.
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

  /// Refuses what no report of a share can say.
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
      hasSoundSensitivity, contents.has(.phases) == (part.phases != nil)
    else {
      throw .damaged(source)
    }
  }

  /// Whether the figures by the grid are there as it asks, or neither is.
  private var hasSoundSensitivity: Bool {
    guard let plan = contents.sensitivity else { return part.sensitivity == nil }
    return part.sensitivity?.isSound(plan) == true
  }

  /// How many shares there may be.
  static let counts = 1...1_000_000

  /// The files that merging reads.
  private func neededFiles(_ format: ReportFormat) -> [String] {
    let pages = contents.hasPage ? [PageList.name] : []
    let tables: [String]
    switch format {
    case .text(let format):
      tables = contents.patientTables.map { "\($0.name).\(format.rawValue)" }
    case .sqlite: tables = ["report.sqlite"]
    // Its rows are elsewhere.
    case .arrow: return []
    }
    return [Shard.sizesName] + pages + tables
  }

  /// The tables of the report.
  var contents: ReportContents {
    var contents = ReportContents(
      Set(tables.compactMap(ReportContents.Table.init(rawValue:))))
    // How they are asked for plays no part once their rows are there.
    if tables.contains("rolling") { contents.rolling = [RollingWindow(days: 1)].compactMap(\.self) }
    if tables.contains("breakdown") { contents.breakdowns = [.element] }
    contents.grid = frame.parameters.grid
    contents.hasChecklist = tables.contains(ReportFolder.checklist)
    contents.measures = measures
    contents.parameters = parameters
    return contents
  }
}

extension InputError {
  /// The error of a file of a share that is not as the report wrote it.
  static func damaged(_ source: String) -> InputError {
    InputError(
      .unreadable(reason: "it is not as its report wrote it (report on the share again)"),
      source: source)
  }
}

/// A line of `partition.sizes`: how much each table has of one patient.
enum SizeLine {
  /// The sizes, table by table, and the id in quotes.
  static func append(_ patient: ReportBlock.PatientSize, to bytes: inout [UInt8]) {
    for size in patient.sizes { bytes += "\(size),".utf8 }
    bytes += (JSONText.quoted(patient.id) + "\n").utf8
  }

  /// Reads a line without its end; `nil` where it is none.
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

/// How long a file of a share is, and what its bytes sum up to.
struct FileSum: Codable, Hashable, Sendable {
  var bytes: Int
  var checksum: String

  init(_ sum: Checksum64) { (bytes, checksum) = (sum.count, sum.text) }

  init(bytes: Int, checksum: String) { (self.bytes, self.checksum) = (bytes, checksum) }
}
