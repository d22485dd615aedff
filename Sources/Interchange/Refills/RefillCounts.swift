package import AdherenceAnalytics

/// How many rows of fills and stays were read, and how many of them set aside.
package struct RefillCounts: Hashable, Sendable {
  /// The rows of `fills.csv`.
  package var fills: ReadCount
  /// The rows of `stays.csv`.
  package var stays: ReadCount

  /// The claims among the rows of fills that give none.
  package var claims: ClaimCounts
  /// The fills that are measured.
  package var usedFills: Int { fills.read - fills.setAside - claims.rows }

  /// Creates counts.
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
