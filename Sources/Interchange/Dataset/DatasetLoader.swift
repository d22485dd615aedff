import AdherenceAnalytics
import Scheduling

/// Builds the records of a dataset, file by file: patients first, since all else refers to them.
struct DatasetLoader {
  private(set) var problems: [InputError] = []
  private(set) var counts = RecordCounts()
  private var builders: [RecordBuilder] = []
  /// The lines of each patient's outcomes, the first one where an outcome has several.
  private var lines: [[Int]] = []
  /// The position of each patient's record.
  private var positions: [String: Int] = [:]
  /// The patient asked for last: neighbouring rows mostly share theirs.
  private var last: (id: String, position: Int)?
  /// The patients that were set aside: what refers to them is counted, and the patient's own error
  /// stands for all of it.
  private var lostPatients: Set<String> = []

  var records: [CareRecord] { builders.map(\.record) }
}

extension DatasetLoader {
  mutating func readPatients(_ folder: String) throws(InputError) {
    let columns = TableColumns(fields: Patient.fields, required: ["id", "zone"])
    try readTable("patients.csv", in: folder, columns, \.patients) {
      row, loader throws(InputError) in
      let id = try row.require(row.text("id"), "id")
      guard loader.positions[id] == nil else {
        throw InputError(.duplicate(kind: "patient", id: id), field: "id")
      }
      loader.lostPatients.insert(id)
      loader.add(try Patient(row))
    }
  }

  private mutating func add(_ patient: Patient) {
    lostPatients.remove(patient.id)
    positions[patient.id] = builders.count
    builders.append(RecordBuilder(patient))
    lines.append([])
  }

  mutating func readCarePlans(_ folder: String) throws(InputError) {
    let columns = TableColumns(fields: ["patient"] + CarePlan.fields, required: ["patient", "id"])
    try readOptionalTable("plans.csv", in: folder, columns, \.carePlans) {
      row, loader throws(InputError) in
      let position = try loader.position(of: try row.require(row.text("patient"), "patient"))
      try loader.builders[position].add(try CarePlan(row))
    }
  }

  mutating func readContacts(_ folder: String) throws(InputError) {
    let columns = TableColumns(
      fields: ["patient"] + Contact.fields + Contact.addressColumns, required: ["patient", "id"])
    try readOptionalTable("contacts.csv", in: folder, columns, \.contacts) {
      row, loader throws(InputError) in
      let position = try loader.position(of: try row.require(row.text("patient"), "patient"))
      try loader.builders[position].add(try Contact(row))
    }
  }

  mutating func readTasks(_ folder: String) throws(InputError) {
    let name = "tasks.ndjson"
    let reader = try LineReader(path: folder + "/" + name, source: name)
    while let next = reader.next() {
      if case .success(let line) = next, line.text.allSatisfy(\.isWhitespace) { continue }
      note(\.tasks) { loader throws(InputError) in
        let line = try next.get()
        do throws(InputError) {
          try loader.addTask(try JSONLine.decode(TaskLine.self, from: line.text))
        } catch {
          throw error.inLastLine(reader.endsWithoutNewline).at(source: name, line: line.number)
        }
      }
    }
  }

  private mutating func addTask(_ line: TaskLine) throws(InputError) {
    guard let patient = line.patient else { throw InputError(.missing, field: "patient") }
    try builders[try position(of: patient)].add(line.task)
  }

  mutating func readHolds(_ folder: String) throws(InputError) {
    let columns = TableColumns(fields: ["patient"] + Hold.fields, required: ["patient", "from"])
    try readOptionalTable("holds.csv", in: folder, columns, \.holds) {
      row, loader throws(InputError) in
      let position = try loader.position(of: try row.require(row.text("patient"), "patient"))
      let zone = loader.builders[position].record.patient.zone
      try loader.builders[position].add(try Hold(row, in: zone))
    }
  }
}

// Outcomes, the longest file.
extension DatasetLoader {
  mutating func readOutcomes(_ folder: String) throws(InputError) {
    let name = "outcomes.csv"
    var places: OutcomeColumns?
    try readTable(name, in: folder, OutcomeColumns.columns, \.outcomes) {
      row, loader throws(InputError) in
      let columns = places ?? OutcomeColumns(row.header)
      places = columns
      let position = try loader.position(of: try row.require(row[columns.patient], "patient"))
      let task = try row.require(row[columns.task], "task")
      let zone = loader.builders[position].record.patient.zone
      try loader.add(try columns.outcome(row, task: task, in: zone), at: position, line: row.line)
    }
  }

  private mutating func add(_ outcome: Outcome, at position: Int, line: Int) throws(InputError) {
    let place = try builders[position].add(outcome)
    if place.position == lines[position].count { lines[position].append(line) }
    if let doubt = place.doubt { note(doubt, line: line) }
  }

  /// Notes the outcomes whose occurrence does not exist; they stay, as unscheduled.
  mutating func noteOrphans() {
    for (builder, lines) in zip(builders, lines) {
      for (position, doubt) in builder.orphans() { note(doubt, line: lines[position]) }
    }
  }

  private mutating func note(_ doubt: InputError, line: Int) {
    counts.outcomes.doubtful += 1
    problems.append(doubt.at(source: "outcomes.csv", line: line))
  }
}

extension DatasetLoader {
  private typealias RowBody = (TableRow, inout DatasetLoader) throws(InputError) -> Void

  /// Reads a table that may be absent.
  private mutating func readOptionalTable(
    _ name: String, in folder: String, _ columns: TableColumns,
    _ count: WritableKeyPath<RecordCounts, ReadCount>, _ body: RowBody
  ) throws(InputError) {
    guard FileSystem.exists(folder + "/" + name) else { return }
    try readTable(name, in: folder, columns, count, body)
  }

  /// Reads a table row by row; a row that fails is noted and the next one follows.
  private mutating func readTable(
    _ name: String, in folder: String, _ columns: TableColumns,
    _ count: WritableKeyPath<RecordCounts, ReadCount>, _ body: RowBody
  ) throws(InputError) {
    let reader = try CSVReader(path: folder + "/" + name, source: name)
    let errors = reader.headerErrors(known: columns.known, required: columns.required)
    if let fatal = errors.first(where: { $0.problem.hidesColumn }) { throw fatal }
    problems += errors
    let header = TableHeader(reader.columns)
    while let next = reader.next() {
      note(count) { loader throws(InputError) in
        let record = try next.get()
        do throws(InputError) {
          try body(TableRow(record, header), &loader)
        } catch {
          throw error.at(source: name, line: record.line)
        }
      }
    }
  }

  /// Counts a record, and sets it aside where it fails.
  private mutating func note(
    _ count: WritableKeyPath<RecordCounts, ReadCount>,
    _ body: (inout DatasetLoader) throws(InputError) -> Void
  ) {
    counts[keyPath: count].read += 1
    do {
      try body(&self)
    } catch {
      counts[keyPath: count].setAside += 1
      if !isExplained(error) { problems.append(error) }
    }
  }

  /// Whether an error only follows from a patient's having been set aside.
  private func isExplained(_ error: InputError) -> Bool {
    guard case .noSuch("patient", let id) = error.problem else { return false }
    return lostPatients.contains(id)
  }

  private mutating func position(of patient: String) throws(InputError) -> Int {
    if let last, last.id == patient { return last.position }
    guard let position = positions[patient] else {
      throw InputError(.noSuch(kind: "patient", id: patient), field: "patient")
    }
    last = (patient, position)
    return position
  }
}

extension InputError {
  /// The same error, or that the file was cut off where a last line without end is no JSON.
  func inLastLine(_ isUnterminated: Bool) -> InputError {
    guard isUnterminated, case .malformed(_, .json) = problem else { return self }
    return InputError(.broken(.truncated))
  }
}

extension InputError.Problem {
  /// Whether a column that every row needs cannot be found.
  fileprivate var hidesColumn: Bool {
    switch self {
    case .missing, .duplicate: true
    default: false
    }
  }
}
