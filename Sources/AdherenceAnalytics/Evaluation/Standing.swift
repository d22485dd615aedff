package import Scheduling

/// Where an occurrence stands to the denominator of a ratio: the one rule of what counts.
///
/// Everything that counts occurrences reads it, by period, by day, in runs and in courses; what counts
/// without a list of occurrences is held against it by tests.
package enum Standing: UInt8, Hashable, Sendable {
  /// The plan took it back.
  case cancelled
  /// It lies in a hold.
  case onHold
  /// It was declined, and the query excuses that.
  case excused
  /// The denominator does not have it yet.
  case pending
  /// It is in the denominator.
  case due
}

extension AdherenceQuery {
  /// Where an occurrence stands at the moment of a report, which a query may leave to the patient's zone.
  package func standing(of occurrence: ScoredOccurrence, asOf: Instant) -> Standing {
    definitions.standing(of: occurrence, asOf: asOf)
  }

  /// What decides where an occurrence stands, which many occurrences are held against.
  var definitions: StandingDefinitions {
    StandingDefinitions(denominator: denominator, excusesDeclined: excusesDeclined)
  }
}
