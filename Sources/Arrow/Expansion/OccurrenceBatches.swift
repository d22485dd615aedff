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
