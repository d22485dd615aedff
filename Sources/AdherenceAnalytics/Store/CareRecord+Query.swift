import Scheduling

extension CareRecord {
  /// Returns the part of this record that matches a query; `nil` if its patient does not match.
  ///
  /// The record must have all versions, those of one entity in order of recording. A limit or offset of the
  /// patients, and the partition, are ignored: ``MatchingRecords`` applies them.
  ///
  /// - Complexity: O(1) for the empty query; O(*n*) for *n* versions of the kinds that it filters.
  public func matching(_ query: CareQuery) -> CareRecord? {
    guard isKnown(at: query.asKnownAt) else { return nil }
    var record = recorded(by: query.asKnownAt)
    guard record.choosePatient(query.patients) else { return nil }
    let whole = record
    record.carePlans = query[query.carePlans, whole.carePlans, of: whole]
    record.contacts = query[query.contacts, whole.contacts, of: whole]
    record.tasks = query[query.tasks, whole.tasks, of: whole]
    if !query.kinds.contains(.hold) { record.holds = [] }
    if !query.kinds.contains(.namedEvent) { record.namedEvents = [] }
    if !query.kinds.contains(.outcome) {
      record.outcomes = []
    } else if query.outcomes != OutcomeQuery() {
      record.outcomes = OutcomeTable(query.outcomes.select(whole.outcomes, of: whole))
    }
    return record
  }

  /// Keeps the matching versions of the patient; returns `false` if there are none.
  private mutating func choosePatient(_ query: PatientQuery) -> Bool {
    if query.unpaged == PatientQuery() { return true }
    guard let chosen = query.histories(in: patients, of: self).first else { return false }
    patients = chosen.versions
    return true
  }

  /// Returns all versions that had been recorded by an instant.
  private func recorded(by moment: Instant?) -> CareRecord {
    guard let moment else { return self }
    var record = versionsKnown(at: moment)
    record.holds.keepKnown(at: moment)
    record.namedEvents.keepKnown(at: moment)
    // Outcomes without details have no time of recording and are always known.
    if !outcomes.details.values.allSatisfy({ $0.isKnown(at: moment) }) {
      record.outcomes = outcomes.filter { $0.isKnown(at: moment) }
    }
    return record
  }

  /// All versions of the patient, in order of recording.
  public var patients: [Patient] {
    get { earlierPatients + [patient] }
    set {
      precondition(!newValue.isEmpty, "a record needs a patient")
      earlierPatients = Array(newValue.dropLast())
      patient = newValue[newValue.count - 1]
    }
  }
}

extension CareQuery {
  /// Returns the matching versions of the kind of one part of the query.
  fileprivate subscript<Record: QueriedRecord>(
    part: RecordQuery<Record>, versions: [Record], of record: CareRecord
  ) -> [Record] {
    if !kinds.contains(Record.kind) { return [] }
    return part == RecordQuery() ? versions : part.select(versions, of: record)
  }
}

extension CareRecord {
  /// The changes that write the record, with all its versions, to a store without it.
  public var changes: [CareChange] {
    let id = patient.id
    return patients.changes { .patient($0) }
      + carePlans.changes { .carePlan($0, of: id) }
      + contacts.changes { .contact($0, of: id) }
      + tasks.changes { .task($0, of: id) }
      + holds.changes { .hold($0, of: id) }
      + namedEvents.changes { .namedEvent($0, of: id) }
      + outcomes.changes { .outcome($0, of: id) }
  }
}

extension Sequence where Element: StoredRecord {
  /// Returns the changes: the first version of an entity, and the first after an end, is added; all others
  /// are updates.
  fileprivate func changes(_ entity: (Element) -> CareEntity) -> [CareChange] {
    var living: Set<String> = []
    return map { version in
      guard let id = version.identity else { return .add(entity(version)) }
      let isUpdate = living.contains(id)
      if version.isEnded { living.remove(id) } else { living.insert(id) }
      return isUpdate ? .update(entity(version)) : .add(entity(version))
    }
  }
}
