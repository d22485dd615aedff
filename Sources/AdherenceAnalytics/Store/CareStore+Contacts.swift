public import Scheduling

// CareKit's calls for contacts. Writing throws `StoreError` where it contradicts the store, which then
// stays as it was, and what the store says of its database; reading throws the latter.
extension CareStore {
  /// Adds a contact to a patient's record.
  public func addContact(_ contact: Contact, of patient: String) async throws {
    try await addContacts([contact], of: patient)
  }

  /// Adds contacts to a patient's record, all or none.
  public func addContacts(_ contacts: [Contact], of patient: String) async throws {
    try await apply(contacts.map { .add(.contact($0, of: patient)) })
  }

  /// Appends a version of a contact to those that the store has.
  public func updateContact(_ contact: Contact, of patient: String) async throws {
    try await updateContacts([contact], of: patient)
  }

  /// Appends versions of contacts to those that the store has, all or none.
  public func updateContacts(_ contacts: [Contact], of patient: String) async throws {
    try await apply(contacts.map { .update(.contact($0, of: patient)) })
  }

  /// Ends a contact from a moment on; without a moment it never was.
  public func deleteContact(
    withID id: String, of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    try await deleteContacts(withIDs: [id], of: patient, at: moment, recordedAt: recordedAt)
  }

  /// Ends contacts from a moment on, all or none; without a moment they never were.
  public func deleteContacts(
    withIDs ids: [String], of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    let identities = ids.map { CareIdentity(.contact, $0, of: patient) }
    try await apply(identities.map { .delete($0, at: moment, recordedAt: recordedAt) })
  }

  /// The newest version of a contact; `nil` where the patient has none or it is deleted.
  public func fetchContact(withID id: String, of patient: String) async throws -> Contact? {
    var query = ContactQuery()
    query.ids = [id]
    let versions = try await fetchContacts(query: query, of: PatientQuery(ids: [patient]))
    return versions.last.flatMap { $0.isEnded ? nil : $0 }
  }

  /// The contacts that a query chooses, the versions of one next to each other.
  ///
  /// Order, offset and limit count over all patients together; without an order the contacts come
  /// patient by patient, in order of the patients' ids.
  public func fetchContacts(
    query: ContactQuery = ContactQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Contact] {
    var records = CareQuery(patients: patients, kinds: [.contact], asKnownAt: asKnownAt)
    records.contacts = query.unpaged
    return try await fetch(query, from: records, \.contacts)
  }
}
