@testable import AdherenceAnalytics
@testable import CareKitJSON
@testable import Interchange
@testable import Scheduling

/// A CareKit document: every entity is accepted or rejected with a problem, and written documents
/// round-trip.
enum CareKitTarget: FuzzTarget {
  static let name = "carekit"

  static func run(_ input: [UInt8]) throws {
    let source = try CareKitRecords(input)
    try require(
      source.counts.outcomes.rejected <= source.counts.outcomes.read, "more rejected than read")
    for entry in try source.entries() {
      try require(
        entry.counts.outcomes.rejected == 0 || !entry.problems.isEmpty,
        "rejected without a problem")
      try RecordChecks.run(entry.record, problems: entry.problems)
      try written(entry.record)
    }
  }

  private static func written(_ record: CareRecord) throws {
    let document = CareKitWriter().document(of: record)
    let again = try must("a document that was written") { try CareKitRecords(document.bytes) }
    try require(again.patientIDs.count <= 1, "one patient became \(again.patientIDs)")
    for entry in try again.entries() {
      let twice = CareKitWriter().document(of: entry.record)
      try require(
        String(decoding: twice.bytes, as: UTF8.self),
        is: String(decoding: document.bytes, as: UTF8.self), "the document again")
    }
  }
}

extension CohortSource {
  /// Returns all entries, in order.
  func entries() throws -> [CohortEntry] {
    var entries: [CohortEntry] = []
    var reader = try makeReader()
    try reader.read(patientIDs.indices) { entries.append($0.examined()) }
    try require(entries.map(\.record.patient.id), is: patientIDs, "the patients in order")
    return entries
  }
}
