public import AdherenceAnalytics
public import Scheduling

/// Writes records into a folder from which ``DatasetFolder`` reads the same records.
///
///     let writer = try DatasetWriter(path)
///     try writer.write(record)
///     try writer.finish()
///     print(try Dataset(folder: path).records == [record])  // true
///
/// The files get their names by ``finish()``, so that a folder is written whole or not at all. The same
/// records give the same bytes. Records come in order of the patients' ids: the folder is then sorted, and
/// read fastest.
public final class DatasetWriter {
  private let folder: OutputFolder
  private var lines = DatasetLines()
  private let patients: DatasetPart
  private let tasks: DatasetPart
  private let outcomes: DatasetPart
  private let plans: DatasetPart
  private let contacts: DatasetPart
  private let holds: DatasetPart

  /// Lines are kept until there are so many bytes of them.
  private static let blockSize = 1 << 20

  /// Begins a folder, which is made where it is missing.
  ///
  /// Files of a dataset that are in it stay as they are until ``finish()``.
  ///
  /// - Throws: `InputError` where the folder cannot be written, or another program writes to it.
  public init(_ path: String) throws(InputError) {
    let folder = try OutputFolder(path)
    self.folder = folder
    patients = try DatasetPart(
      "patients.csv", in: folder, columns: RowBytes.columns(of: Patient.self))
    tasks = try DatasetPart("tasks.ndjson", in: folder)
    outcomes = try DatasetPart("outcomes.csv", in: folder, columns: RowBytes.outcomeColumns)
    plans = try DatasetPart(
      "plans.csv", in: folder, columns: RowBytes.columns(of: CarePlan.self, behind: ["patient"]),
      isOptional: true)
    contacts = try DatasetPart(
      "contacts.csv", in: folder, columns: RowBytes.columns(of: Contact.self, behind: ["patient"]),
      isOptional: true)
    holds = try DatasetPart(
      "holds.csv", in: folder, columns: RowBytes.columns(of: Hold.self, behind: ["patient"]),
      isOptional: true)
  }

  /// Adds a record.
  ///
  /// - Throws: `InputError` where the record has what a folder cannot say, or the disk is full.
  public func write(_ record: CareRecord) throws(InputError) {
    try lines.append(record)
    if lines.size >= DatasetWriter.blockSize { try flush() }
  }

  /// Adds the lines of records, behind all that was written.
  ///
  /// - Throws: `InputError` where the disk is full.
  package func write(_ lines: DatasetLines) throws(InputError) {
    try flush()
    try append(lines)
  }

  /// Puts the finished files in their places.
  ///
  /// A dataset that was in the folder is no more from the first moment on, and the new one is one with
  /// the last: `patients.csv`, without which there is none, is removed first and renamed last.
  ///
  /// - Throws: `InputError` where a file cannot be written or renamed.
  public func finish() throws(InputError) {
    try flush()
    for part in parts { try part.close() }
    let missing = parts.filter { !$0.isThere }.map(\.name)
    try folder.commit(removing: [patients.name] + missing, last: patients.name)
  }

  private var parts: [DatasetPart] { [patients, tasks, outcomes, plans, contacts, holds] }

  /// Leaves nothing of files that are not in their places; a writer that is let go does the same.
  package func abandon() { folder.abandon() }

  private func flush() throws(InputError) {
    try append(lines)
    lines.removeAll()
  }

  private func append(_ lines: DatasetLines) throws(InputError) {
    try patients.write(lines.patients.bytes)
    try tasks.write(lines.tasks)
    try outcomes.write(lines.outcomes.bytes)
    try plans.write(lines.plans.bytes)
    try contacts.write(lines.contacts.bytes)
    try holds.write(lines.holds.bytes)
  }
}
