import AdherenceAnalytics
package import Scheduling

/// A table of events of whatever form, whose rows are read by the places of their columns.
package protocol EventTable {
  associatedtype Row
  /// What errors call it.
  var source: String { get }
  /// The columns.
  var columns: [String] { get }
  /// The place of a column that a parameter names; an error where there is none, or several.
  func place(of column: String, as parameter: String) throws(InputError) -> Int
  /// The number of a row.
  func line(of row: Row) -> Int
  /// What stands in a column; `nil` where nothing does.
  func text(_ row: Row, _ place: Int?) throws(InputError) -> String?
  /// The moment in a column.
  func moment(_ row: Row, _ place: Int) throws(InputError) -> Moment?
  /// The text of a number, with a point in front of its decimals.
  func number(_ text: String) -> String
}

extension ForeignTable: EventTable {
  func line(of row: CSVRecord) -> Int { row.line }
}

/// Reads tables of events one after the other.
package struct EventTableReader {
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

  /// Begins without rows.
  package init(_ columns: EventColumns, _ plan: EventPlan) {
    self.columns = columns
    self.plan = plan
  }

  /// Where the columns stand in one file.
  package struct Places {
    package var patient, time: Int
    package var task, value, units, kind, status, zone, start, group: Int?
  }

  /// Finds the columns.
  ///
  /// - Throws: `InputError` where one is missing.
  package func places(in table: some EventTable) throws(InputError) -> Places {
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
    let file = try begin(table.source)
    while let next = table.next() {
      switch next {
      case .success(let record): take(record, of: table, places, file)
      case .failure(let error):
        if error.problem.endsReading { throw error }
        setAside(error, of: nil)
      }
    }
    return table.dialect
  }

  /// Begins with the rows of a table; answers its number.
  ///
  /// - Throws: `InputError` where there are too many.
  package mutating func begin(_ source: String) throws(InputError) -> Int16 {
    guard let file = Int16(exactly: sources.count) else {
      throw InputError(.tooLarge(what: "files", limit: Int(Int16.max)))
    }
    sources.append(source)
    return file
  }

  /// Takes a row, or sets it aside; answers which.
  @discardableResult
  package mutating func take<Table: EventTable>(
    _ row: Table.Row, of table: Table, _ places: Places, _ file: Int16
  ) -> Bool {
    var patient: Int32?
    do throws(InputError) {
      try read(row, table, places, file, &patient)
      return true
    } catch {
      setAside(error.at(source: table.source, line: table.line(of: row)), of: patient)
      return false
    }
  }

  private mutating func read<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: Places, _ file: Int16,
    _ patient: inout Int32?
  ) throws(InputError) {
    guard let id = try table.text(record, places.patient) else {
      throw InputError(.missing, field: columns.patient)
    }
    let number = self.number(ofPatient: id)
    patient = number
    let zone = try readPatient(Int(number), record, table, places)
    let task = try self.task(record, table, places)
    patients[Int(number)].tasks.insert(task)
    // A row without a time names a patient to whom nothing has happened.
    guard let moment = try table.moment(record, places.time) else { return }
    var row = EventRow(
      time: moment.instant(in: zone).seconds, patient: number, task: task,
      line: UInt32(clamping: table.line(of: record)), file: file)
    try readValue(&row, record, table, places)
    try readStatus(&row, record, table, places)
    try append(row)
  }

  /// Makes room for so many more events.
  package mutating func reserve(_ count: Int) { rows.reserveCapacity(rows.count + count) }

  /// Adds an event whose numbers are those that the reader has given.
  package mutating func append(_ row: EventRow) throws(InputError) {
    guard rows.count < Int(Int32.max) else {
      throw InputError(.tooLarge(what: "rows", limit: Int(Int32.max)))
    }
    rows.append(row)
  }

  /// The number of a patient, a new one where the patient has none.
  package mutating func number(ofPatient id: String) -> Int32 {
    let number = names.number(of: id)
    if number == patients.count { patients.append(EventPatient()) }
    return number
  }

  /// The number of a task that has a plan; `nil` of others.
  package mutating func number(ofTask id: String) -> Int32? {
    plan.text(of: id) == nil ? nil : tasks.number(of: id)
  }

  /// The number of a unit or kind; -1 where there are too many.
  package mutating func number(ofWord word: String) -> Int16 {
    Int16(exactly: words.number(of: word)) ?? -1
  }

  /// Says that there is a row of a patient's task.
  package mutating func note(task: Int32, ofPatient patient: Int32) {
    patients[Int(patient)].tasks.insert(task)
  }

  /// The zone of a patient's clocks, as far as rows have said it.
  package func zone(ofPatient patient: Int32) -> Zone {
    patients[Int(patient)].zone ?? plan.zone
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
  private mutating func readPatient<Table: EventTable>(
    _ number: Int, _ record: Table.Row, _ table: Table, _ places: Places
  ) throws(InputError) -> Zone {
    let zone = try zone(record, table, places)
    if patients[number].zone == nil { patients[number].zone = zone }
    if patients[number].group == nil {
      patients[number].group = try table.text(record, places.group)
    }
    if patients[number].start == nil, let place = places.start {
      // A time of day beside the date plays no part.
      patients[number].start = try table.moment(record, place)?.civil(in: zone ?? plan.zone).date
    }
    return zone ?? patients[number].zone ?? plan.zone
  }

  private mutating func zone<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: Places
  ) throws(InputError) -> Zone? {
    guard let name = try table.text(record, places.zone) else { return nil }
    if let zone = zones[name] { return zone }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: columns.zone)
    }
    zones[name] = zone
    return zone
  }

  private mutating func task<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: Places
  ) throws(InputError) -> Int32 {
    var id = columns.task
    if let place = places.task {
      guard let text = try table.text(record, place) else {
        throw InputError(.missing, field: columns.task)
      }
      id = text
    }
    guard plan.text(of: id) != nil else {
      throw InputError(.noSuch(kind: "task", id: id), field: columns.task)
    }
    return tasks.number(of: id)
  }

  private mutating func readValue<Table: EventTable>(
    _ row: inout EventRow, _ record: Table.Row, _ table: Table, _ places: Places
  ) throws(InputError) {
    guard let place = places.value, let text = try table.text(record, place) else { return }
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
  private mutating func word<Table: EventTable>(
    _ name: String?, _ record: Table.Row, _ table: Table, _ place: Int?
  ) throws(InputError) -> Int16 {
    guard let name, let word = place == nil ? name : try table.text(record, place) else {
      return -1
    }
    guard let number = Int16(exactly: words.number(of: word)) else {
      throw InputError(.tooLarge(what: "units and kinds", limit: Int(Int16.max)), field: name)
    }
    return number
  }

  private func readStatus<Table: EventTable>(
    _ row: inout EventRow, _ record: Table.Row, _ table: Table, _ places: Places
  ) throws(InputError) {
    guard let text = try table.text(record, places.status) else { return }
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
