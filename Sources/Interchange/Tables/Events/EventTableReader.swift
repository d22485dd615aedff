import AdherenceAnalytics
package import Diagnostics
package import ScheduleFormats
package import Scheduling

/// A table of events in any format, whose fields are accessed by column index.
package protocol EventTable {
  associatedtype Row
  /// The name in error messages.
  var source: String { get }
  /// The names of the columns.
  var columns: [String] { get }
  /// Returns the line or row number of a row.
  func line(of row: Row) -> Int
  /// Returns the value of a field; `nil` if it is empty.
  func text(_ row: Row, _ place: Int?) throws(InputError) -> String?
  /// Parses the date and time in a column.
  func written(_ row: Row, _ place: Int) throws(InputError) -> WrittenMoment?
  /// Returns the format of the dates and times in a column.
  func times(of place: Int) -> MomentFormat
  /// Returns the index of the column that a parameter names.
  func place(of column: String, as parameter: String) throws(InputError) -> Int
  /// Returns a number with a decimal point.
  func number(_ text: String) -> String
  /// Returns a digest of all fields of a row; 0 if rows are not compared by digest.
  func digest(_ row: Row) -> UInt32
}

extension EventTable {
  /// Returns the index of a column by name, or by number from 1 if no column has that name.
  package func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let index = ColumnIndex(source: source, names: columns, hasNumbers: true)
    return try index.place(of: column, as: parameter)
  }
}

extension ForeignTable: EventTable {
  func line(of row: CSVRecord) -> Int { row.line }
}

/// A reader of tables of events in order.
package struct EventTableReader {
  var events: EventRuns
  /// The number of events kept in memory.
  let capacity: Int
  /// The time of the first event, and whether any event has a time of day, among the events taken
  /// out.
  var firstTime: Int64?
  var hasTimesOfDay = false
  /// The number of rows with a time of day, a bit for each of their hours as written, and whether
  /// one of them cannot lack AM or PM.
  var times: (count: Int, hours: UInt32, areComplete: Bool) = (0, 0, false)
  /// The meanings of the status words of the current table so far.
  var meanings: [String: RowStatus] = [:]
  /// The days of the columns, if the tables have a column for each day.
  var dayColumns: Set<Int> = []
  /// Whether a patient has several rows of a task and day without a time of day.
  var hasSeveralRowsADay = false
  /// The numbers of patients merged into another, by the number of the latter.
  var others: [Int: [Int32]] = [:]
  private(set) var names = NumberedNames()
  /// The patients by the number of their id.
  var patients: [EventPatient] = []
  private(set) var tasks = NumberedNames()
  /// The interned units and kinds.
  private(set) var words = NumberedNames()
  private(set) var sources: [String] = []
  /// The errors of rows without a patient.
  private(set) var findings = SourceFindings()
  /// The columns of the current table.
  private(set) var columns = EventColumns()
  /// The number of doses without a time of day in tables with named events and times of day.
  private(set) var untimedRows = 0
  /// The number of rows that only describe their patient, such as those of a baseline visit.
  private(set) var baselineRows = 0
  /// The number of empty day cells before the first and after the last value of their row.
  var edgeCells = 0
  /// The number of patients listed by the plan, whose numbers are the first; `nil` without a list.
  private(set) var listedCount: Int?
  /// The sites of the patients.
  var sites = EventSites()
  let plan: EventPlan
  var zones: [String: Zone] = [:]
  private var problemCount = 0

  /// The default number of events kept in memory: fifty megabytes.
  package static let capacity = 1 << 20

  /// Creates a reader with the patients listed by the plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - capacity: The number of events kept in memory; further events are written to a temporary
  ///     file.
  package init(_ plan: EventPlan, capacity: Int = EventTableReader.capacity) {
    (self.plan, self.capacity, events) = (plan, capacity, EventRuns(capacity: capacity))
    for patient in plan.patients ?? [] {
      let number = Int(number(ofPatient: patient.id))
      // The first of several rows counts.
      if patients[number].isKnown { continue }
      patients[number].isKnown = true
      patients[number].zone = patient.zone
      (patients[number].group, patients[number].start) = (patient.group, patient.start)
      patients[number].observation = patient.observation
    }
    if plan.patients != nil { listedCount = patients.count }
  }

  /// The column indices of one file.
  package struct ColumnIndices {
    /// The index of the patient column; `nil` if all rows are of one patient.
    package var patient: Int?
    /// The index of the time column, or those of date and time of day.
    package var time: [Int] = []
    package var planned: [Int] = []
    package var task, value, units, kind, status, event, zone, start, group: Int?
    package var observedFrom, observedTo, endCause: Int?
    /// The index of the site column.
    package var site: Int?
    /// The columns of days or times of day.
    package var cells: [EventCell] = []
    /// The last column that every row must have.
    package var last = 0
    /// The name of the site column.
    fileprivate var siteColumn: String?

    /// Finds the site column, which may also be the group but has no other role.
    mutating func findSite(in columns: [String]) {
      let single = [patient, task, value, units, kind, status, event, zone, start]
        .compactMap(\.self)
      site = EventSites.place(
        in: columns, beside: Set(single + time + planned + cells.map(\.place)))
      siteColumn = site.map { columns[$0] }
    }
  }

  /// Reads a table to its end.
  ///
  /// - Throws: `InputError` if it cannot be read or lacks a column.
  mutating func read(_ table: ForeignTable, _ columns: EventColumns) throws(InputError) {
    let places = try places(in: table, columns)
    let file = try begin(table.source, columns, places)
    while let next = table.next() {
      switch next {
      case .success(let record) where record.fields.count <= places.last:
        let defect = InputError.Defect.fieldCount(
          found: record.fields.count, expected: table.columns.count,
          delimiter: table.dialect.delimiter.byte)
        reject(
          InputError(.broken(defect)).at(source: table.source, line: record.line), of: nil)
      case .success(let record): take(record, of: table, places, file)
      case .failure(let error):
        if error.problem.endsReading { throw error }
        reject(error, of: nil)
      }
    }
  }

  /// Starts a table and returns its number.
  ///
  /// - Throws: `InputError` if there are too many tables.
  package mutating func begin(
    _ source: String, _ columns: EventColumns, _ places: ColumnIndices
  ) throws(InputError) -> Int16 {
    guard let file = Int16(exactly: sources.count) else {
      throw InputError(.tooLarge(what: "files", limit: Int(Int16.max)))
    }
    sources.append(source)
    (self.columns, meanings) = (columns, [:])
    dayColumns.formUnion(places.cells.compactMap(\.day?.dayNumber))
    sites.begin(places.siteColumn)
    return file
  }

  /// Reads or rejects a row and returns whether it was accepted.
  @discardableResult
  package mutating func take<Table: EventTable>(
    _ record: Table.Row, of table: Table, _ places: ColumnIndices, _ file: Int16
  ) -> Bool {
    var patient: Int32?
    do throws(InputError) {
      try read(record, table, places, file, &patient)
      return true
    } catch {
      reject(error.at(source: table.source, line: table.line(of: record)), of: patient)
      return false
    }
  }

  private mutating func read<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices, _ file: Int16,
    _ patient: inout Int32?
  ) throws(InputError) {
    let id = try id(record, table, places)
    if let name = try table.text(record, places.event) {
      try readNamedEvent(name, of: id, record, table, places, file, &patient)
      // A row for a day may have doses of that day as well.
      if places.cells.isEmpty, columns.layout != .counts { return }
    }
    if !places.cells.isEmpty {
      return try readCells(record, id, table, places, file, &patient)
    }
    guard try hasAny(places.time + places.planned.prefix(1), record, table) else {
      guard try describesPatient(record, table, places) else {
        throw InputError(.missing, field: columns.time)
      }
      let number = number(ofPatient: id)
      _ = try readPatient(Int(number), record, table, places)
      patients[Int(number)].isKnown = true
      return baselineRows += 1
    }
    let number = number(ofPatient: id)
    patient = number
    let zone = try readPatient(Int(number), record, table, places)
    let task = try self.task(record, table, places)
    let planned = try moment(record, table, places.planned, near: nil)
    let taken = try moment(record, table, places.time, near: planned?.local.date)
    guard let written = taken ?? planned else { throw InputError(.missing, field: columns.time) }
    var row = EventRow(
      time: seconds(written, in: zone), patient: number, task: task,
      line: UInt32(clamping: table.line(of: record)), file: file)
    row.isDateOnly = !written.hasTime || columns.hasDatesAlone
    if !row.isDateOnly {
      let place = (taken == nil ? places.planned : places.time).last
      try note(written.local.time, record, table, place)
    }
    if places.event != nil, row.isDateOnly, !columns.hasDatesAlone { untimedRows += 1 }
    row.digest = table.digest(record)
    if let planned { row.planned = planned.local.localSeconds }
    try readValue(&row, record, table, places)
    guard try readStatus(&row, record, table, places, wasTaken: taken != nil) else { return }
    note(task: task, ofPatient: number)
    try append(columns.layout == .counts ? doses(row) : [row])
  }

  /// Returns the doses of a row with a daily count.
  private func doses(_ row: EventRow) throws(InputError) -> [EventRow] {
    guard row.marks.contains(.number) else { return try dose(ofEmptyCount: row) }
    guard let count = Int(exactly: row.amount), count <= 24 else {
      throw InputError(
        .outOfRange(text: "\(row.amount)", rule: "be a whole number of doses, 24 at most"),
        field: columns.value)
    }
    var dose = row
    // The doses of a day are equal; a second row of the day must be resolved by the user.
    (dose.amount, dose.marks, dose.digest) = (0, [], 0)
    return [EventRow](repeating: dose, count: count)
  }

  /// Returns the doses for a count that is 0 or empty: none, unless the empty field has a status.
  private func dose(ofEmptyCount row: EventRow) throws(InputError) -> [EventRow] {
    if row.marks.contains(.boolean) { return [row] }
    guard let status = columns.statusWords.status(of: "") else { return [] }
    var row = row
    return set(&row, status) ? [row] : []
  }

  /// Reserves capacity for more events.
  package mutating func reserve(_ more: Int) { events.reserve(more) }

  /// Appends an event with numbers assigned by this reader.
  package mutating func append(_ row: EventRow) throws(InputError) { try events.append(row) }

  private mutating func append(_ events: [EventRow]) throws(InputError) {
    for event in events { try append(event) }
  }

  /// Returns the number of a patient, assigning one to a new id.
  package mutating func number(ofPatient id: String) -> Int32 {
    let number = names.number(of: id)
    if number == patients.count { patients.append(EventPatient()) }
    return number
  }

  /// Returns the number of a task; `nil` if the task has no plan.
  package mutating func number(ofTask id: String) -> Int32? {
    plan.text(of: id) == nil ? nil : tasks.number(of: id)
  }

  /// Returns the number of a unit or kind; -1 if there are too many.
  package mutating func number(ofWord word: String) -> Int16 {
    Int16(exactly: words.number(of: word)) ?? -1
  }

  /// Records that a patient has a row of a task.
  package mutating func note(task: Int32, ofPatient patient: Int32) {
    patients[Int(patient)].tasks.insert(task)
    patients[Int(patient)].isKnown = true
  }

  mutating func reject(_ error: InputError, of patient: Int32?) {
    guard let patient else { return findings.add(error, \.outcomes) }
    patients[Int(patient)].rejected += 1
    report(error, of: Int(patient))
  }

  /// Adds an error or warning to a patient.
  mutating func report(_ error: InputError, of patient: Int) {
    problemCount += 1
    if problemCount <= ProblemList.limit { patients[patient].problems.append(error) }
  }

  /// Moves the rejected rows of a name that is not a patient to the errors without a patient.
  mutating func dropPatient(_ patient: Int) {
    for error in patients[patient].problems { findings.add(error, \.outcomes) }
    (patients[patient].problems, patients[patient].rejected) = ([], 0)
  }
}
