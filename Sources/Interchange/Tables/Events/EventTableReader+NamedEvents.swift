import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

// Rows with an event that plans can follow.
extension EventTableReader {
  /// Reads the event of a row; a status by which it did not take place gives none.
  mutating func readNamedEvent<Table: EventTable>(
    _ name: String, of id: String, _ record: Table.Row, _ table: Table, _ places: ColumnIndices,
    _ file: Int16, _ patient: inout Int32?
  ) throws(InputError) {
    let number = number(ofPatient: id)
    patient = number
    let zone = try readPatient(Int(number), record, table, places)
    try name.requireEventName(columns.event ?? "event")
    let planned = try moment(record, table, places.planned, near: nil)
    let time = try moment(record, table, places.time, near: planned?.local.date)
    guard let written = time ?? planned else {
      throw InputError(.missing, field: columns.time ?? columns.planned)
    }
    patients[Int(number)].isKnown = true
    guard try takesPlace(record, table, places) else { return }
    patients[Int(number)].namedEvents.append(
      NamedEventRow(
        event: NamedEvent(name, at: moment(written, in: zone)), file: file,
        line: table.line(of: record)))
  }

  /// Returns the time of an event: a date alone is local, and without a zone the time is kept as written.
  private func moment(_ written: WrittenMoment, in zone: Zone?) -> LocalOrInstant {
    let hasTime = written.hasTime && !columns.hasDatesAlone
    return hasTime && zone != nil ? written.moment : .local(written.local)
  }

  /// Returns whether the status of a row, if it has any, says that its event takes place.
  private func takesPlace<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> Bool {
    guard let place = places.status, places.cells.isEmpty,
      let text = try table.text(record, place)
    else { return true }
    guard let status = columns.statusWords.status(of: text) else {
      throw InputError(
        .notOneOf(text: text, allowed: RowStatus.allCases.map(\.rawValue)), field: columns.status)
    }
    return status == .done
  }
}

extension EventTableReader.ColumnIndices {
  /// Rejects a column of events in a table without a column of times.
  func requireTimesOfEvents(_ columns: EventColumns) throws(InputError) {
    guard let event = columns.event, time.isEmpty, planned.isEmpty else { return }
    throw InputError(.against(.eventsWithoutTime, text: event), parameter: "event")
  }
}

extension EventTableReader {
  /// Reports events years before or after almost all other dates, as with a mistyped year.
  mutating func reportOutlyingEvents() {
    var days = events.days
    func day(_ event: NamedEvent) -> Int32 {
      Int32(clamping: event.time.civil(in: .utc).date.dayNumber)
    }
    for event in patients.lazy.flatMap(\.namedEvents) { days.add(day(event.event)) }
    let far = OutlyingDates(days)
    if far.isEmpty { return }
    for number in patients.indices {
      for row in patients[number].namedEvents where far.contains(day(row.event)) {
        let error = InputError(
          .against(.farEvent, text: row.event.time.civil(in: .utc).date.description),
          field: columns.event)
        report(error.at(source: sources[Int(row.file)], line: row.line), of: number)
      }
    }
  }
}

extension InputError.Rule {
  fileprivate static let eventsWithoutTime = Self(
    "eventsWithoutTime",
    "names a column in a table without a column of times (put the events into a table of their own)"
  )
  fileprivate static let farEvent = Self(
    "farEvent",
    "is years away from almost all other dates of the data, and what follows this event is due from there (correct it)",
    keepsRecord: true)
}
