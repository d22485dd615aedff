public import AdherenceAnalytics

/// A fill, and the time to the next one or to the window's end.
public struct FillInterval: Hashable, Sendable {
  /// The fill.
  public let fill: Fill
  /// The days to the next fill, or to the window's end after the last.
  public let days: Double
  /// The supply that was left of the fills before, in days.
  public let carriedOver: Double
  /// The days without supply.
  public let gap: Double
}
