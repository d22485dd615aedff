public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// A writer of records into a folder from which ``DatasetFolder`` reads equal records.
///
///     let writer = try DatasetWriter(path)
///     try writer.write(record)
///     try writer.finish()
///     print(try Dataset(folder: path).records == [record])  // true
///
/// The files are renamed to their final names by ``finish()``, so that a folder is written
/// completely or not at all. Equal records give equal bytes. Records written in order of patient
/// ids make a sorted folder, which is read fastest.
public final class DatasetWriter {
  private let folder: OutputFolder
  private var lines = DatasetLines()
  private let patients: DatasetPart
  private let tasks: DatasetPart
  private let outcomes: DatasetPart
  private let plans: DatasetPart
  private let contacts: DatasetPart
  private let holds: DatasetPart
  private let namedEvents: DatasetPart

  /// The size in bytes at which buffered lines are written.
  private static let blockSize = 1 << 20

  /// Starts a folder, which is created if it does not exist.
  ///
  /// Existing files of a dataset are not changed until ``finish()``.
  ///
  /// - Throws: `InputError` if the folder cannot be written, or another program is writing to it.
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
    namedEvents = try DatasetPart(
      "namedEvents.csv", in: folder,
      columns: RowBytes.columns(of: NamedEvent.self, behind: ["patient"]), isOptional: true)
  }

  /// Writes a record.
  ///
  /// - Throws: `InputError` if a folder cannot represent the record, or the disk is full.
  public func write(_ record: CareRecord) throws(InputError) {
    try lines.append(record)
    if lines.size >= DatasetWriter.blockSize { try flush() }
  }

  /// Appends the lines of records.
  ///
  /// - Throws: `InputError` if the disk is full.
  package func write(_ lines: DatasetLines) throws(InputError) {
    try flush()
    try append(lines)
  }

  /// Renames the finished files to their final names.
  ///
  /// `patients.csv`, which every dataset must have, is removed first and renamed last, so that an
  /// interruption never leaves a mix of an old and a new dataset that can be read.
  ///
  /// - Throws: `InputError` if a file cannot be written or renamed.
  public func finish() throws(InputError) {
    try flush()
    for part in parts { try part.close() }
    let missing = parts.filter { !$0.isThere }.map(\.name)
    try folder.commit(removing: [patients.name] + missing, last: patients.name)
  }

  private var parts: [DatasetPart] {
    [patients, tasks, outcomes, plans, contacts, holds, namedEvents]
  }

  /// Removes unfinished files; deinitializing the writer does the same.
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
    try namedEvents.write(lines.namedEvents.bytes)
  }
}

/// A file of a dataset being written.
final class DatasetPart {
  let name: String
  private let folder: OutputFolder
  private let header: [UInt8]
  private var file: OutputFile?

  /// Starts a file in a folder; an optional file is created with its first row.
  init(
    _ name: String, in folder: OutputFolder, columns: [String] = [], isOptional: Bool = false
  ) throws(InputError) {
    self.name = name
    self.folder = folder
    header = columns.isEmpty ? [] : Array((columns.joined(separator: ",") + "\n").utf8)
    if !isOptional { file = try begin() }
  }

  /// Whether the file has been created.
  var isThere: Bool { file != nil }

  private func begin() throws(InputError) -> OutputFile {
    let file = try folder.file(name)
    try file.write(header)
    return file
  }

  /// Writes bytes and returns when the system has accepted all of them.
  func write(_ bytes: [UInt8]) throws(InputError) {
    if bytes.isEmpty { return }
    if file == nil { file = try begin() }
    try file?.write(bytes)
  }

  /// Closes the file and reports delayed write errors.
  func close() throws(InputError) { try file?.finish() }
}
