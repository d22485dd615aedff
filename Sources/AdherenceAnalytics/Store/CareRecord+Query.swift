import Scheduling

extension CareRecord {
  /// What a query asks for of this record; `nil` where its patient is not meant.
  ///
  /// The record holds all versions, those of one thing in the order in which they were recorded. A limit
  /// or offset of the patients, and the partition, play no part: ``MatchingRecords`` heeds them.
  ///
  /// - Complexity: O(1) for the empty query; O(*n*) for *n* versions of the kinds that it filters.
  public func matching(_ query: CareQuery) -> CareRecord? {
    guard var record = versionsKnown(at: query.asKnownAt) else { return nil }
    guard record.choosePatient(query.patients) else { return nil }
    let whole = record
    record.carePlans = query[.carePlan, query.carePlans, whole.carePlans, of: whole]
    record.contacts = query[.contact, query.contacts, whole.contacts, of: whole]
    record.tasks = query[.task, query.tasks, whole.tasks, of: whole]
    if !query.kinds.contains(.hold) { record.holds = [] }
    if !query.kinds.contains(.outcome) {
      record.outcomes = []
    } else if query.outcomes != OutcomeQuery() {
      record.outcomes = OutcomeTable(query.outcomes.select(whole.outcomes, of: whole))
    }
    return record
  }

  /// Leaves the versions of the patient that are asked for, and says whether there are any.
  private mutating func choosePatient(_ query: PatientQuery) -> Bool {
    if query.unpaged == PatientQuery() { return true }
    guard let chosen = query.things(in: patients, of: self).first else { return false }
    patients = chosen.versions
    return true
  }

  /// The versions that were known at a moment; `nil` where the patient was not.
  private func versionsKnown(at moment: Instant?) -> CareRecord? {
    guard let moment else { return self }
    func isKnown(_ version: some StoredRecord) -> Bool {
      version.recordedAt.map { $0 <= moment } != false
    }
    var record = self
    let patients = patients.filter(isKnown)
    guard !patients.isEmpty else { return nil }
    record.patients = patients
    record.carePlans.removeAll { !isKnown($0) }
    record.contacts.removeAll { !isKnown($0) }
    record.tasks.removeAll { !isKnown($0) }
    record.holds.removeAll { !isKnown($0) }
    // Outcomes without details have no moment of recording and are always known.
    if !outcomes.details.values.allSatisfy(isKnown) { record.outcomes = outcomes.filter(isKnown) }
    return record
  }

  /// All versions of the patient, in the order in which they were recorded.
  public var patients: [Patient] {
    get { earlierPatients + [patient] }
    set {
      precondition(!newValue.isEmpty, "a record needs a patient")
      earlierPatients = Array(newValue.dropLast())
      patient = newValue[newValue.count - 1]
    }
  }

  /// Whether a care plan is one of those with names in another system.
  func hasCarePlan(_ id: String?, called names: Set<String>?) -> Bool {
    guard let names else { return true }
    let newest = carePlans.last { $0.id == id }
    return newest?.remoteID.map(names.contains) ?? false
  }
}

extension CareQuery {
  /// What one part of the query leaves of the versions of its kind.
  fileprivate subscript<Part: RecordQuery>(
    kind: CareKind, part: Part, versions: [Part.Record], of record: CareRecord
  ) -> [Part.Record] {
    if !kinds.contains(kind) { return [] }
    return part == Part() ? versions : part.select(versions, of: record)
  }
}
