/// The rows of claims that are no fills of their own.
package struct ClaimCounts: Hashable, Sendable {
  /// Rows that repeat an earlier row and were dropped.
  package var duplicates = 0
  /// Reversals, each of which cancelled one fill.
  package var reversals = 0
  /// Claims for which nothing was dispensed.
  package var notFills = 0
  /// Patients whose last day observed is years after the last fill, so that it is left open.
  package var openEnds = 0

  /// The rows among those read that give no fill; a reversal and its fill are two.
  package var rows: Int { duplicates + 2 * reversals + notFills }

  /// Creates counts of nothing.
  package init() {}
}

extension ClaimCounts {
  /// What was decided about rows, a sentence each, with the option that decides otherwise.
  package var assumptions: [String] {
    let sentences = [
      (
        reversals,
        reversals.counting("reversal", "cancels a fill", "cancel a fill each")
          + ", the nearest with the same drug, class, days and quantity (--status-words WORD=ignore takes the rows"
          + " with a word for void fills themselves)"
      ),
      (
        duplicates,
        duplicates.counting("row", "that repeats", "that repeat")
          + " an earlier row in every field dropped (--duplicates keep uses each)"
      ),
      (
        notFills,
        notFills.counting("claim", "is no fill by its status", "are no fills by their status")
          + " (--status-words says otherwise)"
      ),
      (
        openEnds,
        openEnds.counting("patient", "has", "have")
          + " a last day observed years after the last fill, which is taken as open"
      ),
    ]
    return sentences.filter { $0.0 > 0 }.map { "\($0.1)." }
  }
}

extension ClaimCounts: CustomStringConvertible {
  /// The counts in one line; empty where there are none.
  package var description: String {
    let parts = [
      (reversals, "reversed"), (duplicates, "duplicate rows dropped"), (notFills, "not dispensed"),
    ].filter { $0.0 > 0 }
    return parts.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
