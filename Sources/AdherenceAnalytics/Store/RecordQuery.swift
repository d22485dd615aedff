import Scheduling

/// Which patients a query is about.
public typealias PatientQuery = RecordQuery<Patient>
/// Which care plans a query asks for.
public typealias CarePlanQuery = RecordQuery<CarePlan>
/// Which contacts a query asks for.
public typealias ContactQuery = RecordQuery<Contact>
/// Which tasks a query asks for.
public typealias TaskQuery = RecordQuery<CareTask>
/// Which outcomes a query asks for.
public typealias OutcomeQuery = RecordQuery<Outcome>

/// Which records of one kind a query asks for: patients, care plans, contacts, tasks or outcomes.
///
/// Of what has several versions, filters look at the newest, or at the newest in the range.
public struct RecordQuery<Record>: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The groups to choose, `nil` among them for records without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which a record must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for records without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The time for which the newest version is wanted; `nil` gives all versions, which evaluations need.
  ///
  /// An outcome lies where its occurrence was planned, or without one where its event does. Without a
  /// range, versions that take an outcome back come along.
  public var range: DateRange?
  /// The order of the answer; empty for that in which records were first written.
  ///
  /// For patients it is the order in which offset and limit count, and in which patients alone are
  /// fetched: whole records come in order of their patients' ids all the same.
  public var sortedBy: [SortOrder] = []
  /// How many of the first to leave out; 0 or more.
  public var offset = 0
  /// The most to return; 0 or more.
  public var limit: Int?

  /// The filters that only some kinds have.
  struct Links: Hashable, Sendable {
    var carePlans: Set<String?>?
    var carePlanRemoteIDs: Set<String>?
    var tasks: Set<String>?
    var taskRemoteIDs: Set<String>?
    var excludesTasksWithNoEvents = false
  }

  var links = Links()

  /// Chooses records by their ids and groups; all unless told otherwise.
  public init(ids: Set<String>? = nil, groups: Set<String?>? = nil) {
    self.ids = ids
    self.groups = groups
  }
}

extension RecordQuery where Record == CareTask {
  /// The ids of care plans, `nil` among them for tasks without one; `nil` leaves them open.
  public var carePlans: Set<String?>? {
    get { links.carePlans }
    set { links.carePlans = newValue }
  }

  /// The care plans' names in another system; `nil` leaves them open.
  public var carePlanRemoteIDs: Set<String>? {
    get { links.carePlanRemoteIDs }
    set { links.carePlanRemoteIDs = newValue }
  }

  /// Whether to leave out tasks of which nothing is under way in the range while the version holds.
  ///
  /// Without a range it leaves out none. Quotas and what is taken as needed are always under way.
  public var excludesTasksWithNoEvents: Bool {
    get { links.excludesTasksWithNoEvents }
    set { links.excludesTasksWithNoEvents = newValue }
  }
}

extension RecordQuery where Record == Contact {
  /// The ids of care plans, `nil` among them for contacts without one; `nil` leaves them open.
  public var carePlans: Set<String?>? {
    get { links.carePlans }
    set { links.carePlans = newValue }
  }

  /// The care plans' names in another system; `nil` leaves them open.
  public var carePlanRemoteIDs: Set<String>? {
    get { links.carePlanRemoteIDs }
    set { links.carePlanRemoteIDs = newValue }
  }
}

extension RecordQuery where Record == Outcome {
  /// The ids of tasks to choose; `nil` leaves them open.
  public var tasks: Set<String>? {
    get { links.tasks }
    set { links.tasks = newValue }
  }

  /// The tasks' names in another system; `nil` leaves them open.
  public var taskRemoteIDs: Set<String>? {
    get { links.taskRemoteIDs }
    set { links.taskRemoteIDs = newValue }
  }
}
