public import AdherenceAnalytics

/// The measures of one patient's task over a query's range.
///
/// Groups that were not asked for are `nil`.
public struct TaskMeasures: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// How much was taken; always there.
  public internal(set) var taking = TakingAdherence()
  /// What was recorded, held against targets.
  public internal(set) var targets: TargetCredits?
  /// The three phases of taking medicines.
  public internal(set) var phases: TreatmentPhases?
  /// The last days before the end of each day.
  public internal(set) var rolling: RollingFigures?
  /// The times of day.
  public internal(set) var slots: [SlotAdherence]?
}

/// Computes measures, task by task, in memory that is used again; each worker needs its own.
public final class MeasureEvaluator {
  /// What the measures take for granted.
  public let parameters: MeasureParameters
  /// Which are computed.
  public let groups: Set<MeasureGroup>
  private var days = DoseDays()

  /// Creates an evaluator.
  public init(
    _ parameters: MeasureParameters = MeasureParameters(),
    groups: Set<MeasureGroup> = MeasureGroup.usual
  ) {
    self.parameters = parameters
    self.groups = groups
  }

  /// Computes the measures of a task.
  ///
  /// - Complexity: O(*n*) for *n* days, occurrences and events; change points and trends are quadratic in
  ///   days and weeks at worst.
  public func measures(of course: borrowing TaskCourse) -> TaskMeasures {
    days.take(course)
    var measures = TaskMeasures()
    measures.task = course.task
    measures.taking = TakingAdherence(course, days)
    if groups.contains(.targets) { measures.targets = TargetCredits(course.occurrences) }
    if groups.contains(.phases) { measures.phases = TreatmentPhases(course, days, parameters) }
    if groups.contains(.signals) {
      measures.rolling = RollingFigures(days, length: parameters.rollingDays)
    }
    if groups.contains(.patterns) { measures.slots = [SlotAdherence](course.occurrences) }
    return measures
  }
}
