@testable import AdherenceAnalytics
@testable import FHIR
import Foundation
@testable import Interchange
@testable import Scheduling

/// Resources, a line each or a Bundle: every resource is read or set aside with a problem, and how much is read at
/// a time plays no part.
enum FHIRTarget: FuzzTarget {
  static let name = "fhir"

  static func run(_ input: [UInt8]) throws {
    let hasLines = input.first != UInt8(ascii: " ")
    let folder = try ScratchFolder(["resources.\(hasLines ? "ndjson" : "json")": input])
    var options = FHIRRecords.Options()
    options.zone = Zone("America/New_York")
    let source = try FHIRRecords(folder.path, options)
    var few = SourceIndex.Options()
    few.blockSize = 64
    let pieces = try FHIRRecords(folder.path, options, few)
    try require(pieces.patientIDs, is: source.patientIDs, "the patients read in pieces")
    let (entries, others) = (try source.entries(), try pieces.entries())
    // Of types that are not read no more is looked at than a line in memory shows.
    if pieces.ignored.isEmpty, source.ignored.isEmpty {
      try require(
        problems(pieces, others), is: problems(source, entries), "problems read in pieces")
    }
    for (entry, other) in zip(entries, others) {
      try require(other.record, is: entry.record, "the record read in pieces")
      let counts = entry.counts
      let setAside = counts.tasks.setAside + counts.outcomes.setAside + counts.holds.setAside
      try require(setAside == 0 || !entry.problems.isEmpty, "set aside without a problem")
      try RecordChecks.run(entry.record, problems: entry.problems)
    }
    _ = try? source.refills()
  }

  /// All problems, wherever they came to light.
  private static func problems(_ source: FHIRRecords, _ entries: [CohortEntry]) -> [String] {
    (source.problems + entries.flatMap(\.problems)).map(\.description).sorted()
  }
}
