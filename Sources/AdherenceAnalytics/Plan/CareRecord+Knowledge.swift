public import Scheduling

extension CareRecord {
  /// Returns the record as known at an instant: without later records, and with the version of each edited
  /// outcome or hold that was current then.
  ///
  /// Of several versions with one `id` the latest recorded one is current; if it is a deletion, there is
  /// none. Versions of patients, tasks, care plans and contacts are kept, as they are effective one after the
  /// other; those of named events are kept because keys of occurrences may be of an earlier version.
  ///
  /// - Parameter moment: The knowledge cutoff; `nil` for none.
  /// - Returns: The record with at most one version of each outcome and hold; `nil` if the patient was not
  ///   known.
  public func known(at moment: Instant? = nil) -> CareRecord? {
    guard isKnown(at: moment) else { return nil }
    var record = versionsKnown(at: moment)
    let goneHolds = holds.isEmpty ? [] : Set(superseded(holds.enumerated(), at: moment))
    if !goneHolds.isEmpty {
      record.holds = holds.indices.filter { !goneHolds.contains($0) }.map { holds[$0] }
    }
    let goneOutcomes = outcomes.details.isEmpty ? [] : outcomes.superseded(at: moment)
    if !goneOutcomes.isEmpty {
      record.outcomes = OutcomeTable(
        outcomes.indices.lazy.filter { !goneOutcomes.contains($0) }.map { outcomes[$0] })
    }
    return record
  }

  /// Returns the record at the query's knowledge cutoff; only the patient if that was not known.
  func known(for query: AdherenceQuery) -> CareRecord {
    known(at: query.asKnownAt) ?? CareRecord(patient: patient)
  }

  /// Returns whether any version of the patient was known at an instant; `nil` for no cutoff.
  package func isKnown(at moment: Instant?) -> Bool {
    guard let moment else { return true }
    return patient.isKnown(at: moment) || earlierPatients.contains { $0.isKnown(at: moment) }
  }

  /// Returns the record without the versions of patient, tasks, care plans, contacts and named events recorded
  /// after an instant at which the patient was known.
  func versionsKnown(at moment: Instant?) -> CareRecord {
    guard let moment else { return self }
    var record = self
    if !patient.isKnown(at: moment) || !earlierPatients.allSatisfy({ $0.isKnown(at: moment) }) {
      record.patients = patients.filter { $0.isKnown(at: moment) }
    }
    record.tasks.keepKnown(at: moment)
    record.carePlans.keepKnown(at: moment)
    record.contacts.keepKnown(at: moment)
    record.namedEvents.keepKnown(at: moment)
    return record
  }
}

extension StoredRecord {
  /// Returns whether the version had been recorded by an instant.
  func isKnown(at moment: Instant) -> Bool { recordedAt.map { $0 <= moment } ?? true }
}

extension Array where Element: StoredRecord {
  /// Removes the versions recorded after an instant.
  mutating func keepKnown(at moment: Instant) {
    if !allSatisfy({ $0.isKnown(at: moment) }) { removeAll { !$0.isKnown(at: moment) } }
  }
}

extension OutcomeTable {
  /// Returns the positions of the outcomes that are not current at an instant; `nil` for no cutoff.
  func superseded(at moment: Instant?) -> Set<Int> {
    Set(AdherenceAnalytics.superseded(detailed, at: moment))
  }
}

/// A record that is superseded by later ones with its id.
private protocol Replaceable {
  var id: String? { get }
  var recordedAt: Instant? { get }
  var isDeleted: Bool { get }
}

extension Hold: Replaceable {}
extension Outcome: Replaceable {}

/// Returns the indices of records that are not current at an instant: not yet known, superseded, or deleted.
///
/// Of versions recorded at the same time the later one is current.
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
