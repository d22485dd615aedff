import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// The buffered rows of a transaction by table.
struct RowBuffers {
  var patients = TableRows("patients", RecordReader.patientColumns + ["ordering"])
  var tasks = TableRows("tasks", ["number", "patient", "id"])
  private var patientVersions = TableRows(of: Patient.self)
  private var carePlans = TableRows(of: CarePlan.self)
  private var contacts = TableRows(of: Contact.self)
  private var taskVersions = TableRows(of: CareTask.self)
  private var holds = TableRows(of: Hold.self)
  private var namedEvents = TableRows(of: NamedEvent.self)
  var outcomes = TableRows("outcomes", OutcomeCells.columns)
  var listedValues = TableRows("listed_values", ListedCells.columns)
  var details = TableRows("outcome_details", PatientOutcomes.detailColumns)
  var changes = TableRows("changes", ["batch", "patient", "kind", "first", "count"])

  /// Appends the versions of a record that are not yet stored.
  mutating func append(
    _ record: CareRecord, beyond known: VersionCounts, to patient: Int32,
    _ references: (CareTask) throws(InputError) -> RowReferences
  ) throws(InputError) {
    try patientVersions.append(record.patients, from: known.patients, to: patient)
    try carePlans.append(record.carePlans, from: known.carePlans, to: patient)
    try contacts.append(record.contacts, from: known.contacts, to: patient)
    try taskVersions.append(record.tasks, from: known.tasks, to: patient, references)
    try holds.append(record.holds, from: known.holds, to: patient)
    try namedEvents.append(record.namedEvents, from: known.namedEvents, to: patient)
  }

  /// Appends the row of a new patient.
  mutating func append(_ patient: StoredPatient) {
    patients.begin()
    patients.rows.put(int4: Int32(clamping: patient.number))
    patients.rows.put(text: patient.id)
    for count in [
      patient.versions, patient.outcomes, patient.listedValues, patient.outcomeDetails,
    ] { patients.rows.put(int4: Int32(clamping: count)) }
    patients.rows.put(bytes: Array(patient.id.ordering.utf8))
  }

  /// Records the number of new versions of each kind of a patient.
  mutating func note(
    _ added: VersionCounts, behind known: VersionCounts, of patient: Int32, in batch: Int64
  ) {
    for kind in CareKind.allCases where added[kind] > 0 {
      changes.begin()
      changes.rows.put(int8: batch)
      changes.rows.put(int4: patient)
      changes.rows.put(text: kind.rawValue)
      changes.rows.put(int4: Int32(clamping: known[kind]))
      changes.rows.put(int4: Int32(clamping: added[kind]))
    }
  }

  /// Writes all rows, referenced tables first.
  mutating func flush(to connection: Connection, staged: Set<String>) throws(InputError) {
    try patients.flush(to: connection, staged: staged)
    try tasks.flush(to: connection, staged: staged)
    try patientVersions.flush(to: connection, staged: staged)
    try carePlans.flush(to: connection, staged: staged)
    try contacts.flush(to: connection, staged: staged)
    try taskVersions.flush(to: connection, staged: staged)
    try holds.flush(to: connection, staged: staged)
    try namedEvents.flush(to: connection, staged: staged)
    try outcomes.flush(to: connection, staged: staged)
    try listedValues.flush(to: connection, staged: staged)
    try details.flush(to: connection, staged: staged)
    try changes.flush(to: connection, staged: staged)
  }
}

extension TableRows {
  /// Creates the buffer of a kind of version.
  fileprivate init<Record: VersionRow>(of type: Record.Type) {
    self.init(type.table, ["patient", "position"] + type.columns)
  }

  /// Appends the versions of a patient from a position on.
  fileprivate mutating func append<Record: VersionRow>(
    _ records: [Record], from start: Int, to patient: Int32,
    _ references: (Record) throws(InputError) -> RowReferences = { _ in RowReferences() }
  ) throws(InputError) {
    for position in start..<max(start, records.count) {
      begin()
      rows.put(int4: patient)
      rows.put(int4: Int32(clamping: position))
      try records[position].write(to: &rows, try references(records[position]))
    }
  }
}

/// The buffered rows of one table.
struct TableRows {
  let table: String
  let columns: [String]
  var rows = CopyRows()

  init(_ table: String, _ columns: [String]) { (self.table, self.columns) = (table, columns) }

  /// Starts a row.
  mutating func begin() { rows.begin(fields: columns.count) }

  /// Writes the rows and clears the buffer.
  ///
  /// If row-level security is active, PostgreSQL rejects `COPY` into the table: the rows are then
  /// copied into a temporary table and inserted from there.
  ///
  /// - Parameters:
  ///   - connection: The connection of the transaction.
  ///   - staged: The names of the tables that need a temporary table.
  /// - Throws: `InputError` for errors of the server.
  mutating func flush(to connection: Connection, staged: Set<String>) throws(InputError) {
    if rows.isEmpty { return }
    let staging = staged.contains(table)
    let names = columns.joined(separator: ", ")
    let target = staging ? "pg_temp.staged_\(table)" : table
    if staging {
      try connection.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS staged_\(table) (LIKE \(table)) ON COMMIT DELETE ROWS"
      )
    }
    try connection.copyIn("COPY \(target) (\(names)) FROM STDIN (FORMAT BINARY)", rows)
    rows.removeAll()
    if staging {
      try connection.execute("INSERT INTO \(table) (\(names)) SELECT \(names) FROM \(target)")
      try connection.execute("TRUNCATE \(target)")
    }
  }
}
