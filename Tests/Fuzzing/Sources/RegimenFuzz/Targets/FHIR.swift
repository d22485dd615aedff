@testable import AdherenceAnalytics
@testable import FHIR
import Foundation
@testable import Interchange
@testable import Scheduling

/// Resources as NDJSON or a Bundle: every resource is accepted or rejected with a problem, and if
/// all are valid, the result does not depend on the chunk size.
enum FHIRTarget: FuzzTarget {
  static let name = "fhir"

  static func run(_ input: [UInt8]) throws {
    let hasLines = input.first != UInt8(ascii: " ")
    let folder = try ScratchFolder(["resources.\(hasLines ? "ndjson" : "json")": input])
    defer { withExtendedLifetime(folder) {} }
    var options = FHIRRecords.Options()
    options.zone = Zone("America/New_York")
    let source = try FHIRRecords(folder.path, options)
    var few = SourceIndex.Options()
    few.blockSize = 64
    let pieces = try FHIRRecords(folder.path, options, few)
    let (entries, others) = (try source.entries(), try pieces.entries())
    // The patient of a damaged line may be known in one chunking only, so only valid inputs are
    // compared.
    let isSound = problems(source, entries).isEmpty && problems(pieces, others).isEmpty
    if isSound { try require(pieces.patientIDs, is: source.patientIDs, "the patients in pieces") }
    for (entry, other) in zip(entries, others) {
      if isSound { try require(other.record, is: entry.record, "the record read in pieces") }
      let counts = entry.counts
      let rejected = counts.tasks.rejected + counts.outcomes.rejected + counts.holds.rejected
      try require(rejected == 0 || !entry.problems.isEmpty, "rejected without a problem")
      try RecordChecks.run(entry.record, problems: entry.problems)
    }
    _ = try? source.refills()
  }

  /// Returns all problems, whenever they were found.
  private static func problems(_ source: FHIRRecords, _ entries: [CohortEntry]) -> [String] {
    (source.problems + entries.flatMap(\.problems)).map(\.description).sorted()
  }
}
