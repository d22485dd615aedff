/// All data of one patient: the unit of evaluation.
///
/// All results are pure functions of one record, so they can be computed on one core, on all, or in the
/// partitions of another engine.
///
///     let monday = CivilDate("2025-01-06")!
///     let tablet = CareTask(id: "tablet", schedule: .daily(at: [CivilTime("08:00")!], from: monday))
///     let record = CareRecord(
///       patient: Patient(id: "ann", zone: Zone("Europe/Berlin")!), tasks: [tablet],
///       outcomes: [Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)])
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     print(record.adherence(query).total.periods[0].ratio!)  // 0.25
public struct CareRecord: Hashable, Sendable {
  /// The latest version of the patient.
  public var patient: Patient
  /// The versions before ``patient``, in order of recording; they are effective one after the other, as the
  /// versions of a task are.
  public var earlierPatients: [Patient] = []
  /// The tasks; those with the same id are versions of one task.
  public var tasks: [CareTask]
  /// The recorded outcomes, in any order.
  public var outcomes: OutcomeTable
  /// The holds of plans.
  public var holds: [Hold]
  /// The care plans.
  public var carePlans: [CarePlan] = []
  /// The patient's contacts.
  public var contacts: [Contact] = []
  /// Whether the patient's data could not be read, so that there are no results.
  package var isRejected = false

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
