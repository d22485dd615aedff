import Scheduling

/// A query's definitions of the denominator.
struct DenominatorDefinitions {
  let denominator: Denominator
  let excusesDeclined: Bool

  /// Returns the status of an occurrence at a time.
  @inline(__always)
  func status(of occurrence: ScoredOccurrence, asOf: Instant) -> DenominatorStatus {
    switch occurrence.state {
    case .cancelled: .cancelled
    case .onHold: .onHold
    case .declined where excusesDeclined: .excused
    case .declined, .done, .partial, .started, .upcoming, .open, .overdue, .missed:
      denominator.includes(occurrence.window, asOf: asOf) ? .due : .pending
    }
  }
}
