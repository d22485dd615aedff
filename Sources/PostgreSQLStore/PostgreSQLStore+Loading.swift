public import AdherenceAnalytics
package import Scheduling
import Storage

extension PostgreSQLStore {
  /// Loads the records of a source, such as a dataset folder.
  ///
  /// What the store has already is not added again: what has an id is known by it and by when it holds and
  /// was recorded, what has none by its content, where two of the same are two. So a load that was broken
  /// off is completed by doing it again, and doing it twice changes nothing.
  ///
  /// Whole patients are written, many in one transaction; whatever stops it, the store has whole patients.
  /// Records of a patient whom the store does not know are kept as they come. To those of one whom it knows,
  /// versions are appended by the rules of ``apply(_:)``, and those that contradict it are refused with a
  /// problem.
  ///
  /// - Parameters:
  ///   - source: The records; they are read on a thread of their own, a little ahead.
  ///   - batch: About how many rows one transaction writes; between two of them others may write.
  ///   - progress: Takes how far it has come, after each transaction; what it throws stops the load.
  /// - Returns: What was read, added, already there and refused, with the problems.
  /// - Throws: `InputError` where the source cannot be read or the store cannot be written, and what
  ///   `progress` throws; what was written before stays.
  /// - Complexity: O(*n*) for *n* records, in memory for a batch; fastest in order of new ids.
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

  /// How many rows a transaction of ``load(contentsOf:batch:progress:)`` writes unless told otherwise.
  public static let usualBatch = 100_000
}

extension PostgreSQLStore: ErasingStore {
  /// Erases all that is known of a patient, and lets the server use its room for other rows.
  ///
  /// Names and schedules that other patients have too stay. The server's write-ahead log, its replicas and
  /// backups keep what they have until they are renewed.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` where there is no such patient; `InputError` for what the server says.
  /// - Complexity: O(*n*) for *n* rows of the patient, and of the whole store where the patient alone has a
  ///   name or a schedule.
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
  /// Each reader gets a connection when it is made, however many there are; one alone reads ahead.
  package func snapshot(_ query: CareQuery, readers: Int) throws(InputError) -> PostgreSQLSnapshot {
    try PostgreSQLSnapshot(query, readers: readers, from: pool)
  }
}
