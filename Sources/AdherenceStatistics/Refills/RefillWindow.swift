public import Scheduling

/// A stretch of a patient's time: where it starts, and how long it is.
///
/// Lengths are civil. A month or year ends on the same day of the month, and where that month has no
/// such day, on the 1st of the next: a month from 2023-01-29 ends on 2023-03-01.
public struct RefillWindow: Hashable, Sendable {
  /// Where the window starts.
  public var start: Start
  /// How long it is; its seconds are not read.
  public var length: Period

  /// Where a window starts.
  public enum Start: Hashable, Sendable {
    /// So long after what it refers to: the first fill for a follow-up, the start of the follow-up for
    /// an observation window. Seconds are not read.
    case after(Period)
    /// On a date, the same for all patients.
    case on(CivilDate)
  }

  /// Creates a window.
  public init(_ start: Start, length: Period) {
    self.start = start
    self.length = length
  }

  /// 730 days from the start.
  public static let twoYears = RefillWindow(.after(.zero), length: Period(days: 730))
}
