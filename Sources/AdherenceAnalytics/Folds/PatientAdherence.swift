public import Diagnostics
import Scheduling

/// The adherence of one patient, by task and period.
///
///     let week = AdherenceQuery(monday..<monday.adding(days: 7), by: .day)
///     let answer = record.adherence(week)
///     for (span, day) in zip(answer.spans, answer.total.periods).prefix(3) {
///       print(span.name, day.done, "of", day.due)
///     }
///     // 2025-01-06 1 of 1
///     // 2025-01-07 0 of 1
///     // 2025-01-08 1 of 1
public struct PatientAdherence: Sendable {
  /// The version of the patient effective at the end of the query's range.
  public let patient: Patient
  /// The version of the patient in each period; empty if there is only one.
  var versions: [Patient] = []
  /// The periods of the query's range.
  public let spans: PeriodSpans
  /// One series for each task, in the order of the record.
  public let tasks: [AdherenceSeries]
  /// The tasks that impact adherence, merged.
  public let total: AdherenceSeries
  /// The tasks that impact adherence by task group, in order of first appearance.
  public let groups: [AdherenceSeries]
  /// The tasks that impact adherence by care plan, in order of first appearance.
  public let carePlans: [AdherenceSeries]
  /// The errors of tasks that could not be evaluated, which are in no series, and of outcomes with neither a
  /// key nor a time, which are not counted.
  public let problems: [InputError]

  /// Returns the patient of a period: the version effective at its end.
  public func patient(at index: Int) -> Patient { versions.isEmpty ? patient : versions[index] }

  /// Whether the patient has several versions within the query's range.
  package var hasVersions: Bool { !versions.isEmpty }

  /// Every series: the total, the tasks, the groups, the care plans.
  public var series: [AdherenceSeries] { [total] + tasks + groups + carePlans }
}

extension PatientAdherence {
  /// The adherence without series of tasks, groups and care plans, whose names may identify patients.
  package var totalAlone: PatientAdherence {
    PatientAdherence(
      patient: patient, versions: versions, spans: spans, tasks: [], total: total, groups: [],
      carePlans: [], problems: problems)
  }

  /// The adherence with all periods merged into one.
  ///
  /// Its name is that of the whole range; if relative weeks exclude the days before a patient's start, so
  /// does this.
  package var merged: PatientAdherence {
    PatientAdherence(
      patient: patient, spans: CalendarPeriod.all.spans(of: spans.range),
      tasks: tasks.map(\.merged), total: total.merged, groups: groups.map(\.merged),
      carePlans: carePlans.map(\.merged), problems: problems)
  }
}

extension CareRecord {
  /// Evaluates a query: matches, scores and sums the record's tasks.
  ///
  ///     let query = AdherenceQuery(monday..<monday.adding(days: 14), by: .week)
  ///     print(record.adherence(query).total.periods.map { $0.ratio! })
  ///     // [0.2857142857142857, 0.0]
  ///
  /// It is a pure function of the record and the query. For many records, an ``AdherenceEvaluator`` reuses
  /// memory.
  ///
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes.
  public func adherence(_ query: AdherenceQuery) -> PatientAdherence {
    var evaluator = AdherenceEvaluator(query)
    return evaluator.adherence(of: self)
  }

  /// Evaluates all tasks; returns the errors of those that cannot be evaluated.
  func evaluateTasks(_ query: AdherenceQuery, _ body: (TaskEvaluation) -> Void) -> [InputError] {
    var evaluator = AdherenceEvaluator(query)
    return evaluator.evaluateTasks(of: CompiledRecord(self, query), [], body)
  }
}

extension CareRecord {
  /// The errors of outcomes that are not counted.
  var outcomeProblems: [InputError] {
    outcomes.problems.map { $0.at(source: "patient \(patient.id)") }
  }
}

extension [TaskPlan] {
  /// Returns the day of the first planned occurrence of any plan; `nil` if nothing is planned.
  func firstPlannedDay(dayBoundary: CivilTime) -> CivilDate? {
    compactMap { plan in
      let flexible = plan.flexibleElements.compactMap(\.days.first).min()
      guard let first = plan.first(startingAtOrAfter: .earliest) else { return flexible }
      let nominal = plan.nominal(of: first)
      let isAllDay = plan.element(at: first.element).isAllDay
      let isLate = !isAllDay && nominal.time < dayBoundary
      let day = isLate ? nominal.date.adding(days: -1) : nominal.date
      return Swift.min(day, flexible ?? day)
    }.min()
  }
}

extension PatientAdherence {
  /// The total from the first period with planned occurrences to the last, and these periods.
  ///
  /// Both are complete if nothing was planned, and for relative weeks, which differ between patients.
  package var plannedPart: (series: AdherenceSeries, spans: PeriodSpans) {
    let isPlanned = total.periods.indices.map { total.ratioMissing(at: $0) != .noOccurrences }
    guard spans.period != .relativeWeek, let first = isPlanned.firstIndex(of: true),
      let last = isPlanned.lastIndex(of: true), last - first + 1 < spans.count
    else { return (total, spans) }
    let days = spans[first].start..<spans[last].end
    return (
      AdherenceSeries(
        scope: total.scope, periods: Array(total.periods[first...last]), units: total.units),
      spans.period.spans(of: days, weekStart: spans.weekStart)
    )
  }
}
