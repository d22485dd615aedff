package import Scheduling

/// One line of a swimmer plot: the treatment of a patient with one task, in days.
///
/// All stretches of days leave out their upper bound.
package struct SwimmerLane: Hashable, Sendable {
  /// Whose or what it is: a patient's name in a cohort, a task's of one patient.
  package var name: String
  /// The ids of the patient and of the task, where they are known.
  var (patient, task): (String?, String?) = (nil, nil)
  /// The days that were planned or have events; `nil` without any.
  var observed: Range<CivilDate>?
  /// From the first kept event on; a gap that means discontinuation parts two of them.
  package var episodes: [Range<CivilDate>]
  /// The drug holidays.
  package var holidays: [Range<CivilDate>]
  /// The days of which all occurrences lie in holds.
  package var holds: [Range<CivilDate>]
  /// From the first use to the last of what no plan asks for at times; a gap that would mean discontinuation
  /// parts two of them.
  var uses: [Range<CivilDate>] = []
  /// The day of the first kept event.
  package var first: CivilDate?
  /// The day of the last kept event.
  package var last: CivilDate?
  /// The last day of persistence; `nil` where treatment never began or nothing can be judged.
  var persistenceEnd: CivilDate?
  /// How it ended.
  package var end: End

  /// How a treatment ended.
  package enum End: String, CaseIterable, Hashable, Sendable, Codable {
    /// It was observed to go on.
    case ongoing
    /// It went on until its plan ended.
    case planEnded
    /// It went on until the patient was no longer observed.
    case observationEnded
    /// It was discontinued.
    case discontinued
    /// Something was due, and nothing was ever taken.
    case neverBegun
    /// Nothing is planned: something used as needed.
    case untimed
    /// Nothing was due that could be judged.
    case unknown
  }

  /// Creates a lane.
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

  /// The days of persistence, both the first and the last included; 0 where there is none.
  package var persistenceDays: Int {
    guard let first, let persistenceEnd else { return 0 }
    return persistenceEnd - first + 1
  }

  /// The first day of treatment: of the first kept event, or else of what was planned.
  var start: CivilDate? { first ?? observed?.lowerBound }
}
