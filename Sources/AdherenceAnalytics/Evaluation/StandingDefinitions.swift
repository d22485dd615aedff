import Scheduling

/// The definitions of a query that decide what is in the denominator.
struct StandingDefinitions {
  let denominator: Denominator
  let excusesDeclined: Bool

  /// Where an occurrence stands at a moment.
  @inline(__always)
  func standing(of occurrence: ScoredOccurrence, asOf: Instant) -> Standing {
    switch occurrence.state {
    case .cancelled: .cancelled
    case .onHold: .onHold
    case .declined where excusesDeclined: .excused
    case .declined, .done, .partial, .started, .upcoming, .open, .overdue, .missed:
      denominator.includes(occurrence.window, asOf: asOf) ? .due : .pending
    }
  }
}
