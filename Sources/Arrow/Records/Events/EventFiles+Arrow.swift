import AdherenceAnalytics
public import Diagnostics
public import Interchange
import ScheduleFormats
import Scheduling

extension EventFiles {
  /// Reads a stream of events, one per row, with one plan for all patients or one per task.
  ///
  ///     let events = try ArrowStream(file: "Datasets/columns/events.arrow")
  ///     let columns = EventColumns(patient: "participant", time: "opened_at")
  ///     var plan = EventPlan("every day at 08:00 and 20:00")
  ///     plan.zone = .utc
  ///     let source = try EventFiles(events, columns, plan)
  ///     print(source.patientIDs)  // ["a", "b"]
  ///
  /// Columns are named and interpreted as in files; columns that are not named are detected in the
  /// same way. Besides text they may have the types that an ``ArrowDataset`` accepts; the zone of a
  /// time column is that of the patients' clocks. The stream is released after reading; each event
  /// is kept in about fifty bytes.
  ///
  /// - Throws: `InputError` if a column is missing or of a wrong type, the plan cannot be parsed,
  ///   the producer fails, or the interpretation of the data is ambiguous.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public init(
    _ events: ArrowStream, _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    let followed = try plan.validate()
    var (plan, assumptions) = (plan, [String]())
    var table = try ArrowEventTable(events, name: "events")
    if plan.zone == nil, let zone = table.zone(ofTime: columns.time) {
      plan.zone = zone
      assumptions.append(
        "The time zone of the times is that of the patients' clocks: \(zone.id)"
          + " (--zone names another).")
    }
    let profile = table.profile
    let reading = try ReadingPlan(profile, columns, isZoned: plan.zone != nil)
    try reading.requireAnswers(table.source)
    if let followed, reading.events.event == nil { throw EventPlan.noEventColumn(of: followed) }
    plan.chooseIDs(among: profile, reading.events.patient)
    table.form = reading.events.form
    // All events are kept in memory, like the table itself.
    var reader = EventTableReader(plan, capacity: Int(Int32.max))
    let places = try reader.places(in: table, reading.events)
    try table.check(reading.events, places)
    try EventBlocks(table, places, reading.events).read(into: &reader)
    let problems = reading.problems.map { $0.at(source: table.source) } + table.mergedRows()
    try self.init(
      reader, columns, plan, assumptions: assumptions + reading.assumptions, problems: problems,
      areSame: { table.areSame($0 - 1, $1 - 1) })
  }
}

extension PlannedPatient {
  /// Reads a stream of patients, whose columns are detected as in files.
  ///
  /// - Throws: `InputError` if the producer fails, or a row has no id or cannot be parsed.
  package static func list(_ patients: ArrowStream) throws(InputError) -> [PlannedPatient] {
    let table = try ArrowEventTable(patients, name: "patients")
    return try list(0..<table.table.count, of: table, table.profile)
  }
}

/// A columnar reader of events in blocks.
///
/// A row that is invalid or has new facts about its patient is read as text by the rules of files.
final class EventBlocks {
  private let source: ArrowEventTable
  private let places: EventTableReader.ColumnIndices
  private let columns: EventColumns
  /// The names that apply to all rows because no column has them.
  private let task, units, kind: String?

  private let block = RowBlock()
  private let patients = RowBlock.Cells<Int32>(RowBlock.none)
  private let tasks = RowBlock.Cells<Int32>(RowBlock.close)
  private let unitsCells = RowBlock.Cells<Int32>(RowBlock.none)
  private let kinds = RowBlock.Cells<Int32>(RowBlock.none)
  /// Whether each row has an event that plans can follow: any number but that of no text.
  private let namedEvents = RowBlock.Cells<Int32>(RowBlock.none)
  private let values = ValueCells()
  private var times = EventTimes()
  private var names = Names()
  private var facts = PatientFacts()

  /// The caches that columns keep between blocks.
  private struct Names {
    var patient = NameCells()
    var task = NameCells()
    var units = NameCells()
    var kind = NameCells()
    var event = NameCells()
    /// The patient and task of the previous row.
    var last: (patient: Int32, task: Int32) = (-1, -1)
  }

  init(_ source: ArrowEventTable, _ places: EventTableReader.ColumnIndices, _ columns: EventColumns)
  {
    self.source = source
    self.places = places
    self.columns = columns
    task = places.task == nil ? columns.task ?? "task" : nil
    units = places.units == nil ? columns.units : nil
    kind = places.kind == nil ? columns.kind : nil
  }

  /// Reads all rows.
  func read(into reader: inout EventTableReader) throws(InputError) {
    let file = try reader.begin(source.source, columns, places)
    reader.reserve(source.table.count)
    guard let patient = places.patient, isPlainTable else { return readRows(file, &reader) }
    for (number, batch) in source.table.batches.enumerated() {
      for start in stride(from: 0, to: batch.count, by: RowBlock.capacity) {
        block.fill(start..<min(start + RowBlock.capacity, batch.count))
        readColumns(batch.columns, patient, &reader)
        for place in 0..<block.count {
          let row = source.table.starts[number] + start + place
          if isPlain(place), try take(place, row, file, &reader) { continue }
          let isTaken = reader.take(row, of: source, places, file)
          if isTaken { facts.record(place, of: patients.start[place]) }
        }
      }
    }
  }

  /// Whether each row is one event with its time in one column.
  private var isPlainTable: Bool {
    places.time.count == 1 && places.planned.isEmpty && places.cells.isEmpty && places.status == nil
  }

  /// Reads rows one by one, like those of files.
  private func readRows(_ file: Int16, _ reader: inout EventTableReader) {
    for row in 0..<source.table.count { reader.take(row, of: source, places, file) }
  }

  private func readColumns(
    _ columns: [ArrowColumn], _ patient: Int, _ reader: inout EventTableReader
  ) {
    names.patient.read(columns[patient], block, { reader.number(named: $0) }, patients)
    if let place = places.task {
      names.task.read(columns[place], block, { reader.number(ofTaskNamed: $0) }, tasks)
    } else if let task {
      tasks.fill(reader.number(ofTask: task) ?? RowBlock.close, block.count)
    }
    if let place = places.units {
      names.units.read(columns[place], block, { reader.number(ofWordNamed: $0) }, unitsCells)
    }
    if let place = places.kind {
      names.kind.read(columns[place], block, { reader.number(ofWordNamed: $0) }, kinds)
    }
    if let place = places.event {
      names.event.read(columns[place], block, { $0.eventNumber }, namedEvents)
    }
    if let place = places.value { values.read(columns[place], block) }
    setCommonName(units, unitsCells, &reader)
    setCommonName(kind, kinds, &reader)
    times.read(columns[places.time[0]], block, source.times(of: places.time[0]))
    facts.read(columns, places, block)
  }

  /// Sets the name of all values that no column names, if there is any value.
  private func setCommonName(
    _ name: String?, _ cells: RowBlock.Cells<Int32>, _ reader: inout EventTableReader
  ) {
    guard let name, let place = (0..<block.count).first(where: { values.marks.start[$0] != 0 })
    else { return }
    if cells.start[place] == RowBlock.none {
      let number = Int32(reader.number(ofWord: name))
      cells.fill(number < 0 ? RowBlock.close : number, RowBlock.capacity)
    }
  }

  private func isPlain(_ place: Int) -> Bool {
    namedEvents.start[place] == RowBlock.none
      && patients.start[place] >= 0 && tasks.start[place] >= 0
      && values.marks.start[place] != RowBlock.closeMark
      && unitsCells.start[place] != RowBlock.close && kinds.start[place] != RowBlock.close
      && times.seconds.start[place] != RowBlock.closeTime
      && facts.isKnown(place, of: patients.start[place])
  }

  /// Appends a plain row and returns whether it is one.
  ///
  /// Safe: the numbers of units and kinds have 16 bits (`number(ofWord:)`), or are -1.
  private func take(
    _ place: Int, _ row: Int, _ file: Int16, _ reader: inout EventTableReader
  ) throws(InputError) -> Bool {
    let (patient, task) = (patients.start[place], tasks.start[place])
    let seconds = times.seconds.start[place]
    // A row without time is reported, or describes its patient.
    if seconds == OutcomeTable.Row.none { return false }
    if names.last != (patient, task) {
      reader.note(task: task, ofPatient: patient)
      names.last = (patient, task)
    }
    let zone = facts.zone(place) ?? reader.zone(ofPatient: patient)
    let time = zone.map { times.isLocal.start[place] ? times.instant(seconds, in: $0) : seconds }
    var event = EventRow(
      time: time ?? seconds, patient: patient, task: task, line: UInt32(clamping: row + 1),
      file: file)
    event.isDateOnly = columns.hasDatesAlone
    let value = values.marks.start[place]
    event.marks.rawValue = value
    if value != 0 {
      event.amount = values.amounts.start[place]
      event.units = Int16(truncatingIfNeeded: unitsCells.start[place])
      event.kind = Int16(truncatingIfNeeded: kinds.start[place])
      if event.amount == 0, columns.rules.countsZeros != true { event.setMissed() }
    }
    try reader.append(event)
    return true
  }
}

// The numbers of texts normalized as in files: trimmed, and without placeholders for missing
// values.
extension EventTableReader {
  fileprivate mutating func number(named text: String) -> Int32 {
    guard let id = TableForm.content(of: text) else { return RowBlock.none }
    return EventTableReader.problem(ofID: id) == nil ? number(ofPatient: id) : RowBlock.close
  }

  fileprivate mutating func number(ofTaskNamed text: String) -> Int32 {
    TableForm.content(of: text).flatMap { number(ofTask: $0) } ?? RowBlock.close
  }

  fileprivate mutating func number(ofWordNamed text: String) -> Int32 {
    guard let word = TableForm.content(of: text) else { return RowBlock.none }
    let number = number(ofWord: word)
    return number < 0 ? RowBlock.close : Int32(number)
  }
}

extension String {
  /// A number by which a row with an event is read as text.
  fileprivate var eventNumber: Int32 { TableForm.content(of: self) == nil ? RowBlock.none : 0 }
}

/// The times of events, each of which may have its own zone.
struct EventTimes {
  let seconds = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  /// Whether the time is a local time.
  let isLocal = RowBlock.Cells<Bool>(false)
  private var cells = TimeCells(.local)
  private var dates = DateCache()
  private var clock = WallClock()

  /// Reads the times of a block's rows.
  mutating func read(_ column: ArrowColumn, _ block: RowBlock, _ format: MomentFormat) {
    if let texts = column.texts, format == .automatic {
      return readTexts(texts, column.validity, block)
    }
    switch column.field.type {
    case .timestamp(_, let zone) where column.dictionary == nil:
      cells.read(column, block, seconds)
      isLocal.fill(zone == nil, block.count)
    case .date where column.dictionary == nil:
      cells.read(column, block, seconds)
      isLocal.fill(true, block.count)
    default: seconds.fill(RowBlock.closeTime, block.count)
    }
  }

  /// Returns the instant of a local time.
  mutating func instant(_ local: Int64, in zone: Zone) -> Int64 {
    clock.turn(to: zone)
    return clock.instant(local)
  }

  private mutating func readTexts(
    _ texts: TextValues, _ validity: Validity, _ block: RowBlock
  ) {
    for place in 0..<block.count {
      let row = block.rows.start[place]
      seconds.start[place] = OutcomeTable.Row.none
      guard validity[row] else { continue }
      let text = texts[row]
      guard let start = text.baseAddress, text.count > 0 else { continue }
      var cursor = RowCursor(next: start, end: start + text.count)
      let isRead = cursor.readTime(&dates, .utc, &seconds.start[place]) && cursor.isAtEnd
      isLocal.start[place] = text[text.count - 1] != UInt8(ascii: "Z")
      if !isRead { seconds.start[place] = RowBlock.closeTime }
    }
  }
}
