public import AdherenceAnalytics
package import Diagnostics
import Storage

extension PostgreSQLStore {
  /// Loads the records of a source, such as a dataset folder.
  ///
  /// Loading is idempotent: records that the store already has are not added again. Records with an
  /// id are compared by the id, the time of effect and the time of recording; records without one
  /// are compared by value as a multiset. An interrupted load is completed by repeating it.
  ///
  /// Each transaction writes many whole patients, so that an interruption leaves no partial record.
  /// Records of new patients are stored as they are. Versions are appended to known patients by the
  /// rules of ``apply(_:)``; versions that contradict a record are rejected with a problem.
  ///
  /// - Parameters:
  ///   - source: The records, read ahead on a background thread.
  ///   - batch: The approximate number of rows per transaction; other writers can proceed between
  ///     transactions.
  ///   - progress: Called after each transaction; an error that it throws stops the load.
  /// - Returns: The counts of read, added, existing and rejected records, with the problems.
  /// - Throws: `InputError` if the source cannot be read or the store cannot be written, and errors
  ///   of `progress`; committed transactions are kept.
  /// - Complexity: O(*n*) for *n* records, with memory for a batch; fastest in ascending order of
  ///   new ids.
  @discardableResult
  public func load(
    contentsOf source: some CohortSource, batch: Int = usualBatch,
    progress: (LoadProgress) throws -> Void = { _ in }
  ) throws -> LoadReport {
    guard isWritable else { throw refusal }
    let loader = Loader(try RecordWriter(pool), batch: batch)
    try loader.load(source) { place in
      watch.signal.raise()
      try progress(place)
    }
    return loader.report
  }

  /// The default number of rows per transaction of ``load(contentsOf:batch:progress:)``.
  public static let usualBatch = 100_000
}

extension PostgreSQLStore: ErasingStore {
  /// Erases a patient's record, whose space the server can reuse.
  ///
  /// Names and schedules used by other patients are kept. The server's write-ahead log, replicas
  /// and backups keep their content until they are replaced.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` if there is no such patient; `InputError` for errors of the server.
  /// - Complexity: O(*n*) for *n* rows of the patient, or of the whole store if the patient has a
  ///   name or schedule that no other patient has.
  public func erase(patient: String) async throws {
    guard let writing else { throw refusal }
    defer { watch.signal.raise() }
    try await writing.run { writer in
      let absent = try PatientEraser(writer).erase([patient]) {}
      if !absent.isEmpty { throw StoreError.noSuch(.patient(patient)) }
    }
  }

  @discardableResult
  package func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String] {
    guard isWritable else { throw refusal }
    defer { watch.signal.raise() }
    return try PatientEraser(RecordWriter(pool)).erase(patients, beforeStep: beforeStep)
  }
}

extension PostgreSQLStore: DatabaseStore {
  /// Opens a snapshot; each reader gets a connection when it is made, and a single reader reads
  /// ahead.
  package func snapshot(_ query: CareQuery, readers: Int) throws(InputError) -> PostgreSQLSnapshot {
    try PostgreSQLSnapshot(query, readers: readers, from: pool)
  }
}
