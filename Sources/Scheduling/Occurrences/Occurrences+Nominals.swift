// Bulk conversion to nominal times, for modules that process records one at a time.

extension Occurrences {
  /// Appends the nominal times of rows, in local seconds; the rows are in order of start.
  ///
  /// Safe: starts lie within `OffsetTable.bounds`, which leave room for every offset.
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
  /// A sentinel for a key without an occurrence; it sorts before every occurrence.
  package static var absent: Occurrence { Occurrence(start: Instant(seconds: .min), packed: 0) }

  /// Whether this is the sentinel ``absent``.
  package var isAbsent: Bool { start.seconds == .min }
}
