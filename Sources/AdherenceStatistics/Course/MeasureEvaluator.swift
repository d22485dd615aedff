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

/// The typical dosing interval of a plan.
enum NominalInterval {
  /// Returns the typical interval in seconds: the distance of days with doses, divided by the doses
  /// per day.
  ///
  /// The mode of distances and numbers is used; of several modes the smallest. Monday, Wednesday
  /// and Friday are two days apart, 08:00 and 20:00 twelve hours. Without occurrences it is a day.
  ///
  /// Safe: places are those of occurrences in memory, the first not behind the second, and days those of the
  /// calendar.
  ///
  /// - Parameter occurrences: All occurrences of the course, in order.
  /// - Returns: The interval.
  static func seconds(of occurrences: [TaskCourse.Occurrence]) -> Int64 {
    var (distances, doses) = (Mode(), Mode())
    occurrences.withUnsafeBufferPointer { occurrences in
      guard var day = occurrences.first?.day else { return }
      var begin = 0
      for place in occurrences.indices where occurrences[place].day != day {
        distances.add(Int(occurrences[place].day &- day).magnitude)
        doses.add(UInt(bitPattern: place &- begin))
        (day, begin) = (occurrences[place].day, place)
      }
      doses.add(UInt(bitPattern: occurrences.count &- begin))
    }
    return max(1, Int64(distances.value() ?? 1) * 86_400 / Int64(doses.value() ?? 1))
  }

  /// The mode of small numbers.
  private struct Mode {
    private var counts: [(value: UInt, count: Int)] = []
    /// The last added value and its pending repetitions.
    private var last: (value: UInt, count: Int) = (0, 0)

    mutating func add(_ value: UInt) {
      if value == last.value { return last.count += 1 }
      settle()
      last = (value, 1)
    }

    private mutating func settle() {
      let (value, count) = last
      if count == 0 { return }
      for index in counts.indices where counts[index].value == value {
        counts[index].count += count
        return
      }
      // Plans have few distinct distances; later ones are not typical.
      if counts.count < 32 { counts.append((value, count)) }
    }

    /// Returns the mode, the smallest if there are several; `nil` if empty.
    mutating func value() -> UInt? {
      settle()
      last.count = 0
      return counts.max { ($0.count, $1.value) < ($1.count, $0.value) }?.value
    }
  }
}

/// A selectable group of measures.
public enum MeasureGroup: String, CaseIterable, Hashable, Sendable, Codable {
  /// Doses taken over doses due, correct dosing, and the interval of the ratio.
  case taking
  /// Initiation, implementation, persistence, drug holidays.
  case phases
  /// The dates of streaks, and the streaks of missed occurrences and of perfect days.
  case streaks
  /// The days by their doses.
  case days
  /// Several tasks as one number.
  case composites
  /// The recorded amounts and the targets that they are compared with.
  case targets
  /// The times at which doses were taken.
  case timing
  /// The ratios of rolling windows.
  case signals
  /// The slope of the weekly ratios and its test.
  case trend
  /// Weekdays, times of day, and transitions between doses.
  case patterns
  /// The share of the time in which the doses worked.
  case coverage

  /// The groups in the table of patients where a report names none: those that a person reads first.
  public static let usual: Set<MeasureGroup> = [.taking, .phases]

  /// Parses group names, including `all` and `none` alone; `nil` if a name is invalid.
  package static func groups(named names: [String]) -> Set<MeasureGroup>? {
    if names == ["all"] { return Set(allCases) }
    if names == ["none"] { return [] }
    let known = names.compactMap(MeasureGroup.init(rawValue:))
    return known.count == names.count ? Set(known) : nil
  }

  /// The names that ``groups(named:)`` takes.
  package static let names = allCases.map(\.rawValue) + ["all", "none"]
}
