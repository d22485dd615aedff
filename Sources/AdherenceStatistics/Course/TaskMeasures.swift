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
  /// Time since the start of treatment, where statistics of a cohort look at it.
  var time: TreatmentWeeks?
}
