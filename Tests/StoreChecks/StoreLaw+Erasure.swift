import AdherenceAnalytics
import Scheduling

// The law about permanent erasure.
extension StoreLaw {
  func checkErasure<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    guard let store = try await makeStore() as? any ErasingStore else { return }
    try await checkErasure(in: store)
  }

  private func checkErasure(in store: some ErasingStore) async throws {
    let (ann, ben) = (try CareRecord.rich(id: "ann"), try CareRecord.rich(id: "ben"))
    try await store.apply(ann.changes + ben.changes)
    try await store.erase(patient: "ann")
    try await require(store, has: [ben], "after an erasure")
    do {
      try await store.erase(patient: "ann")
      throw BrokenLaw(law: self, evidence: "whom nobody knows is erased")
    } catch let error as StoreError {
      try require(error == .noSuch(.patient("ann")), "\(error)")
    }
    try await require(store, has: [ben], "after an erasure of nobody")
    // No remembered times can contradict the same versions.
    try await store.apply(ann.changes)
    try await require(store, has: [ann, ben], "whoever comes again")
  }

  /// Requires that a store has exactly the given patients and versions.
  private func require(
    _ store: some CareStore, has records: [CareRecord], _ context: String
  ) async throws {
    func sizes(_ records: [CareRecord]) -> [String] {
      records.map { record in
        let counts = [record.patients.count, record.tasks.count, record.outcomes.count]
        return "\(record.patient.id) \(counts)"
      }
    }
    let found = sizes(try await store.all())
    try require(found == sizes(records), "\(context): \(found), not \(sizes(records))")
  }
}
