/// Where records are kept: the one protocol between a database and the engine.
///
/// A store reads patient by patient and writes batch by batch; all else that CareKit's stores offer
/// stands in extensions over these two. ``MemoryStore`` is one, and <doc:Stores> shows how to bring
/// another.
///
///     let store: some CareStore = MemoryStore()
///     try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
///     try await store.add(.outcome(record.outcomes[0], of: "ann"))
///     for try await record in try await store.records(matching: CareQuery()) {
///       print(record.patient.id, record.outcomes.count)  // ann 1
///     }
public protocol CareStore<Records>: Sendable {
  /// The answer to a query, read as it is asked for.
  associatedtype Records: AsyncSequence, Sendable where Records.Element == CareRecord

  /// Returns the records that a query chooses, one a patient, in order of the patients' ids.
  ///
  /// All of them show the store at one moment: no batch is seen in part. Ids are compared as Swift
  /// compares texts.
  ///
  /// - Parameter query: Which patients, and what of them.
  /// - Returns: The records; reading on asks the store for more.
  /// - Throws: What the store says of its database.
  func records(matching query: CareQuery) async throws -> Records

  /// Writes changes in their order, all of them or none.
  ///
  /// Nothing is overwritten: an update appends a version, and a deletion appends an end.
  ///
  /// - Parameter changes: The changes; a later one sees what an earlier one wrote.
  /// - Throws: ``StoreError`` where a change contradicts the store, which then stays as it was.
  func apply(_ changes: [CareChange]) async throws
}
