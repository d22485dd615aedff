package import AdherenceAnalytics
import Diagnostics

/// The counts of claim rows that are not fills.
package struct ClaimCounts: Hashable, Sendable {
  /// The number of dropped duplicate rows.
  package var duplicates = 0
  /// The number of reversals, each of which cancelled one fill.
  package var reversals = 0
  /// The number of claims without dispensing.
  package var notFills = 0
  /// The number of patients whose end of observation is years after the last fill and therefore
  /// ignored.
  package var openEnds = 0

  /// The number of rows that give no fill; a reversal and its fill are two.
  package var rows: Int { duplicates + 2 * reversals + notFills }

  package init() {}
}

extension ClaimCounts {
  /// The assumptions about rows, one sentence each with the option that overrides it.
  package var assumptions: [String] {
    let sentences = [
      (
        reversals,
        reversals.counting("reversal", "cancels a fill", "cancel a fill each")
          + ", the nearest with the same drug, class, days and quantity (--status-words WORD=ignore reads the rows"
          + " with a word as void fills)"
      ),
      (
        duplicates,
        duplicates.counting("row", "that repeats", "that repeat")
          + " an earlier row in every field dropped (--duplicates keep uses each)"
      ),
      (
        notFills,
        notFills.counting("claim", "is not a fill by its status", "are not fills by their status")
          + " (--status-words overrides this)"
      ),
      (
        openEnds,
        openEnds.counting("patient", "has", "have")
          + " a last day observed years after the last fill, which is ignored"
      ),
    ]
    return sentences.filter { $0.0 > 0 }.map { "\($0.1)." }
  }
}

extension ClaimCounts: CustomStringConvertible {
  /// The counts in one line; empty if all are zero.
  package var description: String {
    let parts = [
      (reversals, "reversed"), (duplicates, "duplicate rows dropped"), (notFills, "not dispensed"),
    ].filter { $0.0 > 0 }
    return parts.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

/// The counts of read and rejected rows of fills and stays.
package struct RefillCounts: Hashable, Sendable {
  /// The rows of `fills.csv`.
  package var fills: ReadCount
  /// The rows of `stays.csv`.
  package var stays: ReadCount

  /// The claims that are not fills.
  package var claims: ClaimCounts
  /// The number of measured fills.
  package var usedFills: Int { fills.read - fills.rejected - claims.rows }

  package init(
    fills: ReadCount = ReadCount(), stays: ReadCount = ReadCount(),
    claims: ClaimCounts = ClaimCounts()
  ) {
    self.fills = fills
    self.stays = stays
    self.claims = claims
  }
}

extension RefillCounts: CustomStringConvertible {
  /// The counts in one line.
  package var description: String { "Fills \(fills), stays \(stays)" }
}
