@testable import AdherenceAnalytics
@testable import AdherenceStatistics
@testable import Diagnostics
import Foundation
@testable import Interchange
@testable import Reporting
@testable import Scheduling

/// Modified shards of a report, merged.
///
/// Unmodified shards merge to the bytes of the whole report. A modified table or description is
/// rejected; a shard modified together with its checksum gives a report of its contents or an
/// error.
enum ShardsTarget: FuzzTarget {
  static let name = "shards"

  static func run(_ input: [UInt8]) throws {
    var cursor = ByteCursor(input)
    let name = cursor.pick(Array(files[1].keys.sorted()) + [Shard.fileName, Shard.fileName])
    let isSealed = name == Shard.fileName && cursor.byte() % 4 != 0
    var shares = files
    let own = shares[1][name] ?? []
    shares[1][name] =
      isSealed
      ? Shard.sealed(changed(Array(own.dropFirst(head).dropLast(2)), by: &cursor))
      : changed(own, by: &cursor)
    let isSame = shares[1][name] == own
    do {
      let merged = try merge(shares)
      try require(
        isSame || isSealed || !merging.contains(name), "merged a share whose \(name) was changed")
      if isSame { try require(merged["adherence.csv"], is: whole["adherence.csv"], "the report") }
      try require(!isSame || merged == whole, "the files of the report")
    } catch let error as InputError {
      try require(!isSame, "shares as they were written: \(error)")
    }
  }

  /// The number of bytes before the contents of a shard.
  private static let head = #"{"checksum":"0123456789abcdef","share":"#.utf8.count

  /// The files that merging reads.
  private static let merging: Set = [
    "adherence.csv", "patients.csv", Shard.sizesName, Shard.fileName,
  ]

  private static func changed(_ file: [UInt8], by cursor: inout ByteCursor) -> [UInt8] {
    let words = [
      "-1", "7", "1e300", "9223372036854775807", "-9223372036854775808", "4294967296", "null",
      "\"x\"", "[]", "{}", "\"0001-01-01\"", "",
    ].map { Array($0.utf8) }
    var bytes = file
    for _ in 0..<16 where !cursor.isAtEnd {
      let kind = cursor.byte()
      let place = cursor.below(max(1, bytes.count))
      switch kind % 6 {
      // Replaces a JSON token by a number or word.
      case 0, 1, 2:
        let end = bytes[place...].firstIndex { Array(",]}:".utf8).contains($0) } ?? place
        let start = bytes[..<place].lastIndex { Array(",[{:".utf8).contains($0) } ?? place - 1
        let range = max(0, min(start + 1, end))..<max(start + 1, end)
        bytes.replaceSubrange(range.clamped(to: 0..<bytes.count), with: cursor.pick(words))
      case 3: bytes = Array(bytes.prefix(place))
      case 4: if place < bytes.count { bytes.remove(at: place) }
      default: if place < bytes.count { bytes[place] = cursor.byte() }
      }
    }
    return bytes
  }

  private static func merge(_ shares: [[String: [UInt8]]]) throws -> [String: [UInt8]] {
    let folders = try shares.map { try ScratchFolder($0) }
    defer { withExtendedLifetime(folders) {} }
    let out = try ScratchFolder([:])
    defer { withExtendedLifetime(out) {} }
    try ReportMerge(folders.map(\.path)).write(to: "\(out.path)/out")
    return try contents(of: "\(out.path)/out")
  }

  private static func contents(of folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
    return files
  }

  private static func report(_ partition: Partition?) -> [String: [UInt8]] {
    do {
      let out = try ScratchFolder([:])
      defer { withExtendedLifetime(out) {} }
      var contents = ReportContents([.adherence, .cohort, .patients, .statistics])
      contents.parameters.resamples = 10
      var options = ReportOptions()
      (options.jobs, options.partition) = (1, partition)
      let days = CivilDate(dayNumber: 20_094)..<CivilDate(dayNumber: 20_122)
      let records = ["ann", "bob", "eve", "joe", "sue"].map { WordySample.record($0) }
      try ReportFolder("\(out.path)/out", format: .csv, contents: contents)
        .write(RecordList(records), AdherenceQuery(days, by: .week), options)
      return try Self.contents(of: "\(out.path)/out")
    } catch { fatalError("\(error)") }
  }

  private static let files = (0..<2).map { report(Partition($0, of: 2)) }
  private static let whole = report(nil)
}
