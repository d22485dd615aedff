public import AdherenceAnalytics
import Scheduling

/// Computes measures by task, reusing its buffers; each worker needs its own.
///
///     let measures = MeasureEvaluator()
///     var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 7)))
///     let answer = measures.measures(of: record, by: &evaluator)
///     print(answer.tasks[0]["persistenceDays"]!)  // count(7)
public final class MeasureEvaluator {
  /// The parameters.
  public let parameters: MeasureParameters
  /// The measures to compute.
  public let groups: Set<MeasureGroup>
  /// Whether measures are computed for a ``CohortCollection``.
  private let keepsTime: Bool
  private var days = DoseDays()
  /// The days of the whole plan, if it extends beyond the query range.
  private var planDays = DoseDays()
  private var doses = EvaluableDoses()
  private var doseIntervals = DoseIntervals()
  private let scratch = SignalScratch()
  private let interval: BlockInterval

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - parameters: The parameters.
  ///   - groups: The measures to compute.
  ///   - forCohort: Whether cohort statistics will be collected.
  public init(
    _ parameters: MeasureParameters = MeasureParameters(),
    groups: Set<MeasureGroup> = Set(MeasureGroup.allCases), forCohort: Bool = false
  ) {
    self.parameters = parameters
    self.groups = forCohort ? groups.union([.phases]) : groups
    keepsTime = forCohort
    interval = BlockInterval(level: parameters.confidence)
  }

  /// Summarises a patient, and computes the measures of each task.
  ///
  /// - Parameters:
  ///   - record: The patient's record.
  ///   - evaluator: The evaluator of the query.
  /// - Returns: The summary with measures; tasks that cannot be evaluated are omitted.
  public func measures(
    of record: CareRecord, by evaluator: inout AdherenceEvaluator
  ) -> PatientMeasures {
    evaluate(CompiledRecord(record, evaluator.query), by: &evaluator).measures
  }

  /// Evaluates a patient, and computes the measures of each task, matching each only once.
  ///
  /// - Parameters:
  ///   - compiled: The patient's record, compiled for the evaluator's query.
  ///   - evaluator: The evaluator of the query.
  ///   - options: The additional results to compute for each task.
  ///   - windows: The rolling windows to evaluate at the end of each day.
  ///   - body: Called for each evaluated task in order, with its course (in reused memory), its
  ///     measures, and its evaluation if requested.
  /// - Returns: The patient, and the summary with measures.
  public func evaluate(
    _ compiled: CompiledRecord, by evaluator: inout AdherenceEvaluator,
    options: EvaluationOptions = [], rolling windows: [RollingWindow] = [],
    eachTask body: (TaskCourse, TaskMeasures, TaskEvaluation?) -> Void = { _, _, _ in }
  ) -> (record: EvaluatedRecord, measures: PatientMeasures) {
    var tasks: [TaskMeasures] = []
    let own: EvaluationOptions = groups.contains(.phases) ? [.course, .wholePlan] : .course
    let evaluated = evaluator.evaluate(compiled, options: options.union(own), rolling: windows) {
      course, evaluation in
      var measures = measures(of: course)
      measures.observedTo = compiled.observation.to
      measures.showsStopsAtObservationEnd =
        keepsTime
        && compiled.showsStopsAtObservationEnd(of: course.task, gapDays: parameters.gapDays)
      tasks.append(measures)
      body(course, measures, evaluation)
    }
    return (evaluated, PatientMeasures(summary: evaluated.summary, tasks: tasks))
  }

  /// Computes the measures of a task.
  ///
  /// - Complexity: O(*n*) for *n* days, occurrences and events; trends are quadratic in weeks.
  public func measures(of course: borrowing TaskCourse) -> TaskMeasures {
    days.take(course.own)
    doses.take(course)
    var measures = TaskMeasures()
    let nominal = NominalInterval.seconds(of: course.occurrences)
    measures.task = course.task
    measures.taking = TakingAdherence(days)
    measures.unscheduled = course.unscheduled
    measures.quotas = QuotaTaking(days.quotas)
    measures.planEnd = course.planEnd.map { CivilDate(dayNumber: $0) }
    if groups.contains(.taking) {
      measures.weeks = days.weeks.map { WeekShare($0) }
      measures.interval = interval.interval(of: measures.weeks)
    }
    if groups.contains(.targets) { measures.targets = TargetCredits(course.occurrences) }
    addPhases(of: course, nominal: nominal, to: &measures)
    addTimes(of: course, nominal: nominal, to: &measures)
    if groups.contains(.signals) {
      measures.rolling = RollingFigures(days, length: parameters.rollingDays)
    }
    if groups.contains(.trend) { measures.trend = trend() }
    if groups.contains(.patterns) { measures.patterns = DosePatterns(days, doses) }
    if keepsTime, let start = course.start {
      measures.time = TreatmentWeeks(days, from: start, hours: course.eventHours)
    }
    return measures
  }

  private func addPhases(
    of course: borrowing TaskCourse, nominal: Int64, to measures: inout TaskMeasures
  ) {
    guard groups.contains(.phases) else { return }
    if let whole = course.whole { planDays.take(whole) }
    addPhases(of: course, parameters, to: &measures)
    let plan = course.whole ?? course.own
    let regularity = course.whole.map { NominalInterval.seconds(of: $0.occurrences) } ?? nominal
    let quotas = plan.quotas.map(\.interval).min()
    measures.regularity =
      plan.occurrences.isEmpty
      ? quotas ?? Int(regularity)
      : min(Int(regularity), quotas ?? .max)
    measures.firstDay = plan.firstDay.map { CivilDate(dayNumber: $0) }
  }

  /// Adds the phases and drug holidays for some parameters, given the days of the course.
  func addPhases(
    of course: borrowing TaskCourse, _ parameters: MeasureParameters,
    to measures: inout TaskMeasures
  ) {
    let phases =
      if let whole = course.whole {
        TreatmentPhases(whole, planDays, in: course.days, parameters)
      } else {
        TreatmentPhases(course.own, days, in: course.days, parameters)
      }
    measures.phases = phases
    measures.holidays = days.holidays(in: phases, minimum: parameters.holidayDays)
  }

  /// The days that phases are computed from: those of the whole plan where they were read, else those of the range.
  func observedDays(of course: borrowing TaskCourse) -> DoseDays {
    course.whole == nil ? days : planDays
  }

  private func addTimes(
    of course: borrowing TaskCourse, nominal: Int64, to measures: inout TaskMeasures
  ) {
    if groups.isDisjoint(with: [.timing, .coverage]) { return }
    doseIntervals.take(course, doses)
    if groups.contains(.timing) { addTiming(parameters, to: &measures) }
    if groups.contains(.coverage) {
      measures.coverage = TherapeuticCoverage(
        course, doses, doseIntervals, nominal: nominal, parameters)
    }
  }

  /// Adds the timing for some parameters, given the doses and intervals of the course.
  func addTiming(_ parameters: MeasureParameters, to measures: inout TaskMeasures) {
    measures.timing = DoseTiming(doses, doseIntervals, parameters, scratch)
  }

  private func trend() -> Estimate<Trend> {
    let weeks = days.weeks
    return Trend.find(
      in: weeks.map(\.ratio),
      at: weeks.map { Int32($0.number - weeks[0].number) }, level: parameters.confidence,
      scratch: scratch)
  }
}
