public import AdherenceAnalytics
public import Diagnostics
import Foundation
import Scheduling

/// A dataset folder that is read patient by patient: `patients.csv`, `tasks.ndjson`, `outcomes.csv`
/// and optionally `holds.csv`, `plans.csv` and `contacts.csv`.
///
/// Opening a folder reads the patients and indexes the lines of each patient in the other files.
/// Readers only read the lines of their patients, so memory depends on the patients in progress
/// rather than on the size of the files. Lines may be in any order (it matters only for the values
/// of one outcome); files sorted by patient are read fastest.
///
/// A record that cannot be read is rejected with its error; the others are read as if it did not
/// exist.
///
///     let folder = try DatasetFolder("Datasets/monitoring")
///     var reader = try folder.makeReader()
///     try reader.read(0..<2) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
///     }
///     // P000 231 0
///     // P001 239 0
public struct DatasetFolder: CohortSource {
  /// The problems that belong to no patient, file by file, at most ten thousand.
  public let problems: [InputError]
  /// The counts of rejected records that belong to no patient.
  public let counts: RecordCounts

  let patients: PatientFile
  let plans: DatasetTable?
  let contacts: DatasetTable?
  let tasks: RunIndex
  let outcomes: DatasetTable
  let holds: DatasetTable?
  let options: Options

  /// Parameters of reading, which do not affect the result.
  struct Options: Sendable {
    /// The number of bytes per read.
    var blockSize = 1 << 16
    /// The approximate number of line runs that are indexed per file.
    var runLimit = 1 << 20
  }

  /// Opens a folder.
  ///
  /// - Throws: `InputError` if a file is missing or its columns are invalid, because without a
  ///   whole file every result would be wrong.
  /// - Complexity: O(*n*) for *n* bytes of the files; memory for each patient's id and a few
  ///   numbers.
  public init(_ path: String) throws(InputError) { try self.init(path, Options()) }

  init(_ path: String, _ options: Options) throws(InputError) {
    var findings = SourceFindings()
    let patients = try PatientFile(path, findings: &findings, blockSize: options.blockSize)
    func table(
      _ name: String, _ fields: [String], _ required: [String],
      _ kind: WritableKeyPath<RecordCounts, ReadCount>
    ) throws(InputError) -> DatasetTable {
      try DatasetTable(
        try DatasetFile(name, in: path),
        TableColumns(fields: ["patient"] + fields, required: ["patient"] + required), kind,
        of: patients.places, findings: &findings, options: options)
    }
    func isThere(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }
    plans =
      isThere("plans.csv") ? try table("plans.csv", CarePlan.fieldNames, ["id"], \.carePlans) : nil
    contacts =
      isThere("contacts.csv")
      ? try table("contacts.csv", Contact.fieldNames + PostalAddress.columns, ["id"], \.contacts)
      : nil
    tasks = try DatasetFolder.tasks(path, patients.places, &findings, options)
    outcomes = try table("outcomes.csv", Outcome.columns, ["task"], \.outcomes)
    holds = isThere("holds.csv") ? try table("holds.csv", Hold.fieldNames, ["from"], \.holds) : nil
    self.patients = patients
    self.options = options
    problems = findings.problems.problems
    counts = findings.counts
  }

  private static func tasks(
    _ path: String, _ places: PatientIndex, _ findings: inout SourceFindings, _ options: Options
  ) throws(InputError) -> RunIndex {
    let file = try DatasetFile("tasks.ndjson", in: path)
    var own = findings
    let index = try RunIndex(
      file, patientCount: places.ids.count, limit: options.runLimit,
      findings: { own.add($0, \.tasks) }
    ) { runs, body throws(InputError) in
      let scan = try TaskScan(
        file, places: places, collecting: runs, blockSize: options.blockSize)
      try scan.run(body)
      return scan.runs
    }
    findings = own
    return index
  }

  /// The patients' ids in ascending order.
  public var patientIDs: [String] { patients.places.ids }

  /// The existing files.
  var files: [DatasetFile] {
    [patients.file, tasks.file, outcomes.index.file]
      + [plans, contacts, holds].compactMap { $0?.index.file }
  }

  /// Makes a reader; each thread needs its own.
  public func makeReader() throws(InputError) -> DatasetReader { try DatasetReader(self) }
}
