import AdherenceAnalytics
import Scheduling

/// Builds the records of a dataset, file by file: patients first, since all else refers to them.
struct DatasetLoader {
  private(set) var records: [CareRecord] = []
  private(set) var problems: [InputError] = []
  private(set) var counts = DatasetCounts()
  /// The position of each patient's record.
  private var positions: [String: Int] = [:]
  /// The ids of each patient's tasks.
  private var taskIDs: [Set<String>] = []
  /// The lines of each patient's outcomes.
  private var lines: [[Int]] = []
  /// The patients that were set aside: what refers to them is counted, and the patient's own error
  /// stands for all of it.
  private var lostPatients: Set<String> = []
}

extension DatasetLoader {
  mutating func readPatients(_ folder: String) throws(InputError) {
    let columns = TableColumns(known: ["id", "group", "zone"], required: ["id", "zone"])
    try readTable("patients.csv", in: folder, columns, \.patients) {
      row, loader throws(InputError) in
      let id = try row.require("id")
      guard loader.positions[id] == nil else {
        throw InputError(.duplicate(kind: "patient", id: id), field: "id")
      }
      loader.lostPatients.insert(id)
      let name = try row.require("zone")
      guard let zone = Zone(name) else {
        throw InputError(.malformed(text: name, .zone), field: "zone")
      }
      loader.add(Patient(id: id, zone: zone, group: row["group"]))
    }
  }

  private mutating func add(_ patient: Patient) {
    lostPatients.remove(patient.id)
    positions[patient.id] = records.count
    records.append(CareRecord(patient: patient))
    taskIDs.append([])
    lines.append([])
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
    let position = try position(of: patient)
    guard taskIDs[position].insert(line.task.id).inserted else {
      throw InputError(.duplicate(kind: "task", id: line.task.id), field: "id")
    }
    records[position].tasks.append(line.task)
  }

  mutating func readOutcomes(_ folder: String) throws(InputError) {
    let columns = TableColumns(
      known: ["patient", "task", "element", "nominal", "time", "value", "units", "kind", "status"],
      required: ["patient", "task"])
    try readTable("outcomes.csv", in: folder, columns, \.outcomes) {
      row, loader throws(InputError) in
      let position = try loader.position(of: try row.require("patient"))
      let task = try row.require("task")
      try loader.checkTask(task, at: position)
      let outcome = try Outcome(row, task: task, in: loader.records[position].patient.zone)
      loader.records[position].outcomes.append(outcome)
      loader.lines[position].append(row.line)
    }
  }

  mutating func readHolds(_ folder: String) throws(InputError) {
    guard FileSystem.exists(folder + "/holds.csv") else { return }
    let columns = TableColumns(
      known: ["patient", "task", "from", "to", "mode", "reason"], required: ["patient", "from"])
    try readTable("holds.csv", in: folder, columns, \.holds) { row, loader throws(InputError) in
      let position = try loader.position(of: try row.require("patient"))
      if let task = row["task"] { try loader.checkTask(task, at: position) }
      loader.records[position].holds.append(try Hold(row))
    }
  }

  /// Notes the outcomes whose occurrence does not exist; they stay, as unscheduled.
  mutating func noteOrphans() {
    for (position, record) in records.enumerated() {
      for index in record.orphans {
        let key = record.outcomes[index].key.map(\.description) ?? ""
        problems.append(
          InputError(
            .noSuch(kind: "occurrence", id: key), field: "nominal", line: lines[position][index],
            source: "outcomes.csv"))
        counts.outcomes.setAside += 1
      }
    }
  }
}

extension DatasetLoader {
  /// Reads a table row by row; a row that fails is noted and the next one follows.
  private mutating func readTable(
    _ name: String, in folder: String, _ columns: TableColumns,
    _ count: WritableKeyPath<DatasetCounts, ReadCount>,
    _ body: (TableRow, inout DatasetLoader) throws(InputError) -> Void
  ) throws(InputError) {
    let reader = try CSVReader(path: folder + "/" + name, source: name)
    let errors = reader.headerErrors(known: columns.known, required: columns.required)
    if let fatal = errors.first(where: { $0.problem.hidesColumn }) { throw fatal }
    problems += errors
    let places = columns.places(in: reader.columns)
    while let next = reader.next() {
      note(count) { loader throws(InputError) in
        let record = try next.get()
        do throws(InputError) {
          try body(TableRow(record, places), &loader)
        } catch {
          throw error.at(source: name, line: record.line)
        }
      }
    }
  }

  /// Counts a record, and sets it aside where it fails.
  private mutating func note(
    _ count: WritableKeyPath<DatasetCounts, ReadCount>,
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

  private func position(of patient: String) throws(InputError) -> Int {
    if let position = positions[patient] { return position }
    throw InputError(.noSuch(kind: "patient", id: patient), field: "patient")
  }

  private func checkTask(_ id: String, at position: Int) throws(InputError) {
    guard taskIDs[position].contains(id) else {
      throw InputError(.noSuch(kind: "task", id: id), field: "task")
    }
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
