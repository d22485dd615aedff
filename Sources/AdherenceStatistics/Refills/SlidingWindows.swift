public import Scheduling

/// Windows of one length that move through the observation window in steps.
///
/// Months count 30 days here and years 365. There are ⌊(n − l) / s⌋ + 1 windows of length *l* in the
/// *n* days that are left after ``start``, at steps of *s*.
public struct SlidingWindows: Hashable, Sendable {
  /// How long after the start of the observation window the first one starts.
  public var start = Period.zero
  /// How long each is.
  public var length: Period
  /// The way from one start to the next.
  public var step: Period

  /// Creates windows.
  ///
  /// - Precondition: The step has months or days.
  public init(start: Period = .zero, length: Period, step: Period) {
    precondition(step.isCivil, "windows cannot move by \(step)")
    self.start = start
    self.length = length
    self.step = step
  }

  /// 90 days, each a month after the one before.
  public static let quarters = SlidingWindows(length: Period(days: 90), step: Period(days: 30))
}
