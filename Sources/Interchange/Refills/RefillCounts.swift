package import AdherenceAnalytics

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
