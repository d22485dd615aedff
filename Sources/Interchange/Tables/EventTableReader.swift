import AdherenceAnalytics
import Scheduling

/// Reads tables of events one after the other.
struct EventTableReader {
  private(set) var rows: [EventRow] = []
  private(set) var names = NumberedNames()
  /// By the number of the name.
  private(set) var patients: [EventPatient] = []
  private(set) var tasks = NumberedNames()
  /// Units and kinds.
  private(set) var words = NumberedNames()
  private(set) var sources: [String] = []
  /// What is wrong with rows that name no patient.
  private(set) var findings = SourceFindings()
  private let columns: EventColumns
  private let plan: EventPlan
  private var zones: [String: Zone] = [:]
  private var problemCount = 0

  init(_ columns: EventColumns, _ plan: EventPlan) {
    self.columns = columns
    self.plan = plan
  }

  /// Where the columns stand in one file.
  private struct Places {
    var patient, time: Int
    var task, value, units, kind, status, zone, start, group: Int?
  }

  private func places(in table: ForeignTable) throws(InputError) -> Places {
    func place(_ column: String?, _ parameter: String) throws(InputError) -> Int? {
      guard let column else { return nil }
      return try table.place(of: column, as: parameter)
    }
    func placeIfThere(_ column: String?) -> Int? {
      column.flatMap { table.columns.firstIndex(of: $0) }
    }
    return Places(
      patient: try table.place(of: columns.patient, as: "patient"),
      time: try table.place(of: columns.time, as: "time"),
      task: placeIfThere(columns.task), value: try place(columns.value, "value"),
      units: placeIfThere(columns.units), kind: placeIfThere(columns.kind),
      status: try place(columns.status, "status"), zone: try place(columns.zone, "zone-column"),
      start: try place(columns.start, "start-column"), group: try place(columns.group, "group"))
  }

  /// Reads a table to its end; answers how it is written.
  ///
  /// - Throws: `InputError` where it cannot be read or has not the columns.
  mutating func read(_ table: ForeignTable) throws(InputError) -> CSVDialect {
    let places = try places(in: table)
    guard let file = Int16(exactly: sources.count), rows.count < Int(Int32.max) else {
      throw InputError(.tooLarge(what: "files", limit: Int(Int16.max)))
    }
    sources.append(table.source)
    while let next = table.next() {
      var patient: Int32?
      do throws(InputError) {
        try read(try next.get(), table, places, file, &patient)
      } catch {
        if error.problem.endsReading { throw error }
        setAside(error, of: patient)
      }
    }
    return table.dialect
  }

  private mutating func read(
    _ record: CSVRecord, _ table: ForeignTable, _ places: Places, _ file: Int16,
    _ patient: inout Int32?
  ) throws(InputError) {
    do throws(InputError) {
      guard let id = table.text(record, places.patient) else {
        throw InputError(.missing, field: columns.patient)
      }
      let number = names.number(of: id)
      if number == patients.count { patients.append(EventPatient()) }
      patient = number
      let zone = try readPatient(Int(number), record, table, places)
      let task = try self.task(record, table, places)
      patients[Int(number)].tasks.insert(task)
      // A row without a time names a patient to whom nothing has happened.
      guard let moment = try table.moment(record, places.time) else { return }
      var row = EventRow(
        time: moment.instant(in: zone).seconds, patient: number, task: task,
        line: UInt32(clamping: record.line), file: file)
      try readValue(&row, record, table, places)
      try readStatus(&row, record, table, places)
      guard rows.count < Int(Int32.max) else {
        throw InputError(.tooLarge(what: "rows", limit: Int(Int32.max)))
      }
      rows.append(row)
    } catch {
      throw error.at(source: table.source, line: record.line)
    }
  }

  private mutating func setAside(_ error: InputError, of patient: Int32?) {
    guard let patient else { return findings.add(error, \.outcomes) }
    patients[Int(patient)].setAside += 1
    problemCount += 1
    if problemCount <= ProblemList.limit { patients[Int(patient)].problems.append(error) }
  }
}

// Cells.
extension EventTableReader {
  /// Reads what a row says of its patient, of which the first row counts; answers the zone of the row.
  private mutating func readPatient(
    _ number: Int, _ record: CSVRecord, _ table: ForeignTable, _ places: Places
  ) throws(InputError) -> Zone {
    let zone = try zone(record, table, places)
    if patients[number].zone == nil { patients[number].zone = zone }
    if patients[number].group == nil {
      patients[number].group = table.text(record, places.group)
    }
    if patients[number].start == nil, let place = places.start {
      patients[number].start = try table.date(record, place, in: zone ?? plan.zone)
    }
    return zone ?? patients[number].zone ?? plan.zone
  }

  private mutating func zone(
    _ record: CSVRecord, _ table: ForeignTable, _ places: Places
  ) throws(InputError) -> Zone? {
    guard let name = table.text(record, places.zone) else { return nil }
    if let zone = zones[name] { return zone }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: columns.zone)
    }
    zones[name] = zone
    return zone
  }

  private mutating func task(
    _ record: CSVRecord, _ table: ForeignTable, _ places: Places
  ) throws(InputError) -> Int32 {
    var id = columns.task
    if let place = places.task {
      guard let text = table.text(record, place) else {
        throw InputError(.missing, field: columns.task)
      }
      id = text
    }
    guard plan.text(of: id) != nil else {
      throw InputError(.noSuch(kind: "task", id: id), field: columns.task)
    }
    return tasks.number(of: id)
  }

  private mutating func readValue(
    _ row: inout EventRow, _ record: CSVRecord, _ table: ForeignTable, _ places: Places
  ) throws(InputError) {
    guard let place = places.value, let text = table.text(record, place) else { return }
    do throws(InputError) {
      switch try OutcomeValue.Content(cell: table.number(text), nil) {
      case .number(let number): (row.amount, row.marks) = (number, .number)
      case .boolean(let truth): (row.amount, row.marks) = (truth ? 1 : 0, .boolean)
      default: throw InputError(.malformed(text: text, .number))
      }
    } catch { throw error.of(table.columns[place]) }
    row.units = try word(columns.units, record, table, places.units)
    row.kind = try word(columns.kind, record, table, places.kind)
  }

  /// The number of a word in a column, or of the word that all rows have.
  private mutating func word(
    _ name: String?, _ record: CSVRecord, _ table: ForeignTable, _ place: Int?
  ) throws(InputError) -> Int16 {
    guard let name, let word = place == nil ? name : table.text(record, place) else { return -1 }
    guard let number = Int16(exactly: words.number(of: word)) else {
      throw InputError(.tooLarge(what: "units and kinds", limit: Int(Int16.max)), field: name)
    }
    return number
  }

  private func readStatus(
    _ row: inout EventRow, _ record: CSVRecord, _ table: ForeignTable, _ places: Places
  ) throws(InputError) {
    guard let text = table.text(record, places.status) else { return }
    switch Outcome.Status(rawValue: text.lowercased()) {
    case .completed: break
    case .skipped: row.marks.insert(.skipped)
    case .declined: row.marks.insert(.declined)
    case nil:
      throw InputError(
        .notOneOf(text: text, allowed: Outcome.Status.allCases.map(\.rawValue)),
        field: columns.status)
    }
  }
}
