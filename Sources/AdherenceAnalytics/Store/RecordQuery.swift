/// A query of patients.
public typealias PatientQuery = RecordQuery<Patient>
/// A query of care plans.
public typealias CarePlanQuery = RecordQuery<CarePlan>
/// A query of contacts.
public typealias ContactQuery = RecordQuery<Contact>
/// A query of tasks.
public typealias TaskQuery = RecordQuery<CareTask>
/// A query of outcomes.
public typealias OutcomeQuery = RecordQuery<Outcome>

/// A query of records of one kind: patients, care plans, contacts, tasks or outcomes.
///
/// Filters apply to the newest version, or to the newest in the range.
public struct RecordQuery<Record>: Hashable, Sendable {
  /// The ids to match; `nil` for all.
  public var ids: Set<String>?
  /// The groups to match, with `nil` for records without one; `nil` for all.
  public var groups: Set<String?>?
  /// The tags of which a record must have one; `nil` for all.
  public var tags: Set<String>?
  /// The ids in another system, with `nil` for records without one; `nil` for all.
  public var remoteIDs: Set<String?>?
  /// The time range of which the newest version is returned; `nil` returns all versions, which evaluation
  /// needs.
  ///
  /// An outcome's time is that of its planned occurrence, or without one that of its event. Without a range,
  /// versions that delete an outcome are included.
  public var range: DateRange?
  /// The sort order; empty for the order of first writing.
  ///
  /// For patients, offset and limit refer to this order, and patients alone are fetched in it, but whole
  /// records are always in order of the patients' ids.
  public var sortedBy: [SortOrder] = []
  /// The number of entities to skip; 0 or more.
  public var offset = 0
  /// The maximum number of entities to return; 0 or more.
  public var limit: Int?

  /// Filters specific to some kinds.
  struct Links: Hashable, Sendable {
    var carePlans: Set<String?>?
    var carePlanRemoteIDs: Set<String>?
    var tasks: Set<String>?
    var taskRemoteIDs: Set<String>?
    var excludesTasksWithNoEvents = false
  }

  var links = Links()

  /// Creates a query by ids and groups; by default all records match.
  public init(ids: Set<String>? = nil, groups: Set<String?>? = nil) {
    self.ids = ids
    self.groups = groups
  }
}

extension RecordQuery where Record == CareTask {
  /// The ids of care plans, with `nil` for tasks without one; `nil` for all.
  public var carePlans: Set<String?>? {
    get { links.carePlans }
    set { links.carePlans = newValue }
  }

  /// The care plans' ids in another system; `nil` for all.
  public var carePlanRemoteIDs: Set<String>? {
    get { links.carePlanRemoteIDs }
    set { links.carePlanRemoteIDs = newValue }
  }

  /// Whether to exclude tasks without an occurrence in progress in the range while the version is effective.
  ///
  /// Without a range none is excluded. Quotas and as-needed use are always in progress.
  public var excludesTasksWithNoEvents: Bool {
    get { links.excludesTasksWithNoEvents }
    set { links.excludesTasksWithNoEvents = newValue }
  }
}

extension RecordQuery where Record == Contact {
  /// The ids of care plans, with `nil` for contacts without one; `nil` for all.
  public var carePlans: Set<String?>? {
    get { links.carePlans }
    set { links.carePlans = newValue }
  }

  /// The care plans' ids in another system; `nil` for all.
  public var carePlanRemoteIDs: Set<String>? {
    get { links.carePlanRemoteIDs }
    set { links.carePlanRemoteIDs = newValue }
  }
}

extension RecordQuery where Record == Outcome {
  /// The ids of tasks to match; `nil` for all.
  public var tasks: Set<String>? {
    get { links.tasks }
    set { links.tasks = newValue }
  }

  /// The tasks' ids in another system; `nil` for all.
  public var taskRemoteIDs: Set<String>? {
    get { links.taskRemoteIDs }
    set { links.taskRemoteIDs = newValue }
  }
}
