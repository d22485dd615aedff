public import Scheduling

/// The state of an occurrence at some time.
public enum OccurrenceState: String, CaseIterable, Hashable, Sendable, Codable {
  /// The plan cancelled it.
  case cancelled
  /// It is in a hold.
  case onHold
  /// Its outcome is skipped or declined.
  case declined
  /// Its targets were reached.
  case done
  /// Its targets were reached in part, and its window has expired.
  case partial
  /// Its targets were reached in part, and its window has not expired.
  case started
  /// Its window has not opened yet.
  case upcoming
  /// Its window is open.
  case open
  /// Its window has closed and not expired.
  case overdue
  /// Nothing was done, and its window has expired.
  case missed
}

/// The timing of an outcome relative to its occurrence's window.
public enum Timing: String, CaseIterable, Hashable, Sendable, Codable {
  /// Before the window opened.
  case early
  /// While it was open, however far from the planned time.
  case inWindow
  /// After it closed and before it expired.
  case late
  /// After it expired.
  case expired
  /// At an unknown time.
  case untimed
}

/// The instants that determine the timing of an outcome and the state without one.
public struct OccurrenceWindow: Hashable, Sendable {
  /// When the window opens.
  public var open: Instant
  /// When the window closes; later outcomes are late.
  public var close: Instant
  /// When the window expires.
  public var expiry: Instant

  /// Returns the timing of an outcome.
  public func timing(of time: Instant?) -> Timing {
    guard let time else { return .untimed }
    if time < open { return .early }
    if time < close { return .inWindow }
    return time < expiry ? .late : .expired
  }

  /// The state of an occurrence that is neither cancelled, on hold nor declined.
  public func state(progress: Double, asOf: Instant) -> OccurrenceState {
    if progress >= 1 { return .done }
    if progress > 0 { return asOf >= expiry ? .partial : .started }
    if asOf < open { return .upcoming }
    if asOf < close { return .open }
    return asOf < expiry ? .overdue : .missed
  }
}
