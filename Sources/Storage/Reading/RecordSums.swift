/// The sums of the digests of a patient's rows, by how much of a record is read.
///
/// They follow from what the record says and from the order in which it was recorded, and from nothing else:
/// the same record has the same sums in every store. Appending rows adds to them.
///
/// Safe: sums of digests are those modulo 2⁶⁴, so that rows add up in any order.
package struct RecordSums: Hashable, Sendable {
  /// Of the patient's id and versions.
  package var patient: UInt64 = 0
  /// Of the versions of tasks, care plans, contacts and holds.
  package var plan: UInt64 = 0
  /// Of the outcomes with their values and details.
  package var outcomes: UInt64 = 0

  /// Creates the sums of no rows.
  package init() {}

  /// Creates the sums of a patient of whom nothing is written yet.
  package init(of id: String) { patient = CellDigest.text(id) }

  /// Adds those of rows that are appended.
  package mutating func add(_ other: RecordSums) {
    patient &+= other.patient
    plan &+= other.plan
    outcomes &+= other.outcomes
  }

  /// Whether as much of a record as was read is what other sums are of.
  package func agree(with other: RecordSums, to extent: RecordExtent) -> Bool {
    patient == other.patient && (extent < .plan || plan == other.plan)
      && (extent < .all || outcomes == other.outcomes)
  }
}
