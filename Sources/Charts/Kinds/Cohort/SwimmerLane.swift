package import Scheduling

/// A lane of a swimmer plot: the treatment of a patient with one task, in days.
///
/// All date ranges exclude their upper bound.
package struct SwimmerLane: Hashable, Sendable {
  /// The label: the patient's name in a cohort, the task's for one patient.
  package var name: String
  /// The ids of the patient and the task, if known.
  var (patient, task): (String?, String?) = (nil, nil)
  /// The planned days and days with events; `nil` without any.
  var observed: Range<CivilDate>?
  /// The treatment episodes from the first accepted event on, split at gaps of discontinuation
  /// length.
  package var episodes: [Range<CivilDate>]
  package var holidays: [Range<CivilDate>]
  /// The days with all occurrences on hold.
  package var holds: [Range<CivilDate>]
  /// The periods of as-needed use, split at gaps of discontinuation length.
  var uses: [Range<CivilDate>] = []
  /// The day of the first accepted event.
  package var first: CivilDate?
  /// The day of the last accepted event.
  package var last: CivilDate?
  /// The last day of persistence; `nil` if treatment never started or cannot be evaluated.
  var persistenceEnd: CivilDate?
  /// How treatment ended.
  package var end: End

  /// How treatment ended.
  package enum End: String, CaseIterable, Hashable, Sendable, Codable {
    /// Ongoing at the end of the report.
    case ongoing
    /// Ongoing until the plan ended.
    case planEnded
    /// Ongoing until the end of observation.
    case observationEnded
    /// Discontinued.
    case discontinued
    /// Never started, although something was due.
    case neverBegun
    /// Without planned times, as with as-needed tasks.
    case untimed
    /// Nothing due that can be evaluated.
    case unknown
  }

  package init(
    name: String, observed: Range<CivilDate>? = nil, episodes: [Range<CivilDate>] = [],
    holidays: [Range<CivilDate>] = [], holds: [Range<CivilDate>] = [], first: CivilDate? = nil,
    last: CivilDate? = nil, persistenceEnd: CivilDate? = nil, end: End = .unknown
  ) {
    self.name = name
    self.observed = observed
    self.episodes = episodes
    self.holidays = holidays
    self.holds = holds
    self.first = first
    self.last = last
    self.persistenceEnd = persistenceEnd
    self.end = end
  }

  /// The number of days of persistence, including the first and last; 0 without persistence.
  package var persistenceDays: Int {
    guard let first, let persistenceEnd else { return 0 }
    return persistenceEnd - first + 1
  }

  /// The first day of treatment: of the first accepted event, otherwise of the plan.
  var start: CivilDate? { first ?? observed?.lowerBound }
}
