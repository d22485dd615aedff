package import AdherenceAnalytics
package import AdherenceStatistics
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

extension SwimmerLane {
  /// Creates the lane of a task's course.
  ///
  /// The lane covers the whole plan if the course extends beyond the query range; drug holidays are
  /// limited to the range. The end is that of the measures. Episodes are split at each gap of
  /// discontinuation length, even if the parameters allow a restart, so that gaps are visible.
  ///
  /// - Parameters:
  ///   - name: The lane label.
  ///   - patient: The patient's id.
  ///   - course: The course of the task.
  ///   - measures: The measures of the same course, including its phases.
  ///   - parameters: The parameters of the measures.
  /// - Complexity: O(*n* log *n*) for *n* days, occurrences and events.
  package init(
    name: String, patient: String? = nil, of course: borrowing TaskCourse,
    _ measures: TaskMeasures, _ parameters: MeasureParameters
  ) {
    let plan = course.whole ?? course.own
    let treatment = TreatmentStretches(plan, parameters)
    let phases = measures.phases
    self.init(
      name: name, observed: SwimmerLane.range(plan.days),
      episodes: treatment.episodes.map { SwimmerLane.dates($0) },
      holidays: (measures.holidays?.holidays ?? []).map { holiday in
        SwimmerLane.dates(Int(holiday.first)..<Int(holiday.last) + 1)
      },
      holds: treatment.holds.map { SwimmerLane.dates($0) }, first: phases?.first,
      last: phases?.last,
      persistenceEnd: phases?.course.value?.end, end: SwimmerLane.end(of: measures, course))
    (self.patient, task) = (patient, course.task)
    // Quota doses are events of the treatment.
    if plan.quotas.isEmpty { uses = SwimmerLane.stretches(of: course.uses.days, parameters) }
    if observed == nil, let first = uses.first, let last = uses.last {
      observed = first.lowerBound..<last.upperBound
    }
  }

  /// Merges days whose gaps are shorter than a discontinuation.
  private static func stretches(
    of days: [Int32], _ parameters: MeasureParameters
  ) -> [Range<CivilDate>] {
    var stretches: [Range<Int>] = []
    for day in days.map(Int.init).sorted() {
      if let last = stretches.last, day - last.upperBound < parameters.gapDays {
        stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, day + 1)
      } else {
        stretches.append(day..<day + 1)
      }
    }
    return stretches.map { dates($0) }
  }

  private static func end(of measures: TaskMeasures, _ course: borrowing TaskCourse) -> End {
    if course.occurrences.isEmpty, course.quotas.isEmpty, !course.uses.days.isEmpty {
      return .untimed
    }
    guard let phases = measures.phases else { return .unknown }
    if !phases.isInitiated { return measures.hasDue ? .neverBegun : .unknown }
    let lasting = course.planEnd.map { ended(measures, on: $0) } ?? .ongoing
    return phases.course.value.map { $0.isDiscontinued ? .discontinued : lasting } ?? .unknown
  }

  /// Returns whether a plan ended with the observation: it ended within one dosing interval before
  /// it.
  private static func ended(_ measures: TaskMeasures, on last: Int) -> End {
    let distance = max(1, (measures.regularity ?? 0) / 86_400)
    let isObservation = measures.observedTo.map { $0.dayNumber < last + distance } ?? false
    return isObservation ? .observationEnded : .planEnded
  }

  private static func range(_ days: Range<Int>) -> Range<CivilDate>? {
    days.isEmpty ? nil : dates(days)
  }

  private static func dates(_ days: Range<Int>) -> Range<CivilDate> {
    CivilDate(dayNumber: days.lowerBound)..<CivilDate(dayNumber: days.upperBound)
  }
}
