import Scheduling

/// A record as a query sees it: as it was known, with the clocks and the patient that go with it.
struct EvaluatedRecord {
  let record: CareRecord
  let timeline: PatientTimeline
  let moments: QueryMoments
  let limits: PlanLimits
  /// The version of the patient that speaks for the whole range.
  let patient: Patient

  init(_ record: CareRecord, _ query: AdherenceQuery) {
    self.record = record.known(for: query)
    timeline = PatientTimeline(self.record)
    limits = PlanLimits(self.record, timeline)
    moments = QueryMoments(query, in: timeline.zone)
    patient = timeline.patient(before: moments.range.upperBound)
  }

  /// The plan of each task, in order of first appearance.
  var plans: [TaskPlan] { record.plans(within: limits) }

  /// The periods of a query for the patient.
  ///
  /// - Complexity: O(1) but for relative weeks, which may ask the plans for their first day.
  func spans(_ query: AdherenceQuery) -> PeriodSpans {
    guard query.period == .relativeWeek else { return query.spans }
    let start = patient.start ?? plans.firstPlannedDay(dayBoundary: query.dayBoundary)
    return query.spans(start: start ?? query.range.upperBound)
  }
}
