public import Scheduling

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
  /// The events that schedules can follow, with all their versions.
  public var namedEvents: [NamedEvent] = []
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

/// The purpose of a group of tasks, such as recovery after an operation.
public struct CarePlan: Hashable, Sendable {
  /// The id by which tasks refer to the plan, shared by its versions.
  public var id: String
  /// The display name.
  public var title: String?
  /// The start of this version's effective time; `nil` if unbounded.
  public var effectiveFrom: LocalOrInstant?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// The time of deletion, from which the plan's tasks have nothing due; earlier times are unaffected.
  public var deletedAt: LocalOrInstant?
  /// The group in which it is listed.
  public var group: String?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the plan.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// Creates a plan that is always effective.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title
  }
}

/// A record with versions that are effective one after the other, and the properties shared by all kinds.
package protocol VersionedRecord: Hashable, Sendable {
  var id: String { get }
  var effectiveFrom: LocalOrInstant? { get set }
  var recordedAt: Instant? { get set }
  var deletedAt: LocalOrInstant? { get set }
  var tags: [String] { get set }
  var notes: [RecordNote] { get set }
  var remoteID: String? { get set }
  var userInfo: [String: String] { get set }
  /// Returns the start of the version's effective time.
  func begin(in zone: Zone) -> Instant
}

extension VersionedRecord {
  package func begin(in zone: Zone) -> Instant { effectiveFrom?.instant(in: zone) ?? .earliest }
}

extension Patient: VersionedRecord {}
extension CarePlan: VersionedRecord {}
extension Contact: VersionedRecord {}

extension CareTask: VersionedRecord {
  package func begin(in zone: Zone) -> Instant {
    let from = effectiveFrom?.instant(in: zone)
    return from ?? schedule.elements.map { $0.start.instant(in: zone) }.min() ?? .earliest
  }
}

/// The identity of a version among all of its kind and patient.
package struct VersionIdentity: Hashable {
  package let id: String
  private let effectiveFrom: Instant?
  private let recordedAt: Instant?

  /// Creates the identity of a version, with local times resolved in a zone.
  package init(_ record: some VersionedRecord, in zone: Zone) {
    id = record.id
    effectiveFrom = record.effectiveFrom?.instant(in: zone)
    recordedAt = record.recordedAt
  }
}

/// The identity of a version of an outcome or hold.
package struct EventIdentity: Hashable {
  private let id: String
  private let recordedAt: Instant?

  /// Creates the identity of a version; `nil` without an id, and therefore without other versions.
  package init?(_ id: String?, _ recordedAt: Instant?) {
    guard let id else { return nil }
    (self.id, self.recordedAt) = (id, recordedAt)
  }
}
