public import Scheduling

/// What has become of an occurrence at some moment.
public enum OccurrenceState: String, CaseIterable, Hashable, Sendable, Codable {
  /// The plan took it back.
  case cancelled
  /// It lies in a hold.
  case onHold
  /// The outcome says skipped or declined.
  case declined
  /// What it asked for was done.
  case done
  /// Some of what it asked for was done, and its time is over.
  case partial
  /// Some of what it asked for was done, and there is time left.
  case started
  /// Its window has not opened yet.
  case upcoming
  /// Its window is open.
  case open
  /// Its window has closed, and a late outcome would still count.
  case overdue
  /// Nothing was done, and its time is over.
  case missed
}

/// When an outcome came, seen from its occurrence's window.
public enum Timing: String, CaseIterable, Hashable, Sendable, Codable {
  /// Before the window opened.
  case early
  /// While it was open, however far from the planned time.
  case inWindow
  /// After it closed, while a late outcome still counted.
  case late
  /// After it expired.
  case expired
  /// At no known time.
  case untimed
}

/// The instants that decide what an outcome or its absence means.
public struct OccurrenceWindow: Hashable, Sendable {
  /// From here on an outcome is in time.
  public var open: Instant
  /// From here on an outcome is late.
  public var close: Instant
  /// From here on nothing more is expected.
  public var expiry: Instant

  /// The timing of an outcome.
  public func timing(of time: Instant?) -> Timing {
    guard let time else { return .untimed }
    if time < open { return .early }
    if time < close { return .inWindow }
    return time < expiry ? .late : .expired
  }

  /// The state of an occurrence that is neither cancelled, on hold nor declined.
  ///
  /// - Parameters:
  ///   - progress: How much of what it asked for was done, 0 to 1.
  ///   - asOf: The moment of the report.
  /// - Returns: One of the other seven states.
  public func state(progress: Double, asOf: Instant) -> OccurrenceState {
    if progress >= 1 { return .done }
    if progress > 0 { return asOf >= expiry ? .partial : .started }
    if asOf < open { return .upcoming }
    if asOf < close { return .open }
    return asOf < expiry ? .overdue : .missed
  }
}
