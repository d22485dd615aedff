/// CareKit's running indices, for rows queried in order.
///
/// An index is the position among the resolved occurrences of the whole plan before exclusions and overrides;
/// it is independent of queries. ``Occurrences/index(of:)`` returns a single one.
package struct RunningIndices {
  private let occurrences: Occurrences
  private let plan: Occurrences
  /// The plan's rows from the last queried one on; `nil` before the first query.
  private var rows: OccurrenceSequence?
  private var current: Occurrence?
  private var index = 0

  /// The maximum number of rows to iterate over; beyond it a count is cheaper.
  private static let mostPassed = 1024

  /// Creates the indices of a plan's rows.
  package init(of occurrences: Occurrences) {
    self.occurrences = occurrences
    plan = occurrences.withoutExceptions
  }

  /// Returns the index of a row, which must not precede earlier queried rows; `nil` for one that an override
  /// added.
  package mutating func index(of row: Occurrence) -> Int? {
    if let key = occurrences.overrides.keys[row] {
      return plan.occurrence(for: key).map(plan.index(of:))
    }
    if rows == nil { jump(to: row.start) }
    var passed = 0
    while let known = current, known < row {
      if passed == RunningIndices.mostPassed, known.start < row.start {
        jump(to: row.start)
        continue
      }
      current = rows?.next()
      index += 1
      passed += 1
    }
    countSteps(Int64(passed))
    return current == row ? index : nil
  }

  private mutating func jump(to instant: Instant) {
    rows = plan.sequence(in: instant..<max(instant, .latest))
    current = rows?.next()
    index = plan.count(startingIn: .earliest..<max(instant, .earliest))
  }
}
