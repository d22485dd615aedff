/// A store that can forget a patient for good, as the law may ask of whoever keeps records.
///
/// A deletion ends a record and keeps its past; an erasure leaves nothing, and no report can be made again that
/// the patient was in.
///
///     let store: some ErasingStore = try MemoryStore([record])
///     try await store.erase(patient: "ann")
///     print(try await store.fetchPatients().count)  // 0
public protocol ErasingStore<Records>: CareStore {
  /// Erases all versions of everything that is known of a patient; whoever reads at the moment reads on.
  ///
  /// The id can be used again, for somebody of whom nothing is known.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: ``StoreError/noSuch(_:)`` where the store does not know the patient, and what the store says
  ///   of its database; then nothing is erased.
  func erase(patient: String) async throws
}

extension MemoryStore: ErasingStore {
  /// Erases all that is known of a patient.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` where there is no such patient.
  /// - Complexity: O(*n*) for *n* patients and for what was written.
  public func erase(patient: String) throws(StoreError) {
    guard shelf.remove(patient) else { throw .noSuch(.patient(patient)) }
    log.noteErasure(of: patient)
    signal.raise()
  }
}
