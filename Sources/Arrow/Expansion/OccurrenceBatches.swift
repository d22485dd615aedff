import Scheduling

/// A lazy sequence of batches with the occurrences of a table's schedules.
package final class OccurrenceBatches {
  /// The columns.
  package static let fields: [ColumnField] = [
    field("id", .name, "the schedule, or the number of its row"),
    field("start", .instant, "when the occurrence starts"),
    field("end", .instant, "when it ends"),
    field("nominal", .localTime, "the planned local time"),
    field("element", .name, "the part of the plan"),
    field("ordinal", .integer, "its place among those of its part; added ones have none"),
  ]

  private static func field(_ name: String, _ kind: ColumnKind, _ meaning: String) -> ColumnField {
    ColumnField(name: name, kind: kind, metadata: [ColumnField.Note("meaning", meaning)])
  }

  /// The minimum number of rows of all batches but the last, and the number of rows expanded at a
  /// time unless more start at the same time.
  private static let (enough, most) = (65_536, 65_536)

  private let table: ScheduleTable
  private let overlaps: Bool
  private let limit: Int
  /// The current schedule, its remaining number of rows, and its remaining time ranges.
  private var place = -1
  private var rest = 0
  private var ranges: [Range<Instant>] = []
  private var run = OccurrenceRun()

  /// Creates the sequence.
  ///
  /// - Parameters:
  ///   - table: The schedules.
  ///   - overlaps: Whether to include occurrences in progress at the start of the range.
  ///   - limit: The maximum number of occurrences per schedule.
  package init(_ table: ScheduleTable, overlapping overlaps: Bool = false, limit: Int = .max) {
    (self.table, self.overlaps, self.limit) = (table, overlaps, limit)
  }

  /// Returns the next batch; `nil` after the last one.
  package func next() -> ColumnBatch? {
    let batch = ColumnBatch(OccurrenceBatches.fields)
    while batch.rowCount < OccurrenceBatches.enough, advance() {
      let row = table.rows[place]
      guard !run.rows.isEmpty else { continue }
      run.append(to: batch, of: row.occurrences, id: row.id)
    }
    return batch.rowCount > 0 ? batch : nil
  }

  /// Expands the next rows of the current schedule or advances to the next schedule; `false` after
  /// the last one.
  private func advance() -> Bool {
    run.rows.removeAll(keepingCapacity: true)
    guard let range = ranges.popLast() else {
      place += 1
      guard table.rows.indices.contains(place) else { return false }
      (ranges, rest) = ([table.rows[place].range], limit)
      return true
    }
    let (row, occurrences) = (table.rows[place], table.rows[place].occurrences)
    let isLong = occurrences.count(startingIn: range, atMost: OccurrenceBatches.most) == nil
    if isLong, let halves = range.halves {
      ranges += halves.reversed()
      return true
    }
    if overlaps, range.lowerBound == row.range.lowerBound {
      run.rows += occurrences.overlapping(range, limit: rest)
    } else {
      occurrences.append(startingIn: range, to: &run.rows, limit: rest)
    }
    rest -= run.rows.count
    if rest == 0 { ranges = [] }
    return true
  }
}

extension Range<Instant> {
  /// Both halves of the range; `nil` for a range of one second.
  fileprivate var halves: [Range]? {
    let (first, last) = (lowerBound.seconds, upperBound.seconds)
    guard last - first > 1 else { return nil }
    let middle = Instant(seconds: first + (last - first) / 2)
    return [lowerBound..<middle, middle..<upperBound]
  }
}

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
