@testable import AdherenceAnalytics
@testable import Interchange
@testable import Scheduling
@testable import Diagnostics
@testable import Formats

/// Records as lines of JSON: every entry is accepted or rejected with one problem.
enum RecordsTarget: FuzzTarget {
  static let name = "records"

  static func run(_ input: [UInt8]) throws {
    for text in input.split(separator: UInt8(ascii: "\n")).prefix(4) {
      guard let line = try? RecordLine(String(decoding: text, as: UTF8.self)) else { continue }
      try check(line, text)
    }
  }

  private static func check(_ line: RecordLine, _ text: ArraySlice<UInt8>) throws {
    let rejected = line.problems.filter { !$0.problem.keepsRecord }
    let places = rejected.map {
      ($0.field ?? "").split(separator: ".").prefix(2).joined(separator: ".")
    }
    try require(Set(places).count, is: places.count, "two problems of one entry: \(rejected)")
    let document = JSONDocument(deepest: 600)
    guard (try? document.read(text)) != nil else { return }
    let kept: [(StaticString, Int)] = [
      ("tasks", line.record.tasks.count), ("holds", line.record.holds.count),
      ("carePlans", line.record.carePlans.count), ("contacts", line.record.contacts.count),
      ("earlierPatients", line.record.earlierPatients.count),
    ]
    for (name, count) in kept {
      let lost = places.count { $0.hasPrefix("\(name).") }
      let given = document.root[name]?.elements.count ?? 0
      try require(count + lost, is: given, "accepted and rejected of \(name): \(rejected)")
    }
    let given = document.root["outcomes"]?.elements.count ?? 0
    let lost = places.count { $0.hasPrefix("outcomes.") }
    // Lines of one outcome with several values are merged.
    try require(line.record.outcomes.count + lost <= given, "more outcomes than there are")
    try require(line.record.outcomes.isEmpty == (lost == given), "outcomes are lost: \(rejected)")
    try RecordChecks.run(line.record, problems: line.problems)
  }
}
