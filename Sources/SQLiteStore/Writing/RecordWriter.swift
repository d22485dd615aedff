import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// Appends to patients' records, within a transaction that somebody else began.
final class RecordWriter {
  private unowned let connection: Connection
  private let names: NameNumbers
  private let schedules: ScheduleNumbers
  private let outcomes: OutcomeWriter

  /// How many versions of each kind a record has that are not to be written.
  struct Known {
    var patients = 0
    var carePlans = 0
    var contacts = 0
    var tasks = 0
    var holds = 0
    /// Those at the beginning of the record, which may be fewer than the store has.
    var outcomes = 0

    /// Nothing.
    init() {}

    /// All that a record has.
    init(_ record: CareRecord) {
      patients = record.earlierPatients.count + 1
      carePlans = record.carePlans.count
      contacts = record.contacts.count
      tasks = record.tasks.count
      holds = record.holds.count
      outcomes = record.outcomes.count
    }

    var versions: Int { patients + carePlans + contacts + tasks + holds }
  }

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    names = try NameNumbers(connection)
    schedules = try ScheduleNumbers(connection)
    outcomes = try OutcomeWriter(connection, names)
  }

  /// Forgets the numbers that were given, as after a transaction that was undone.
  func forget() {
    names.forget()
    schedules.forget()
  }

  /// The row of a patient; `nil` where there is none.
  func patient(_ id: String) throws(InputError) -> StoredPatient? {
    let statement = try connection.statement(
      "SELECT number, id, versions, outcomes, outcome_values, outcome_details FROM patients"
        + " WHERE ordering = ?")
    var values = Bindings(statement)
    values.bind(id.ordering)
    defer { statement.reset() }
    return try statement.step() ? try StoredPatient(statement) : nil
  }

  /// Writes what a record has beyond what is known of it.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - known: What of it is there already.
  ///   - stored: The patient's row; `nil` where there is none yet.
  /// - Throws: `InputError` for what no table can hold, and what SQLite says.
  func append(_ record: CareRecord, beyond known: Known, to stored: StoredPatient?)
    throws(InputError)
  {
    var patient: StoredPatient
    if let stored { patient = stored } else { patient = try add(record.patient.id) }
    let number = patient.number
    let tasks = try addTasks(of: record, beyond: known, to: number)
    try append(record.patients, from: known.patients, to: number)
    try append(record.carePlans, from: known.carePlans, to: number)
    try append(record.contacts, from: known.contacts, to: number)
    try append(record.tasks, from: known.tasks, to: number) { (task) throws(InputError) in
      RowReferences(
        task: tasks[task.id] ?? 0, schedule: try schedules.number(of: task.schedule))
    }
    try append(record.holds, from: known.holds, to: number)
    let counts = try outcomes.write(
      record.outcomes, from: known.outcomes, as: number << 32 + Int64(patient.outcomes), of: tasks)
    patient.versions += Known(record).versions - known.versions
    patient.outcomes += counts.outcomes
    patient.outcomeValues += counts.values
    patient.outcomeDetails += counts.details
    try update(patient)
  }

  /// Says that the store has changed, so that readers can tell one moment from another.
  func countBatch() throws(InputError) {
    try connection.execute("UPDATE store SET revision = revision + 1")
  }

  private func add(_ id: String) throws(InputError) -> StoredPatient {
    let statement = try connection.statement(
      "INSERT INTO patients (id, ordering, versions, outcomes, outcome_values, outcome_details)"
        + " VALUES (?, ?, 0, 0, 0, 0) RETURNING number")
    var values = Bindings(statement)
    values.bind(id)
    values.bind(id.ordering)
    defer { statement.reset() }
    guard try statement.step() else {
      throw InputError(.unwritable(reason: "a patient was given no number"), field: "patients")
    }
    let number = sqlite3_column_int64(statement.handle, 0)
    return StoredPatient(
      number: number, id: id, versions: 0, outcomes: 0, outcomeValues: 0, outcomeDetails: 0)
  }

  private func update(_ patient: StoredPatient) throws(InputError) {
    let statement = try connection.statement(
      "UPDATE patients SET versions = ?, outcomes = ?, outcome_values = ?, outcome_details = ?"
        + " WHERE number = ?")
    statement.bind(
      Int64(patient.versions), Int64(patient.outcomes), Int64(patient.outcomeValues),
      Int64(patient.outcomeDetails), patient.number)
    try statement.run()
  }

  /// Gives the tasks that are new a number, and returns those of all.
  private func addTasks(of record: CareRecord, beyond known: Known, to patient: Int64)
    throws(InputError) -> [String: Int64]
  {
    var numbers = known.patients == 0 ? [:] : try knownTasks(of: patient)
    let insertion = try connection.statement(
      "INSERT INTO tasks (patient, id) VALUES (?, ?) RETURNING number")
    defer { insertion.reset() }
    for task in record.tasks[known.tasks...] where numbers[task.id] == nil {
      var values = Bindings(insertion)
      values.bind(patient)
      values.bind(task.id)
      guard try insertion.step() else { continue }
      numbers[task.id] = sqlite3_column_int64(insertion.handle, 0)
    }
    return numbers
  }

  private func knownTasks(of patient: Int64) throws(InputError) -> [String: Int64] {
    let statement = try connection.statement("SELECT number, id FROM tasks WHERE patient = ?")
    statement.bind(patient)
    defer { statement.reset() }
    var numbers: [String: Int64] = [:]
    while try statement.step() {
      let number = sqlite3_column_int64(statement.handle, 0)
      var row = Columns(statement, at: RowPlace(table: "tasks", first: number), from: 1)
      numbers[try row.require(try row.text())] = number
    }
    return numbers
  }

  private func append<Record: VersionRow>(
    _ records: [Record], from start: Int, to patient: Int64,
    _ references: (Record) throws(InputError) -> RowReferences = { _ in RowReferences() }
  ) throws(InputError) {
    guard start < records.count else { return }
    let columns = Record.columns
    let statement = try connection.statement(
      "INSERT INTO \(Record.table) (patient, position, \(columns.joined(separator: ", ")))"
        + " VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))")
    for position in start..<records.count {
      let references = try references(records[position])
      var values = Bindings(statement)
      values.bind(patient)
      values.bind(Int64(position))
      try records[position].write(to: &values, references)
      try statement.run()
    }
  }
}
