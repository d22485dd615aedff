/// A store of records: the protocol between a database and the engine.
///
/// A store reads patient by patient and writes batch by batch; CareKit's other methods are extensions of
/// these two. ``MemoryStore`` is an implementation, and <doc:Stores> shows how to write another.
///
///     let store: some CareStore = MemoryStore()
///     try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
///     try await store.add(.outcome(record.outcomes[0], of: "ann"))
///     for try await record in try await store.records(matching: CareQuery()) {
///       print(record.patient.id, record.outcomes.count)  // ann 1
///     }
public protocol CareStore<Records>: Sendable {
  /// The result of a query, read on demand.
  associatedtype Records: AsyncSequence, Sendable where Records.Element == CareRecord

  /// Returns the records that match a query, one for each patient, in order of the patients' ids.
  ///
  /// The result is a consistent snapshot: batches are never partially visible. Ids are compared as Swift
  /// strings.
  func records(matching query: CareQuery) async throws -> Records

  /// Applies changes in order, atomically.
  ///
  /// Nothing is overwritten: an update appends a version, and a deletion appends an end.
  func apply(_ changes: [CareChange]) async throws
}
