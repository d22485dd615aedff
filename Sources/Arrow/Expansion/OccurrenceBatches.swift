import Scheduling

/// The occurrences of the schedules of a table as columns, made batch by batch when they are asked for.
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

  /// How many rows a batch has at least but for the last, and how many are made at a time, if not more start at
  /// once.
  private static let (enough, most) = (65_536, 65_536)

  private let table: ScheduleTable
  private let overlaps: Bool
  private let limit: Int
  /// The schedule that is looked at, how many of its rows may still come, and when they start.
  private var place = -1
  private var rest = 0
  private var ranges: [Range<Instant>] = []
  private var run = OccurrenceRun()

  /// Asks for the occurrences of schedules.
  ///
  /// - Parameters:
  ///   - table: The schedules.
  ///   - overlaps: Whether those count that are under way as the range begins.
  ///   - limit: The most of each schedule: the first ones.
  package init(_ table: ScheduleTable, overlapping overlaps: Bool = false, limit: Int = .max) {
    (self.table, self.overlaps, self.limit) = (table, overlaps, limit)
  }

  /// The next rows; `nil` behind the last.
  package func next() -> ColumnBatch? {
    let batch = ColumnBatch(OccurrenceBatches.fields)
    while batch.rowCount < OccurrenceBatches.enough, advance() {
      let row = table.rows[place]
      guard !run.rows.isEmpty else { continue }
      run.append(to: batch, of: row.occurrences, id: row.id)
    }
    return batch.rowCount > 0 ? batch : nil
  }

  /// Makes the next rows of the schedule that is looked at, or goes on to the next schedule; `false` behind the
  /// last.
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
  /// Both halves; `nil` of a second, in which all that starts starts at once.
  fileprivate var halves: [Range]? {
    let (first, last) = (lowerBound.seconds, upperBound.seconds)
    guard last - first > 1 else { return nil }
    let middle = Instant(seconds: first + (last - first) / 2)
    return [lowerBound..<middle, middle..<upperBound]
  }
}
