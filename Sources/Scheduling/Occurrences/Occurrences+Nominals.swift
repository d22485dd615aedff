// Bulk questions about nominal times, which other modules ask a record at a time.

extension Occurrences {
  /// Appends the local seconds for which rows were planned; the rows are in order of start.
  ///
  /// Safe: starts lie within `OffsetTable.bounds`, which leave room for every offset.
  ///
  /// - Complexity: O(*n*) for *n* rows, at about a nanosecond each; schedules with overrides or with
  ///   elements in zones of their own pay a look-up a row.
  package func appendNominals(of rows: ArraySlice<Occurrence>, to nominals: inout [Int64]) {
    guard let first = rows.first else { return }
    let isPlain = overrides.isEmpty && elements.allSatisfy { $0.zone.table === zone.table }
    guard isPlain else { return nominals += rows.map { nominal(of: $0).localSeconds } }
    var pieces = PieceCursor(zone.table, at: first.start.seconds)
    nominals.append(addingCapacity: rows.count) { nominals in
      for row in rows {
        let start = row.start.seconds
        if let offset = pieces.offset(at: start) {
          nominals.append(start &+ offset)
        } else {
          nominals.append(elements[row.element].nominal(of: row).localSeconds)
        }
      }
    }
  }
}

extension Occurrence {
  /// Stands where a key names no occurrence; it starts before everything else.
  package static var absent: Occurrence { Occurrence(start: Instant(seconds: .min), packed: 0) }

  /// Whether it stands for no occurrence.
  package var isAbsent: Bool { start.seconds == .min }
}
