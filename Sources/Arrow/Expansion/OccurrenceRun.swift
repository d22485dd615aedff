import Scheduling

/// Rows of one schedule, written column by column.
///
/// Safe: starts are those of the calendar and lengths within `ISODuration.limits`: microseconds of their
/// sum fit 64 bits. Cells are as many as rows.
struct OccurrenceRun {
  /// The rows in order.
  var rows: [Occurrence] = []
  private var seconds: [Int64] = []

  /// Appends the rows to a batch.
  mutating func append(to batch: ColumnBatch, of occurrences: Occurrences, id: String) {
    let columns = batch.columns
    let name = columns[0].place(ofName: id)
    columns[0].append(rows.count, of: Int32.self) { $0.update(repeating: name) }
    appendStarts(to: columns[1])
    appendEnds(to: columns[2], of: occurrences)
    seconds.removeAll(keepingCapacity: true)
    occurrences.appendNominals(of: rows[...], to: &seconds)
    columns[3].append(seconds: seconds.span)
    appendElements(to: columns[4], of: occurrences.schedule)
    appendOrdinals(to: columns[5], of: occurrences.schedule)
  }

  private func appendStarts(to column: ColumnBuffer) {
    column.append(rows.count, of: Int64.self) { cells in
      for place in cells.indices { cells[place] = rows[place].start.seconds &* 1_000_000 }
    }
  }

  /// Appends the ends: elapsed durations are added, while civil days need a time zone lookup.
  private func appendEnds(to column: ColumnBuffer, of occurrences: Occurrences) {
    let schedule = occurrences.schedule
    let lasting = schedule.elements.map { $0.isAllDay ? nil : $0.duration.elapsedSeconds }
    let isPlain = schedule.overrides.isEmpty && lasting.allSatisfy { $0 != nil }
    let seconds = lasting.map { $0 ?? 0 }
    column.append(rows.count, of: Int64.self) { cells in
      if !isPlain {
        for place in cells.indices {
          cells[place] = occurrences.end(of: rows[place]).seconds &* 1_000_000
        }
      } else if let first = seconds.first, seconds.allSatisfy({ $0 == first }) {
        for place in cells.indices {
          cells[place] = (rows[place].start.seconds &+ first) &* 1_000_000
        }
      } else {
        for place in cells.indices {
          let row = rows[place]
          cells[place] = (row.start.seconds &+ seconds[row.element]) &* 1_000_000
        }
      }
    }
  }

  private func appendElements(to column: ColumnBuffer, of schedule: Schedule) {
    let names = schedule.elements.map { column.place(ofName: $0.id) }
    column.append(rows.count, of: Int32.self) { cells in
      if names.count == 1 { return cells.update(repeating: names[0]) }
      for place in cells.indices { cells[place] = names[rows[place].element] }
    }
  }

  private func appendOrdinals(to column: ColumnBuffer, of schedule: Schedule) {
    if schedule.overrides.isEmpty {
      return column.append(rows.count, of: Int64.self) { cells in
        for place in cells.indices { cells[place] = Int64(rows[place].ordinal) }
      }
    }
    for row in rows { row.isAddition ? column.appendNull() : column.append(Int64(row.ordinal)) }
  }
}

extension ISODuration {
  /// The elapsed seconds of a duration; `nil` if it has months or days.
  fileprivate var elapsedSeconds: Int64? { months == 0 && days == 0 ? Int64(seconds) : nil }
}
