public import AdherenceAnalytics
public import Diagnostics
import Formats
import Foundation
import Scheduling
import Synchronization

/// A dataset folder that is read patient by patient: `patients.csv`, `tasks.ndjson`, `outcomes.csv`
/// and optionally `holds.csv`, `namedEvents.csv`, `plans.csv` and `contacts.csv`.
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
  let namedEvents: DatasetTable?
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
    namedEvents =
      isThere("namedEvents.csv")
      ? try table("namedEvents.csv", NamedEvent.fieldNames, ["event", "time"], \.namedEvents) : nil
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
      + [plans, contacts, holds, namedEvents].compactMap { $0?.index.file }
  }

  /// Makes a reader; each thread needs its own.
  public func makeReader() throws(InputError) -> DatasetReader { try DatasetReader(self) }
}

/// A scan of `tasks.ndjson` that indexes the lines of each patient.
///
/// In lines of the usual form only the patient is compared; all others are parsed.
final class TaskScan {
  private let reader: LineReader
  private let places: PatientIndex
  private let name: String
  private(set) var runs: RunCollector
  private var lastPlace = -1

  init(
    _ file: DatasetFile, places: PatientIndex, collecting runs: RunCollector, blockSize: Int
  ) throws(InputError) {
    reader = try LineReader(try file.stream(blockSize: blockSize))
    name = file.name
    self.places = places
    self.runs = runs
  }

  /// Scans to the end of the file; the closure receives the errors that belong to no patient.
  func run(_ body: (InputError) -> Void) throws(InputError) {
    repeat {
      reader.lend { bytes, line in passPlainLines(bytes, line: line) }
    } while try takeLine(body)
    runs.sort()
  }

  private func takeLine(_ body: (InputError) -> Void) throws(InputError) -> Bool {
    guard let next = reader.next() else { return false }
    do throws(InputError) {
      let line = try next.get()
      if line.text.allSatisfy(\.isWhitespace) { return true }
      do throws(InputError) {
        try add(line)
      } catch {
        throw error.inLastLine(reader.endsWithoutNewline).at(source: name, line: line.number)
      }
    } catch {
      if error.problem.endsReading { throw error }
      body(error)
    }
    return true
  }

  private func add(_ line: LineReader.Line) throws(InputError) {
    let task = try JSONLine.decode(TaskProperties.self, from: line.text)
    guard let id = task.patient else { throw InputError(.missing, field: "patient") }
    guard let place = places.place(of: id) else { throw .unknownPatient(id) }
    runs.add(place: place, bytes: reader.lineStart..<reader.position, line: line.number)
  }

  // Safe: a line ends at a line feed within the bytes, and its id within the line.
  private func passPlainLines(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> (
    bytes: Int, lines: Int
  ) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    let start = reader.position
    var (position, lines) = (0, 0)
    while true {
      let length = (base + position).distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let text = UnsafeBufferPointer(start: base + position, count: length)
      guard let id = JSONMemberScan.text(of: "patient", in: text),
        let place = places.place(of: UnsafeBufferPointer(rebasing: text[id]))
      else { break }
      let range = start + position..<start + position + length + 1
      runs.add(place: place, bytes: range, line: line + lines)
      position += length + 1
      lines += 1
    }
    return (position, lines)
  }
}

/// An index of the lines of each patient in a file.
///
/// It holds the runs of a window of patients: of all patients if the file is sorted, of fewer if it
/// is not and has too many runs. Lookups outside the window scan the file again, so that memory is
/// bounded for any order of lines.
package final class RunIndex: Sendable {
  /// Scans the file and collects runs; the closure receives the errors that belong to no patient.
  package typealias Pass =
    @Sendable (RunCollector, (InputError) -> Void) throws(InputError) -> RunCollector

  package let file: DatasetFile
  private let patientCount: Int
  private let limit: Int
  private let pass: Pass
  private let window: Mutex<RunCollector>

  /// Creates an index and scans the file.
  init(
    _ file: DatasetFile, patientCount: Int, limit: Int, findings: (InputError) -> Void,
    pass: @escaping Pass
  ) throws(InputError) {
    self.file = file
    self.patientCount = patientCount
    self.limit = limit
    self.pass = pass
    window = Mutex(try pass(RunCollector(0..<patientCount, limit: limit), findings))
  }

  /// Creates an index from the runs of an earlier scan.
  package init(
    _ file: DatasetFile, patientCount: Int, limit: Int, found: RunCollector, pass: @escaping Pass
  ) {
    self.file = file
    self.patientCount = patientCount
    self.limit = limit
    self.pass = pass
    window = Mutex(found)
  }

  /// Returns the runs of a patient and of as many following ones as are in memory.
  ///
  /// - Complexity: O(1), or a scan of the file.
  package func runs(from place: Int) throws(InputError) -> RunCollector {
    try window.withLock { window throws(InputError) in
      if !window.places.contains(place) {
        try file.requireUnchanged()
        window = try pass(RunCollector(place..<patientCount, limit: limit)) { _ in }
      }
      return window
    }
  }
}

extension RunCollector {
  /// Returns the runs of a patient in file order.
  package func runs(of place: Int) -> ArraySlice<LineRun> {
    let start = runs.partitionPoint { Int($0.place) < place }
    var end = start
    while end < runs.count, Int(runs[end].place) == place { end += 1 }
    return runs[start..<end]
  }
}
