/// A store that can erase a patient permanently, as data protection law may require.
///
/// A deletion ends a record and keeps its past; an erasure leaves nothing, and reports that included the
/// patient cannot be reproduced.
///
///     let store: some ErasingStore = try MemoryStore([record])
///     try await store.erase(patient: "ann")
///     print(try await store.fetchPatients().count)  // 0
public protocol ErasingStore<Records>: CareStore {
  /// Erases all versions of all data of a patient; readers that already have a snapshot are unaffected.
  ///
  /// The id can be reused for another patient.
  func erase(patient: String) async throws
}

extension MemoryStore: ErasingStore {
  /// Erases all data of a patient.
  public func erase(patient: String) throws(StoreError) {
    guard contents.remove(patient) else { throw .noSuch(.patient(patient)) }
    log.noteErasure(of: patient)
    signal.raise()
  }
}
