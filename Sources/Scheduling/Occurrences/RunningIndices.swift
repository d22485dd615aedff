/// CareKit's running indices, for rows that are asked about in order.
///
/// An index is the place among the resolved occurrences of the whole plan before exclusions and
/// overrides; it depends on no query. ``Occurrences/place(of:)`` tells a single one.
package struct RunningIndices {
  private let occurrences: Occurrences
  private let plan: Occurrences
  private var rows: OccurrenceSequence
  private var current: Occurrence?
  private var index: Int

  /// Begins at a moment, before which no row starts that will be asked about.
  package init(of occurrences: Occurrences, from instant: Instant) {
    self.occurrences = occurrences
    plan = occurrences.withoutExceptions
    rows = plan.sequence(in: instant..<max(instant, .latest))
    current = rows.next()
    index = plan.count(startingIn: .earliest..<max(instant, .earliest))
  }

  /// Returns the index of a row, not before the rows asked about so far; `nil` for one that an override
  /// added.
  ///
  /// - Complexity: O(*n*) for *n* occurrences since the row before.
  package mutating func index(of row: Occurrence) -> Int? {
    if let key = occurrences.overrides.keys[row] {
      return plan.occurrence(for: key).map(plan.place)
    }
    while let known = current, known < row {
      current = rows.next()
      index += 1
    }
    return current == row ? index : nil
  }
}
