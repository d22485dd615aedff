public import AdherenceAnalytics

/// The tables that a report may have beside those by period.
public struct ReportContents: Hashable, Sendable {
  /// The rolling windows, each day's end of each a row.
  public var rolling: [RollingWindow] = []
  /// What occurrences are told apart by.
  public var breakdowns: [Breakdown] = []
  /// Whether there are rows of the whole range, with streaks, dosing days and composites.
  public var wholeRange = false

  /// Creates the contents of a report by period alone.
  public init() {}
}
