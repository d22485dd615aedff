import Scheduling

/// What a ratio counts of those due.
public enum Numerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Those done.
  case completed
  /// Those done while their window was open.
  case onTime
  /// The sum of the progress, so that half a walk counts half.
  case progress
}

/// Which occurrences a ratio is of; cancelled and suspended ones never are.
public enum Denominator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Those whose time is over, whatever has happened: counting early successes alone would flatter.
  case closed
  /// Those whose window has opened.
  case offered
  /// All.
  case planned

  func includes(_ window: OccurrenceWindow, asOf: Instant) -> Bool {
    switch self {
    case .closed: window.expiry <= asOf
    case .offered: window.open <= asOf
    case .planned: true
    }
  }
}
