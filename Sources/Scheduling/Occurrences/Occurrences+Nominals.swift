// Bulk questions about nominal times, which other modules ask a record at a time.

extension Occurrences {
  /// Appends the local seconds for which rows were planned; the rows are in order of start.
  ///
  /// - Complexity: O(*n*) for *n* rows, at about a nanosecond each; schedules with overrides or with
  ///   elements in zones of their own pay a look-up a row.
  package func appendNominals(of rows: [Occurrence], to nominals: inout [Int64]) {
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

/// The nominal time of an element, as a record names an occurrence.
package struct NominalKey {
  /// The element's position; negative where the schedule has none of the name.
  package var element: Int
  /// In local seconds.
  package var nominal: Int64
  /// Whether the second of two passes of a local time is meant.
  package var isSecondPass: Bool

  /// Creates a key.
  package init(element: Int, nominal: Int64, isSecondPass: Bool) {
    self.element = element
    self.nominal = nominal
    self.isSecondPass = isSecondPass
  }
}

extension Occurrence {
  /// Stands where a key names no occurrence; it starts before everything else.
  package static let absent = Occurrence(start: Instant(seconds: .min), packed: 0)
}

extension Occurrences {
  /// Appends the occurrence that each key names, or ``Occurrence/absent``.
  ///
  /// - Complexity: O(*n*) for *n* keys whose times mostly ascend, at some nanoseconds each; keys near
  ///   a change of offset and schedules with overrides pay a look-up each.
  package func append(occurrencesAt keys: [NominalKey], to rows: inout [Occurrence]) {
    guard let first = keys.first else { return }
    var finders = elements.indices.map { MemberFinder(self, element: $0, near: first.nominal) }
    rows.reserveCapacity(rows.count + keys.count)
    for key in keys {
      let isKnown = finders.indices ~= key.element
      rows.append(
        isKnown ? finders[key.element].find(key.nominal, isSecondPass: key.isSecondPass) : .absent)
    }
  }
}
