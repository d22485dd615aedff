package import Scheduling

/// The status of an occurrence relative to the denominator of a ratio, the only definition of the denominator.
///
/// All counts use it, by period, by day, in streaks and in courses; counting without a list of occurrences is
/// tested against it.
package enum DenominatorStatus: UInt8, Hashable, Sendable {
  /// The plan cancelled it.
  case cancelled
  /// It lies in a hold.
  case onHold
  /// It was declined, and the query excuses that.
  case excused
  /// It is not in the denominator yet.
  case pending
  /// It is in the denominator.
  case due
}

extension AdherenceQuery {
  /// Returns the status of an occurrence at the time of a report, which a query may leave to the patient's
  /// zone.
  package func status(of occurrence: ScoredOccurrence, asOf: Instant) -> DenominatorStatus {
    definitions.status(of: occurrence, asOf: asOf)
  }

  /// The definitions of the status, for use with many occurrences.
  var definitions: DenominatorDefinitions {
    DenominatorDefinitions(denominator: denominator, excusesDeclined: excusesDeclined)
  }
}

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
