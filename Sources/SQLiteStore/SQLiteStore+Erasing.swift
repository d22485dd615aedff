public import AdherenceAnalytics
import Storage

extension SQLiteStore: ErasingStore {
  /// Erases a patient's record and overwrites it in the file.
  ///
  /// Names and schedules used by other patients are kept. Copies of the file are not affected.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` if there is no such patient; `InputError` if the file cannot be
  ///   written, or if other readers hold an earlier snapshot, for which the log still contains the
  ///   record.
  /// - Complexity: O(*n*) for *n* rows of the patient, or of the whole store if the patient has a
  ///   name or schedule that no other patient has.
  public func erase(patient: String) async throws { try eraseAtOnce(patient: patient) }

  @discardableResult
  package func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String] {
    guard isWritable else { throw refusal }
    // The erasure may be committed although a later step failed.
    defer { watch.signal.raise() }
    return try PatientEraser(file).erase(patients, beforeStep: beforeStep)
  }
}
