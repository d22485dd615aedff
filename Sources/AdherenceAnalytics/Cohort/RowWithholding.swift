/// The rows and counts of a cohort that are withheld because they are about too few patients.
package struct RowWithholding: Sendable {
  /// The identity of a row.
  package struct Key: Hashable, Sendable {
    package var group: String?
    package var scope: SeriesScope
    /// The number of the period; `nil` for the whole range.
    package var period: Int?

    package init(group: String?, scope: SeriesScope, period: Int?) {
      (self.group, self.scope, self.period) = (group, scope, period)
    }

    /// Creates the key of a row of a table.
    package init(_ row: CohortRow, isOfWholeRange: Bool) {
      (group, scope) = (row.group, row.scope)
      period = isOfWholeRange ? nil : row.span.number
    }
  }

  /// The minimum group size that is disclosed.
  package let smallestGroup: Int
  private var rows: Set<Key> = []
  private var counts: [Key: CohortRow.HiddenCounts] = [:]

  package init(smallestGroup: Int) { self.smallestGroup = smallestGroup }

  /// Withholds all numbers of a row.
  package mutating func withhold(_ row: Key) { rows.insert(row) }

  /// Withholds counts of a row.
  package mutating func withhold(_ hidden: CohortRow.HiddenCounts, of row: Key) {
    counts[row, default: []].formUnion(hidden)
  }

  /// Returns whether all numbers of a row are withheld.
  package func isWithheld(_ row: Key) -> Bool { rows.contains(row) }

  /// Returns whether the sums of a row are withheld together with a count of patients, but not all of its
  /// numbers.
  package func withholdsSums(_ row: Key) -> Bool {
    !isWithheld(row) && counts[row]?.isDisjoint(with: [.patients, .evaluable]) == false
  }

  func applied(to row: CohortRow, isOfWholeRange: Bool) -> CohortRow {
    let key = Key(row, isOfWholeRange: isOfWholeRange)
    return row.withholding(
      rows.contains(key), counts[key] ?? [], smallestGroup: smallestGroup)
  }
}
