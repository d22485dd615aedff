public import AdherenceAnalytics
import Storage

extension SQLiteStore: ErasingStore {
  /// Erases all that is known of a patient, and overwrites it in the file.
  ///
  /// Names and schedules that other patients have too stay. Copies of the file keep what they have.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` where there is no such patient; `InputError` where the file cannot be written, or
  ///   where others read the store as it was, so that the log beside it keeps the record for them.
  /// - Complexity: O(*n*) for *n* rows of the patient, and of the whole store where the patient alone has a
  ///   name or a schedule.
  public func erase(patient: String) async throws { try eraseAtOnce(patient: patient) }

  @discardableResult
  package func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String] {
    guard isWritable else { throw refusal }
    // Patients may be erased although that could not be brought to its end.
    defer { watch.signal.raise() }
    return try PatientEraser(file).erase(patients, beforeStep: beforeStep)
  }
}
