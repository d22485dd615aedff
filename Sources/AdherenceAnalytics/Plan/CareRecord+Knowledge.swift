public import Scheduling

extension CareRecord {
  /// The record as it was known at a moment: without what was recorded later, and of outcomes and holds
  /// that were edited the version that counted then.
  ///
  /// Of several with one `id` the latest recorded counts; one that is deleted takes all of them back.
  /// Versions of patients, tasks, care plans and contacts stay, as they hold one after the other.
  ///
  /// - Parameter moment: The moment; `nil` means all that is recorded is known.
  /// - Returns: The record, in which no outcome or hold is edited or taken back any more; `nil` where
  ///   the patient was not known.
  public func known(at moment: Instant? = nil) -> CareRecord? {
    guard isKnown(at: moment) else { return nil }
    var record = versionsKnown(at: moment)
    let goneHolds = holds.isEmpty ? [] : Set(superseded(holds.enumerated(), at: moment))
    if !goneHolds.isEmpty {
      record.holds = holds.indices.filter { !goneHolds.contains($0) }.map { holds[$0] }
    }
    let goneOutcomes =
      outcomes.details.isEmpty ? [] : Set(superseded(outcomes.detailed, at: moment))
    if !goneOutcomes.isEmpty {
      record.outcomes = OutcomeTable(
        outcomes.indices.lazy.filter { !goneOutcomes.contains($0) }.map { outcomes[$0] })
    }
    return record
  }

  /// The record as a query knows it; of a patient whom nobody knew there is nothing but a name.
  func known(for query: AdherenceQuery) -> CareRecord {
    known(at: query.asKnownAt) ?? CareRecord(patient: patient)
  }

  /// Whether any version of the patient was known at a moment; `nil` is now.
  package func isKnown(at moment: Instant?) -> Bool {
    guard let moment else { return true }
    return patient.isKnown(at: moment) || earlierPatients.contains { $0.isKnown(at: moment) }
  }

  /// The record without the versions of patient, tasks, care plans and contacts that were recorded after
  /// a moment at which the patient was known.
  func versionsKnown(at moment: Instant?) -> CareRecord {
    guard let moment else { return self }
    var record = self
    if !patient.isKnown(at: moment) || !earlierPatients.allSatisfy({ $0.isKnown(at: moment) }) {
      record.patients = patients.filter { $0.isKnown(at: moment) }
    }
    record.tasks.keepKnown(at: moment)
    record.carePlans.keepKnown(at: moment)
    record.contacts.keepKnown(at: moment)
    return record
  }
}

extension StoredRecord {
  /// Whether the version had been recorded by a moment.
  func isKnown(at moment: Instant) -> Bool { recordedAt.map { $0 <= moment } ?? true }
}

extension Array where Element: StoredRecord {
  /// Leaves out the versions that were recorded after a moment.
  mutating func keepKnown(at moment: Instant) {
    if !allSatisfy({ $0.isKnown(at: moment) }) { removeAll { !$0.isKnown(at: moment) } }
  }
}

/// A record that later ones with its id replace.
private protocol Replaceable {
  var id: String? { get }
  var recordedAt: Instant? { get }
  var isDeleted: Bool { get }
}

extension Hold: Replaceable {}
extension Outcome: Replaceable {}

/// The positions of what does not count at a moment: not yet known, replaced, or taken back.
///
/// Of versions that became known at once the later one counts.
private func superseded<Record: Replaceable>(
  _ records: some Sequence<(offset: Int, element: Record)>, at moment: Instant?
) -> [Int] {
  var latest: [String: (recorded: Instant, position: Int, isDeleted: Bool)] = [:]
  var positions: [Int] = []
  for (position, record) in records {
    let recorded = record.recordedAt ?? .earliest
    if let moment, recorded > moment {
      positions.append(position)
    } else if let id = record.id {
      if let known = latest[id], recorded < known.recorded {
        positions.append(position)
      } else {
        if let known = latest[id] { positions.append(known.position) }
        latest[id] = (recorded, position, record.isDeleted)
      }
    } else if record.isDeleted {
      positions.append(position)
    }
  }
  return positions + latest.values.filter(\.isDeleted).map(\.position)
}
