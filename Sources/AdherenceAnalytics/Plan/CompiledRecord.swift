import Diagnostics
package import Scheduling

/// A record at a query's knowledge cutoff, with the patient's versions and clocks and the compiled plans, to
/// be shared by several evaluations.
///
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     var evaluator = AdherenceEvaluator(query)
///     let compiled = CompiledRecord(record, query)
///     print(evaluator.adherence(of: compiled).total.periods[0].ratio!)  // 0.5
public struct CompiledRecord: Sendable {
  /// The record at the knowledge cutoff.
  public let record: CareRecord
  /// The query.
  package let query: AdherenceQuery
  /// The version of the patient at the end of the range.
  package let patient: Patient
  /// The plan of each task, in order of first appearance.
  let plans: [TaskPlan]
  let timeline: PatientTimeline
  /// The query in the patient's time zone.
  package let moments: QueryMoments
  /// The time of the report by which the record is dated.
  private let moment: Instant

  /// Compiles the plans of a record.
  ///
  /// - Complexity: O(*n*) for *n* versions of tasks, besides compiling.
  public init(_ record: CareRecord, _ query: AdherenceQuery) {
    self.init(record, query, of: nil)
  }

  /// Compiles the plan of one task, or all plans.
  init(_ record: CareRecord, _ query: AdherenceQuery, of task: String?) {
    let known = record.known(for: query)
    let timeline = PatientTimeline(known)
    let limits = PlanLimits(known, timeline)
    let moment = QueryMoments(query, in: timeline.zone).asOf
    let record = known.dated(asOf: moment, from: record, knownAt: query.asKnownAt)
    self.init(record, query, timeline, record.plans(of: task, within: limits), at: moment)
  }

  private init(
    _ record: CareRecord, _ query: AdherenceQuery, _ timeline: PatientTimeline, _ plans: [TaskPlan],
    at moment: Instant
  ) {
    (self.record, self.query, self.timeline, self.plans) = (record, query, timeline, plans)
    self.moment = moment
    moments = QueryMoments(query, in: timeline.zone, outcomes: record.outcomes.count)
    patient = timeline.patient(before: moments.range.upperBound)
  }

  /// Returns the record with another range or other definitions.
  ///
  /// - Parameter query: The new query.
  /// - Precondition: The knowledge cutoff is the same.
  /// - Returns: The record, without compiling anything again.
  package func asked(_ query: AdherenceQuery) -> CompiledRecord {
    precondition(query.asKnownAt == self.query.asKnownAt, "the knowledge cutoff must be the same")
    return CompiledRecord(record, query, timeline, plans, at: moment)
  }

  /// The periods of the query for the patient.
  package var spans: PeriodSpans {
    query.period == .relativeWeek
      ? query.spans(start: start ?? query.range.upperBound) : query.spans
  }

  /// The first day of treatment: the patient's own, or that of the first planned occurrence.
  var start: CivilDate? { patient.start ?? firstPlannedDay }

  /// The day of the first planned occurrence of any task; `nil` if nothing is planned.
  package var firstPlannedDay: CivilDate? { plans.firstPlannedDay(dayBoundary: query.dayBoundary) }

  /// Returns the record and its plans if they are those of a full record without a time of the report: it may also
  /// have superseded holds and later records.
  func timeless(_ full: CareRecord) -> (record: CareRecord, plans: [TaskPlan])? {
    guard query.asKnownAt == nil, record.holds.count == full.holds.count else { return nil }
    if record.tasks.allSatisfy({ $0.undatedSchedule == nil }) { return (full, plans) }
    return record.outcomes.count == full.outcomes.count && record.isDatedAlike(at: moment)
      ? (record, plans) : nil
  }

  /// The day of the report, or the last day of the range if that is earlier.
  package var today: CivilDate {
    moments.day(of: moments.zone.civil(at: min(moments.asOf, moments.range.upperBound)))
  }

  /// The patient's observation period.
  package var observation: ObservationPeriod { timeline.observation }

  /// The latest versions of the tasks, in order of first appearance.
  package var tasks: [CareTask] { plans.map(\.task) }

  /// Returns an error with the patient added to its location.
  func locating(_ error: InputError) -> InputError {
    error.at(source: "patient \(record.patient.id)")
  }
}

/// A conversion of recorded units to those of a target.
package struct ConvertedUnits: Hashable, Sendable, Codable, Comparable {
  /// The recorded units, and those of the target.
  package var from, to: String
  /// The kind of amount, where the conversion depends on it.
  package var kind: String?

  package init(from: String, to: String, kind: String? = nil) {
    (self.from, self.to, self.kind) = (from, to, kind)
  }

  package static func < (a: ConvertedUnits, b: ConvertedUnits) -> Bool {
    (a.from, a.to, a.kind ?? "") < (b.from, b.to, b.kind ?? "")
  }
}

extension CompiledRecord {
  /// The numbers of recorded amounts that are converted to the unit of a target, in and outside the query's
  /// range.
  package var conversions: [ConvertedUnits: Int] {
    var counts: [ConvertedUnits: Int] = [:]
    let (outcomes, names) = (record.outcomes, record.outcomes.names)
    let targets = Dictionary(
      plans.compactMap { plan in
        names.known(plan.last.task.id).map { ($0, plan.targets) }
      }
    ) { first, _ in first }
    for (index, run) in outcomes.runs.enumerated() {
      guard let targets = targets[run.task], targets.contains(where: { $0.units != nil }) else {
        continue
      }
      let units = CreditedUnits(targets, in: names)
      if run.isPlain, run.units < 0 || units.takes(Int32(run.units)) { continue }
      for position in outcomes.rows(ofRun: index) {
        let row = outcomes.rows[position]
        if !row.marks.contains(.detailed), row.units < 0 || units.takes(Int32(row.units)) {
          continue
        }
        count(outcomes[position], targets, in: &counts)
      }
    }
    return counts
  }

  private func count(
    _ outcome: Outcome, _ targets: [ScheduleElement.Target], in counts: inout [ConvertedUnits: Int]
  ) {
    guard outcome.status == .completed else { return }
    for value in outcome.values {
      guard let from = value.units, let to = targets.units(for: value, by: query.conversions) else {
        continue
      }
      let kind = query.conversions.asks(forKindOf: value, to: to) ? value.kind : nil
      counts[ConvertedUnits(from: from, to: to, kind: kind), default: 0] += 1
    }
  }
}

extension TaskPlan {
  /// All that any of its occurrences asks for.
  fileprivate var targets: [ScheduleElement.Target] {
    var targets: [ScheduleElement.Target] = []
    for part in parts {
      // A span lends its elements, where an array would copy each.
      let own = part.elements
      let elements = own.span
      for index in elements.indices { targets += elements[index].targets }
      for change in part.occurrences.schedule.overrides.values { targets += change.targets ?? [] }
    }
    return targets
  }
}
