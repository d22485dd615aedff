import AdherenceAnalytics
package import Scheduling

/// A table of events in any form, whose rows are read by the places of their columns.
package protocol EventTable {
  associatedtype Row
  /// The name in errors.
  var source: String { get }
  /// The names of the columns.
  var columns: [String] { get }
  /// The line or number of a row.
  func line(of row: Row) -> Int
  /// The content of a field; `nil` where it is empty.
  func text(_ row: Row, _ place: Int?) throws(InputError) -> String?
  /// The date and time in a column.
  func written(_ row: Row, _ place: Int) throws(InputError) -> WrittenMoment?
  /// The format of the dates and times in a column.
  func times(of place: Int) -> MomentFormat
  /// Finds the column that a parameter names.
  func place(of column: String, as parameter: String) throws(InputError) -> Int
  /// The text of a number, with a point in front of its decimals.
  func number(_ text: String) -> String
  /// A digest of all fields of a row; 0 where rows are not compared.
  func digest(_ row: Row) -> UInt32
}

extension EventTable {
  /// Finds a column by its name, or by its number from 1 where no column has that name.
  package func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let index = ColumnIndex(source: source, names: columns, hasNumbers: true)
    return try index.place(of: column, as: parameter)
  }
}

extension ForeignTable: EventTable {
  func line(of row: CSVRecord) -> Int { row.line }
}

/// Reads tables of events one after the other.
package struct EventTableReader {
  var events: EventRuns
  /// The number of events that memory holds at a time.
  let capacity: Int
  /// The time of the first event, and whether events have a time of day, of those that were taken out.
  var firstTime: Int64?
  var hasTimesOfDay = false
  /// Whether a patient has several rows of a task and day, none of which has a time of day.
  var hasSeveralRowsADay = false
  /// The numbers of patients that are the same as another, by the number of that.
  var others: [Int: [Int32]] = [:]
  private(set) var names = NumberedNames()
  /// By the number of the name.
  var patients: [EventPatient] = []
  private(set) var tasks = NumberedNames()
  /// Units and kinds.
  private(set) var words = NumberedNames()
  private(set) var sources: [String] = []
  /// The errors of rows that name no patient.
  private(set) var findings = SourceFindings()
  /// The columns of the table that is read.
  private(set) var columns = EventColumns()
  /// The events without a time of day in tables that have times of day.
  private(set) var untimedRows = 0
  /// The rows that only describe their patient, such as those of a baseline visit.
  private(set) var baselineRows = 0
  /// The empty cells of days before the first content of their row, and after the last.
  var edgeCells = 0
  /// The number of patients of whom the plan tells, whose numbers are the first; `nil` where it tells of none.
  private(set) var listedCount: Int?
  /// The sites of the patients.
  var sites = EventSites()
  let plan: EventPlan
  var zones: [String: Zone] = [:]
  private var problemCount = 0

  /// The number of events that memory holds at a time, fifty megabytes of them.
  package static let capacity = 1 << 20

  /// Begins without rows, with the patients of whom the plan tells.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - capacity: The number of events that memory holds at a time; the others go to a temporary file.
  package init(_ plan: EventPlan, capacity: Int = EventTableReader.capacity) {
    (self.plan, self.capacity, events) = (plan, capacity, EventRuns(capacity: capacity))
    for patient in plan.patients ?? [] {
      let number = Int(number(ofPatient: patient.id))
      // Of several rows the first counts.
      if patients[number].isKnown { continue }
      patients[number].isKnown = true
      patients[number].zone = patient.zone
      (patients[number].group, patients[number].start) = (patient.group, patient.start)
      patients[number].observation = patient.observation
    }
    if plan.patients != nil { listedCount = patients.count }
  }

  /// The columns of one file.
  package struct Places {
    /// `nil` where all rows are of one patient.
    package var patient: Int?
    /// The column of the moment, or those of its date and its time of day.
    package var time: [Int] = []
    package var planned: [Int] = []
    package var task, value, units, kind, status, zone, start, group: Int?
    package var observedFrom, observedTo, endCause: Int?
    /// The column of the patient's site.
    package var site: Int?
    /// The columns of days, or of times of the day.
    package var cells: [EventCell] = []
    /// The last of the columns that every row has to have.
    package var last = 0
    /// The name of the column of the patient's site.
    fileprivate var siteColumn: String?

    /// Finds the column of the patient's site, which has no other role but may be the group.
    mutating func findSite(in columns: [String]) {
      let single = [patient, task, value, units, kind, status, zone, start].compactMap(\.self)
      site = EventSites.place(
        in: columns, beside: Set(single + time + planned + cells.map(\.place)))
      siteColumn = site.map { columns[$0] }
    }
  }

  /// Reads a table to its end by the columns of its plan.
  ///
  /// - Throws: `InputError` where it cannot be read or has not the columns.
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

  /// Begins with the rows of a table; answers its number.
  ///
  /// - Throws: `InputError` where there are too many.
  package mutating func begin(
    _ source: String, _ columns: EventColumns, _ places: Places
  ) throws(InputError) -> Int16 {
    guard let file = Int16(exactly: sources.count) else {
      throw InputError(.tooLarge(what: "files", limit: Int(Int16.max)))
    }
    sources.append(source)
    self.columns = columns
    sites.begin(places.siteColumn)
    return file
  }

  /// Takes a row, or rejects it; answers whether it was taken.
  @discardableResult
  package mutating func take<Table: EventTable>(
    _ record: Table.Row, of table: Table, _ places: Places, _ file: Int16
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
    _ record: Table.Row, _ table: Table, _ places: Places, _ file: Int16,
    _ patient: inout Int32?
  ) throws(InputError) {
    let id = try id(record, table, places)
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
    row.digest = table.digest(record)
    if let planned { row.planned = planned.local.localSeconds }
    try readValue(&row, record, table, places)
    guard try readStatus(&row, record, table, places, wasTaken: taken != nil) else { return }
    note(task: task, ofPatient: number)
    try append(columns.layout == .counts ? doses(row) : [row])
  }

  /// The doses of a day whose number is the value of its row.
  private func doses(_ row: EventRow) throws(InputError) -> [EventRow] {
    guard row.marks.contains(.number) else { return try dose(ofEmptyCount: row) }
    guard let count = Int(exactly: row.amount), count <= 24 else {
      throw InputError(
        .outOfRange(text: "\(row.amount)", rule: "be a whole number of doses, 24 at most"),
        field: columns.value)
    }
    var dose = row
    // The doses of a day are alike; another row of the day is a question.
    (dose.amount, dose.marks, dose.digest) = (0, [], 0)
    return [EventRow](repeating: dose, count: count)
  }

  /// The dose of a day whose number is 0 or empty: none, unless the empty field has a meaning.
  private func dose(ofEmptyCount row: EventRow) throws(InputError) -> [EventRow] {
    if row.marks.contains(.boolean) { return [row] }
    guard let status = columns.statusWords.status(of: "") else { return [] }
    var row = row
    return set(&row, status) ? [row] : []
  }

  /// Makes room for more events.
  package mutating func reserve(_ more: Int) { events.reserve(more) }

  /// Adds an event whose numbers are those that the reader has given.
  package mutating func append(_ row: EventRow) throws(InputError) { try events.append(row) }

  private mutating func append(_ events: [EventRow]) throws(InputError) {
    for event in events { try append(event) }
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

  /// Counts a row of a patient's task.
  package mutating func note(task: Int32, ofPatient patient: Int32) {
    patients[Int(patient)].tasks.insert(task)
    patients[Int(patient)].isKnown = true
  }

  /// The zone of a patient's clocks, as far as rows have said it; `nil` keeps each time as it was written.
  package func zone(ofPatient patient: Int32) -> Zone? {
    patients[Int(patient)].zone ?? plan.zone
  }

  mutating func reject(_ error: InputError, of patient: Int32?) {
    guard let patient else { return findings.add(error, \.outcomes) }
    patients[Int(patient)].setAside += 1
    tell(error, of: Int(patient))
  }

  /// Adds an error or warning to those of a patient.
  mutating func tell(_ error: InputError, of patient: Int) {
    problemCount += 1
    if problemCount <= ProblemList.limit { patients[patient].problems.append(error) }
  }

  /// Counts the rejected rows of a name that turned out to be no patient's.
  mutating func disown(_ patient: Int) {
    for error in patients[patient].problems { findings.add(error, \.outcomes) }
    (patients[patient].problems, patients[patient].setAside) = ([], 0)
  }
}
