/// All that is known of one patient: the unit of work.
///
/// Everything downstream is a pure function of one record, so that it runs on one core, on all, or in
/// the partitions of another engine without change.
public struct CareRecord: Hashable, Sendable {
  /// Whose record it is.
  public var patient: Patient
  /// What the patient is asked to do, ids unique.
  public var tasks: [CareTask]
  /// What was recorded, in any order.
  public var outcomes: [Outcome]
  /// When plans rest.
  public var holds: [Hold]

  /// Creates a record.
  public init(
    patient: Patient, tasks: [CareTask] = [], outcomes: [Outcome] = [], holds: [Hold] = []
  ) {
    self.patient = patient
    self.tasks = tasks
    self.outcomes = outcomes
    self.holds = holds
  }
}
