package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling

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
