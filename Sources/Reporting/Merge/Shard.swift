import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// What `partition.json` says of the report of one share of the patients.
struct Shard: Codable, Sendable {
  /// The version of this form.
  static let version = 2

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
  var frame: String
  /// What the patients of the share come to.
  var part: CohortPart
  /// What is wrong and belongs to no one patient: the same in every share.
  var problems: ProblemLog
  /// What was read that belongs to no one patient: the same in every share.
  var counts: RecordCounts

  static let fileName = "partition.json"
  static let sizesName = "partition.sizes"
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
