public import AdherenceAnalytics

/// How many rows of fills and stays were read, and how many of them set aside.
public struct RefillCounts: Hashable, Sendable {
  /// The rows of `fills.csv`.
  public var fills: ReadCount
  /// The rows of `stays.csv`.
  public var stays: ReadCount

  /// Creates counts.
  public init(fills: ReadCount = ReadCount(), stays: ReadCount = ReadCount()) {
    self.fills = fills
    self.stays = stays
  }
}

extension RefillCounts: CustomStringConvertible {
  /// The counts in one line.
  public var description: String { "Fills \(fills), stays \(stays)" }
}
