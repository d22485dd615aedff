import Scheduling

/// The numerator of a ratio.
public enum Numerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Those done.
  case done
  /// Those done while their window was open.
  case inWindow = "in-window"
  /// The sum of the progress, in which half a walk counts one half.
  case progress
}

/// Which occurrences a ratio is of; occurrences cancelled or on hold never are.
public enum Denominator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Those whose window has expired, whether or not they were done: otherwise early successes would bias the
  /// ratio.
  case elapsed
  /// Those whose window has opened.
  case offered
  /// All.
  case planned

  func includes(_ window: OccurrenceWindow, asOf: Instant) -> Bool {
    switch self {
    case .elapsed: window.expiry <= asOf
    case .offered: window.open <= asOf
    case .planned: true
    }
  }
}
