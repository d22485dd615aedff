/// All that is known of one patient: the unit of work.
///
/// Everything downstream is a pure function of one record, so that it runs on one core, on all, or in
/// the partitions of another engine without change.
///
///     let monday = CivilDate("2025-01-06")!
///     let tablet = CareTask(id: "tablet", schedule: .daily(at: [CivilTime("08:00")!], from: monday))
///     let record = CareRecord(
///       patient: Patient(id: "ann", zone: Zone("Europe/Berlin")!), tasks: [tablet],
///       outcomes: [Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)])
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     print(record.adherence(query).total.periods[0].ratio!)  // 0.25
public struct CareRecord: Hashable, Sendable {
  /// Whose record it is: the patient's newest version.
  public var patient: Patient
  /// The versions before ``patient``, in the order in which they were recorded; all of them hold one
  /// after the other, as versions of a task do.
  public var earlierPatients: [Patient] = []
  /// What the patient is asked to do; tasks with one id are versions of one task.
  public var tasks: [CareTask]
  /// What was recorded, in any order.
  public var outcomes: OutcomeTable
  /// When plans rest.
  public var holds: [Hold]
  /// What the tasks are for.
  public var carePlans: [CarePlan] = []
  /// Who cares.
  public var contacts: [Contact] = []
  /// Whether what was recorded could not be read, so that nothing can be said of the patient.
  package var isSetAside = false

  /// Creates a record.
  public init(
    patient: Patient, tasks: [CareTask] = [], outcomes: [Outcome] = [], holds: [Hold] = []
  ) {
    self.patient = patient
    self.tasks = tasks
    self.outcomes = OutcomeTable(outcomes)
    self.holds = holds
  }

  /// The ids of the tasks, in order of first appearance.
  package var taskIDs: [String] {
    var known: Set<String> = []
    return tasks.map(\.id).filter { known.insert($0).inserted }
  }
}
