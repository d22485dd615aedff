/// CareKit's running indices, for rows that are asked about in order.
///
/// An index is the place among the resolved occurrences of the whole plan before exclusions and
/// overrides; it depends on no query. ``Occurrences/place(of:)`` tells a single one.
package struct RunningIndices {
  private let occurrences: Occurrences
  private let plan: Occurrences
  /// The plan's rows from the one asked about last on; `nil` before the first question.
  private var rows: OccurrenceSequence?
  private var current: Occurrence?
  private var index = 0

  /// The most rows that are passed one by one: counting them costs as much as to list about as many.
  private static let mostPassed = 1024

  /// Prepares the indices of a plan's rows.
  package init(of occurrences: Occurrences) {
    self.occurrences = occurrences
    plan = occurrences.withoutExceptions
  }

  /// Returns the index of a row, not before the rows asked about so far; `nil` for one that an override
  /// added.
  ///
  /// - Complexity: O(*n*) for the *n* occurrences since the row before; where they are many, one count instead.
  package mutating func index(of row: Occurrence) -> Int? {
    if let key = occurrences.overrides.keys[row] {
      return plan.occurrence(for: key).map(plan.place)
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
