package import AdherenceAnalytics

/// How many rows of fills and stays were read, and how many of them set aside.
package struct RefillCounts: Hashable, Sendable {
  /// The rows of `fills.csv`.
  package var fills: ReadCount
  /// The rows of `stays.csv`.
  package var stays: ReadCount

  /// Creates counts.
  package init(fills: ReadCount = ReadCount(), stays: ReadCount = ReadCount()) {
    self.fills = fills
    self.stays = stays
  }
}

extension RefillCounts: CustomStringConvertible {
  /// The counts in one line.
  package var description: String { "Fills \(fills), stays \(stays)" }
}
