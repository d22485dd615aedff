import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling
import TestSampling
import Testing

@testable import Reporting

/// Shards with modified numbers and a valid checksum: merging gives a report of these numbers or an
/// error, and never ends the process.
@Suite struct ShardTests {
  private let files = ReportFiles()

  /// The folders of two shares that say all that merging reads of patients.
  private func shares() throws -> [String] {
    var contents = ReportContents([.cohort, .patients, .statistics, .page])
    contents.patientPages = .flagged
    contents.parameters.resamples = 20
    return try (0..<2).map { index in
      var options = ReportOptions()
      options.partition = Partition(index, of: 2)
      try ReportFolder("\(files.path)/\(index)", format: .text(.csv), contents: contents)
        .write(try someRecords(6), try someQuery(by: .month), options)
      return "\(files.path)/\(index)"
    }
  }

  @Test func nothingTraps() throws {
    let shares = try shares()
    let url = URL(filePath: "\(shares[1])/\(Shard.fileName)")
    let text = try #require(String(data: try Data(contentsOf: url), encoding: .utf8))
    let share = try #require(text.firstRange(of: "\"share\":")).upperBound
    let sound = try JSONNode(String(text[share...].dropLast(2)))
    var (answers, errors) = (0, 0)
    for seed in (0..<150).sampled(50) {
      var forger = ShareForger(seed: UInt64(seed))
      let forged = forger.forged(sound).line
      try Data(Shard.sealed(Array(forged.utf8))).write(to: url)
      do {
        try ReportMerge(shares).write(to: "\(files.path)/merged")
        answers += 1
      } catch {
        #expect(error is Diagnostics.InputError, "seed \(seed): \(error)")
        errors += 1
      }
      try? FileManager.default.removeItem(atPath: "\(files.path)/merged")
    }
    #expect(answers > 0 && errors > answers)
  }
}

/// Changes a few values of a share's text.
private struct ShareForger {
  private var values: HostileValues

  init(seed: UInt64) { values = HostileValues(seed: seed) }

  mutating func forged(_ node: JSONNode) -> JSONNode {
    var node = node
    for _ in 0..<values.number(1...3) { node = changed(node) }
    return node
  }

  /// Descends to a random node, mostly within the merged parts, and mutates it.
  private mutating func changed(_ node: JSONNode) -> JSONNode {
    switch node {
    case .object(var members) where !members.isEmpty:
      let part = members.firstIndex { $0.key == "part" }
      let place = part ?? values.number(0...members.count - 1)
      members[place].value = changed(members[place].value)
      return .object(members)
    case .list(var items) where !items.isEmpty:
      let place = values.number(0...items.count - 1)
      switch values.number(0...9) {
      case 0: items.remove(at: place)
      case 1: items.append(items[place])
      default: items[place] = changed(items[place])
      }
      return .list(items)
    default:
      return .literal(
        values.pick([
          "-1", "7", "1e300", "-1e300", "9223372036854775807",
          "-9223372036854775808", "4294967296", "65536", "null", "\"x\"", "\"-1\"",
          "\"9223372036854775807\"", "\"0001-01-01\"", "[]", "{}",
        ]))
    }
  }
}
