import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
package import Scheduling

// The fields of a row.
extension EventTableReader {
  /// Parses a date and time from one column, or from a column of dates and one of times of day;
  /// `nil` if the date is empty.
  ///
  /// A date without a year gets the year that is nearest to the planned date.
  func moment<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: [Int], near planned: CivilDate?
  ) throws(InputError) -> WrittenMoment? {
    guard let first = places.first, let text = try table.text(record, first) else { return nil }
    var moment: WrittenMoment
    if let planned, let day = MonthDay(written: text) {
      moment = WrittenMoment(
        local: CivilDateTime(date: day.completed(near: planned), time: .midnight), offset: nil,
        hasTime: false, isUTC: false)
    } else if let written = try table.written(record, first) {
      moment = written
    } else {
      return nil
    }
    guard places.count > 1 else { return moment }
    guard let clock = try table.text(record, places[1]) else {
      // A planned dose with a date but no clock time was not taken.
      if planned != nil { return nil }
      throw InputError(.missing, field: table.columns[places[1]])
    }
    guard let time = CivilTime(written: clock) ?? CivilTime(excelFraction: clock) else {
      throw InputError(.malformed(text: clock, .time), field: table.columns[places[1]])
    }
    moment.local = CivilDateTime(date: moment.local.date, time: time)
    moment.hasTime = true
    return moment
  }

  /// Returns the seconds of an event: of the instant in a zone, or of the local time as written.
  func seconds(_ written: WrittenMoment, in zone: Zone?) -> Int64 {
    guard let zone else { return written.local.localSeconds }
    return written.hasTime
      ? written.moment.instant(in: zone).seconds
      : LocalOrInstant.local(written.local).instant(in: zone).seconds
  }

  /// Records a time of day as written, and whether it is surely of a clock of 24 hours.
  mutating func note<Table: EventTable>(
    _ time: CivilTime, _ record: Table.Row, _ table: Table, _ place: Int?
  ) throws(InputError) {
    times.count += 1
    times.hours |= 1 << UInt32(time.hour)
    if times.areComplete { return }
    if let text = try table.text(record, place), !text.mayLackHalfOfDay { times.areComplete = true }
  }

  mutating func task<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> Int32 {
    var id = columns.task ?? "task"
    if let place = places.task {
      guard let text = try table.text(record, place) else {
        throw InputError(.missing, field: columns.task)
      }
      id = text
    }
    guard let number = number(ofTask: id) else {
      throw InputError(.noSuch(kind: "task", id: id), field: columns.task)
    }
    return number
  }

  mutating func readValue<Table: EventTable>(
    _ row: inout EventRow, _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) {
    guard let place = places.value, let text = try table.text(record, place) else { return }
    do throws(InputError) {
      try setValue(&row, table.number(text))
    } catch {
      throw error.of(table.columns[place])
    }
    if row.marks.contains(.number) || row.amount != 0 {
      row.units = try word(columns.units, record, table, places.units)
      row.kind = try word(columns.kind, record, table, places.kind)
    }
  }

  /// Sets a number or Boolean value; 0 is a dose that was not taken.
  func setValue(_ row: inout EventRow, _ text: String) throws(InputError) {
    let content: OutcomeValue.Content
    switch text.lowercased() {
    case "true": content = .boolean(true)
    case "false": content = .boolean(false)
    default: content = try OutcomeValue.Content(cell: text, nil)
    }
    switch content {
    case .number(0) where columns.rules.countsZeros != true: row.setMissed()
    case .number(let number) where number < 0:
      throw InputError(.outOfRange(text: text, rule: "be 0 or more"))
    case .number(let number): (row.amount, row.marks) = (number, .number)
    case .boolean(let truth): (row.amount, row.marks) = (truth ? 1 : 0, .boolean)
    default: throw InputError(.malformed(text: text, .number))
    }
  }

  /// Returns the number of a word in a column, or of the word that applies to all rows.
  private mutating func word<Table: EventTable>(
    _ name: String?, _ record: Table.Row, _ table: Table, _ place: Int?
  ) throws(InputError) -> Int16 {
    guard let name, let word = place == nil ? name : try table.text(record, place) else {
      return -1
    }
    let number = number(ofWord: word)
    guard number >= 0 else {
      throw InputError(.tooLarge(what: "units and kinds", limit: Int(Int16.max)), field: name)
    }
    return number
  }

  /// Reads the status of a dose and returns whether the row is about a dose at all.
  ///
  /// A planned dose with neither a time nor a status column was not taken.
  mutating func readStatus<Table: EventTable>(
    _ row: inout EventRow, _ record: Table.Row, _ table: Table, _ places: ColumnIndices,
    wasTaken: Bool
  ) throws(InputError) -> Bool {
    guard let place = places.status else {
      if !wasTaken { row.setMissed() }
      guard let value = places.value, let status = columns.statusWords.status(of: ""),
        try table.text(record, value) == nil
      else { return true }
      return set(&row, status)
    }
    let text = try table.text(record, place) ?? ""
    guard let status = status(of: text) else {
      if text.isEmpty { throw InputError(.against(.emptyStatus, text: ""), field: columns.status) }
      throw InputError(
        .notOneOf(text: text, allowed: RowStatus.allCases.map(\.rawValue)), field: columns.status)
    }
    return set(&row, status)
  }

  /// Returns the meaning of a status, which is found once for equal texts.
  private mutating func status(of text: String) -> RowStatus? {
    if let known = meanings[text] { return known }
    let status = columns.statusWords.status(of: text)
    if meanings.count < ColumnProfile.distinctLimit { meanings[text] = status }
    return status
  }

  /// Sets the status of an event and returns whether it is about a dose at all.
  func set(_ row: inout EventRow, _ status: RowStatus) -> Bool {
    switch status {
    case .done: break
    case .missed: row.setMissed()
    case .skipped: row.marks.insert(.skipped)
    case .declined: row.marks.insert(.declined)
    case .ignored: return false
    }
    return true
  }
}

extension String {
  /// Whether a time such as `8:05` may lack AM or PM: it has no letters, no offset, and no `0` before the hour.
  fileprivate var mayLackHalfOfDay: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let hour = utf8[..<colon].reversed().prefix { 48...57 ~= $0 }
    let hasZero = hour.count > 1 && hour.last == UInt8(ascii: "0")
    return !hasZero && !contains(where: \.isLetter)
      && !utf8[colon...].contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }
}

/// A column whose cells are events of a day or of a time of day.
package struct EventCell: Sendable {
  package var place: Int
  /// The day, if the column's name is a date.
  package var day: CivilDate?
  /// The clock time of cells that have none.
  package var time: CivilTime?
}

// Tables with a column per day or time of day.
extension EventTableReader {
  func cells(_ index: ColumnIndex, _ columns: EventColumns) throws(InputError) -> [EventCell] {
    switch columns.layout {
    case nil, .rows, .counts: return []
    case .days:
      return index.names.indices.compactMap { place in
        let day = try? columns.form.times.readWritten(index.names[place].ofDay).local.date
        return day.map { EventCell(place: place, day: $0) }
      }
    case .slots(let slots):
      var cells: [EventCell] = []
      for slot in slots {
        cells.append(
          EventCell(place: try index.place(of: slot.column, as: "slots"), time: slot.time))
      }
      return cells
    }
  }

  mutating func readCells<Table: EventTable>(
    _ record: Table.Row, _ id: String, _ table: Table, _ places: ColumnIndices, _ file: Int16,
    _ patient: inout Int32?
  ) throws(InputError) {
    var date: CivilDate?
    if let place = places.time.first {
      guard let written = try table.written(record, place) else {
        throw InputError(.missing, field: columns.time)
      }
      date = written.local.date
    }
    let number = number(ofPatient: id)
    patient = number
    let zone = try readPatient(Int(number), record, table, places)
    let task = try self.task(record, table, places)
    var failure: InputError?
    let empty = columns.statusWords.status(of: "").map { _ in "" }
    if columns.layout == .days, empty == nil { countEdges(record, table, places) }
    for cell in places.cells {
      guard let day = cell.day ?? date, let text = try table.text(record, cell.place) ?? empty
      else { continue }
      do throws(InputError) {
        var row = EventRow(
          time: 0, patient: number, task: task, line: UInt32(clamping: table.line(of: record)),
          file: file)
        // The doses of a day are equal, so their digests must not be compared.
        if cell.day == nil { row.digest = table.digest(record) }
        for event in try events(of: text, cell, on: day, row, zone) { try append(event) }
      } catch {
        failure = error.of(table.columns[cell.place])
      }
    }
    note(task: task, ofPatient: number)
    if let failure { throw failure }
  }

  /// Counts the empty cells before the first non-empty cell of a row and after the last one.
  private mutating func countEdges<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) {
    let isEmpty = places.cells.map { (try? table.text(record, $0.place)) == nil }
    edgeCells += isEmpty.prefix(while: \.self).count
    if isEmpty.contains(false) { edgeCells += isEmpty.reversed().prefix(while: \.self).count }
  }

  /// Returns the events of a cell: a clock time, a status word, a Boolean, or a number of doses.
  private mutating func events(
    of text: String, _ cell: EventCell, on day: CivilDate, _ blank: EventRow, _ zone: Zone?
  ) throws(InputError) -> [EventRow] {
    var row = blank
    let clock = cell.time.flatMap { _ in Double(text) == nil ? CivilTime(written: text) : nil }
    var local = CivilDateTime(date: day, time: clock ?? cell.time ?? .midnight)
    // An evening dose taken after midnight has a clock time of the next day.
    if let clock, let planned = cell.time, planned.hour >= 18, clock.hour < 6 {
      local = CivilDateTime(date: day.adding(days: 1), time: clock)
    }
    let written = WrittenMoment(
      local: local, offset: nil, hasTime: cell.time != nil, isUTC: false)
    row.time = seconds(written, in: zone)
    row.isDateOnly = cell.time == nil
    if clock != nil { return [row] }
    if let status = columns.statusWords.ownStatus(of: text) {
      return set(&row, status) ? [row] : []
    }
    if let count = CellNumber(text)?.value(decimal: UInt8(ascii: ".")), cell.day != nil,
      count > 1, count <= 24, count == count.rounded()
    {
      return [EventRow](repeating: row, count: Int(count))
    }
    if let status = status(of: text) {
      return set(&row, status) ? [row] : []
    }
    try setValue(&row, text)
    return [row]
  }
}
