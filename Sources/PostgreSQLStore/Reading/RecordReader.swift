import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A reader of whole records on one connection, with reused buffers.
///
/// The rows of small tables are queried for many patients in one message. Outcomes follow in groups
/// of patients with tens of thousands of outcomes. A reader serves one thread at a time.
///
/// Safe: one thread at a time has it, by the transaction that holds it or from the pool's mutex.
final class RecordReader: @unchecked Sendable {
  let connection: Connection
  private(set) lazy var terms = StoredTerms(self)
  private lazy var outcomes = OutcomeReader(connection, terms, names)
  private let names: NameLookup
  /// The tasks of the last patient read.
  private var taskIDs: [Int64: String] = [:]
  /// The random mark of the store; `nil` before the first read.
  private var mark: Int64?
  /// The errors of unreadable schedules of the current patients.
  private var badSchedules: [Int64: InputError] = [:]

  init(_ connection: Connection) {
    self.connection = connection
    names = NameLookup(connection)
  }

  /// Returns whether the caches belong to a previous store at the same address.
  ///
  /// Within one store, keys are never reused.
  func belongsToAnotherStore() throws(InputError) -> Bool {
    let found = try connection.query("SELECT mark FROM batches WHERE number = 0").first?.int8(0)
    defer { mark = mark ?? found }
    return mark != nil && mark != found
  }

  /// Reads the records of patients.
  ///
  /// - Parameters:
  ///   - numbers: The keys of the patients in the requested order.
  ///   - extent: The extent of each record.
  ///   - body: Receives each patient with its record, which is empty if none of its versions can be
  ///     read.
  /// - Throws: `InputError` if rows are missing or the server fails, and errors of `body`.
  func read(
    _ numbers: [Int64], _ extent: RecordExtent,
    _ body: (StoredPatient, CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    let source = connection.address.description
    var parts: [PatientParts]
    do throws(InputError) {
      parts = try plans(of: numbers, extent)
    } catch {
      throw error.at(source: source)
    }
    var start = 0
    while start < parts.count {
      let end =
        extent == .all || extent == .times ? endOfGroup(of: parts, from: start) : parts.count
      do throws(InputError) {
        if extent == .all { try outcomes.read(&parts[start..<end]) }
        if extent == .times { try outcomes.readTimes(&parts[start..<end]) }
      } catch {
        throw error.at(source: source)
      }
      for index in start..<end {
        let entry = parts[index].entry(source)
        // Releases the record, which the consumer may keep.
        parts[index] = PatientParts(parts[index].patient)
        try body(parts[index].patient, entry)
      }
      start = end
    }
  }

  /// The number of outcomes per group, unless a single patient has more.
  private static let group = 1 << 16

  private func endOfGroup(of parts: [PatientParts], from start: Int) -> Int {
    var end = start + 1
    var count = parts[start].patient.outcomes
    while end < parts.count, count + parts[end].patient.outcomes <= RecordReader.group {
      count += parts[end].patient.outcomes
      end += 1
    }
    return end
  }

  /// Reads everything except outcomes.
  private func plans(of numbers: [Int64], _ extent: RecordExtent) throws(InputError)
    -> [PatientParts]
  {
    if numbers.isEmpty { return [] }
    terms.makeRoom()
    let stretch = PatientBatch(numbers)
    let rows = try connection.copyOut(queries(for: stretch, extent))
    var parts = try patients(numbers, rows)
    try takeVersions(\.patients, \.counts.patients, &parts, rows)
    if extent > .patient {
      try takeSchedules(rows)
      try takeTasks(&parts, rows)
      try takeVersions(\.carePlans, \.counts.carePlans, &parts, rows)
      try takeVersions(\.contacts, \.counts.contacts, &parts, rows)
      try takeVersions(\.tasks, \.counts.tasks, &parts, rows)
      try takeVersions(\.holds, \.counts.holds, &parts, rows)
      try takeVersions(\.namedEvents, \.counts.namedEvents, &parts, rows)
      for part in parts { try part.check() }
      taskIDs = parts.last?.taskIDs ?? [:]
    }
    try rows.finish()
    return parts
  }

  private func queries(for stretch: PatientBatch, _ extent: RecordExtent) -> [String] {
    let patients = stretch.query(
      RecordReader.patientColumns, from: "patients", key: "number", order: [])
    let own = stretch.query(RecordReader.columns(of: Patient.self), from: Patient.table)
    if extent <= .patient { return [patients, own] }
    return [
      patients, own,
      "SELECT number, json FROM schedules WHERE number IN"
        + " (SELECT schedule FROM task_versions WHERE patient \(stretch.condition))",
      stretch.query(RecordReader.taskColumns, from: "tasks", order: ["number"]),
      stretch.query(RecordReader.columns(of: CarePlan.self), from: CarePlan.table),
      stretch.query(RecordReader.columns(of: Contact.self), from: Contact.table),
      stretch.query(RecordReader.columns(of: CareTask.self), from: CareTask.table),
      stretch.query(RecordReader.columns(of: Hold.self), from: Hold.table),
      stretch.query(RecordReader.columns(of: NamedEvent.self), from: NamedEvent.table),
    ]
  }

  private static func columns<Record: VersionRow>(of type: Record.Type) -> [String] {
    ["patient", "position"] + type.columns
  }

  static let patientColumns = [
    "number", "id", "versions", "outcomes", "listed_values", "outcome_details",
  ]
  private static let taskColumns = ["patient", "number", "id"]
}

extension RecordReader {
  /// Reads the rows of the patients table, all of which must exist.
  private func patients(_ numbers: [Int64], _ rows: CopyOut) throws(InputError) -> [PatientParts] {
    var parts: [PatientParts] = []
    parts.reserveCapacity(numbers.count)
    while let fields = try rows.next() {
      guard parts.count < numbers.count, fields.integer(0) == numbers[parts.count] else { break }
      let place = RowLocation(table: "patients", first: numbers[parts.count])
      var row = FieldColumns(fields, RecordReader.patientColumns, at: place, from: 1)
      parts.append(PatientParts(try StoredPatient(number: place.first, &row)))
    }
    guard parts.count == numbers.count else {
      throw InputError(
        .noSuch(kind: "patient", id: "\(numbers[parts.count])"), field: "patients.number")
    }
    return parts
  }

  private func takeSchedules(_ rows: CopyOut) throws(InputError) {
    badSchedules.removeAll()
    while let fields = try rows.next() {
      guard let number = fields.integer(0), !terms.contains(schedule: number) else { continue }
      var row = FieldColumns(
        fields, ["number", "json"], at: RowLocation(table: "schedules", first: number), from: 1)
      do throws(InputError) {
        terms.remember(try row.require(try row.json(Schedule.self)), as: number)
      } catch {
        badSchedules[number] = error
      }
    }
  }

  private func takeTasks(_ parts: inout [PatientParts], _ rows: CopyOut) throws(InputError) {
    var index = 0
    while let fields = try rows.next() {
      let (patient, number) = (fields.integer(0), fields.integer(1) ?? 0)
      while index < parts.count, parts[index].patient.number != patient { index += 1 }
      guard index < parts.count else { throw .damaged("a task has no patient", field: "tasks") }
      let place = RowLocation(table: "tasks", first: number)
      var row = FieldColumns(fields, RecordReader.taskColumns, at: place, from: 2)
      parts[index].taskIDs[number] = try row.require(try row.text())
    }
  }

  /// Reads the rows of one table, and reports those that cannot be read.
  ///
  /// A gap in the positions is an error because the store is append-only.
  private func takeVersions<Record: VersionRow>(
    _ records: WritableKeyPath<PatientParts, [Record]>,
    _ count: WritableKeyPath<PatientParts, ReadCount>, _ parts: inout [PatientParts],
    _ rows: CopyOut
  ) throws(InputError) {
    let names = RecordReader.columns(of: Record.self)
    var index = -1
    while let fields = try rows.next() {
      let (patient, position) = (fields.integer(0) ?? -1, fields.integer(1) ?? -1)
      if index < 0 || parts[index].patient.number != patient {
        repeat { index += 1 } while index < parts.count && parts[index].patient.number != patient
        guard index < parts.count else { throw danglingRow(Record.table, patient) }
        terms.tasks = parts[index].taskIDs
      }
      guard position == parts[index][keyPath: count].read else {
        throw danglingRow(Record.table, patient, parts[index][keyPath: count].read)
      }
      parts[index][keyPath: count].read += 1
      let place = RowLocation(table: Record.table, first: patient, position)
      var row = FieldColumns(fields, names, at: place, from: 2)
      do throws(InputError) {
        parts[index][keyPath: records].append(try Record(&row, terms))
      } catch {
        parts[index][keyPath: count].rejected += 1
        parts[index].problems.append(error)
      }
    }
  }

  private func danglingRow(_ table: String, _ patient: Int64, _ position: Int = 0) -> InputError {
    InputError(
      .unreadable(reason: "row \(position) of patient \(patient) is missing"), field: table)
  }
}

// Referenced rows are read in advance, because a query would interrupt the rows that are arriving.
extension RecordReader: TermSource {
  func schedule(_ number: Int64) throws(InputError) -> Schedule? {
    if let error = badSchedules[number] { throw error }
    return nil
  }

  func name(_ number: Int64) -> String? {
    names.note(number)
    return nil
  }
}

extension RecordReader {
  /// Reads some outcomes of the last patient read.
  ///
  /// - Throws: `InputError` if one of them cannot be read.
  func outcomes(at positions: [Int32], of patient: StoredPatient) throws(InputError) -> [Outcome] {
    var found: [Outcome] = []
    for position in positions {
      do throws(InputError) {
        if let outcome = try outcomes.outcome(at: position, of: patient, taskIDs) {
          found.append(outcome)
        }
      } catch {
        throw error.at(source: connection.address.description)
      }
    }
    return found
  }
}
