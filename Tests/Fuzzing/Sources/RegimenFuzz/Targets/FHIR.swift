@testable import AdherenceAnalytics
@testable import FHIR
import Foundation
@testable import Interchange
@testable import Scheduling

/// Resources, a line each or a Bundle: every resource is read or set aside with a problem, and where all
/// are sound, how much is read at a time plays no part.
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
    // Of a damaged line that is glanced at the patient may be known, so that only what is sound is compared.
    let isSound = problems(source, entries).isEmpty && problems(pieces, others).isEmpty
    if isSound { try require(pieces.patientIDs, is: source.patientIDs, "the patients in pieces") }
    for (entry, other) in zip(entries, others) {
      if isSound { try require(other.record, is: entry.record, "the record read in pieces") }
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
