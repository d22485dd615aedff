/// The checksums of a patient's rows, by the extent of a record.
///
/// They depend on the content of the record and the order of recording only: equal records have
/// equal checksums in every store. Appending rows adds to them.
///
/// Safe: sums of digests are those modulo 2⁶⁴, so that rows add up in any order.
package struct RecordChecksums: Hashable, Sendable {
  /// The checksum of the patient's id and versions.
  package var patient: UInt64 = 0
  /// The checksum of the versions of tasks, care plans, contacts, holds and named events.
  package var plan: UInt64 = 0
  /// The checksum of the outcomes with their values and details.
  package var outcomes: UInt64 = 0

  /// Creates the checksums of no rows.
  package init() {}

  /// Creates the checksums of a patient without rows.
  package init(of id: String) { patient = CellDigest.text(id) }

  /// Adds the checksums of appended rows.
  package mutating func add(_ other: RecordChecksums) {
    patient &+= other.patient
    plan &+= other.plan
    outcomes &+= other.outcomes
  }

  /// Returns whether the checksums agree for the extent that was read.
  package func agree(with other: RecordChecksums, to extent: RecordExtent) -> Bool {
    patient == other.patient && (extent < .plan || plan == other.plan)
      && (extent < .all || outcomes == other.outcomes)
  }
}
