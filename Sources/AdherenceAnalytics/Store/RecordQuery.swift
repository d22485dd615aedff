import Scheduling

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

extension RecordQuery where Record: QueriedRecord {
  /// The query without offset and limit.
  var unlimited: Self {
    var query = self
    (query.offset, query.limit) = (0, nil)
    return query
  }

  /// The query without order, offset and limit.
  var unpaged: Self {
    var query = unlimited
    query.sortedBy = []
    return query
  }

  /// Returns the matching versions of one kind in a record, given in order of recording.
  ///
  /// Filters apply to one version of an entity: the newest, or the newest in the range. Without a range all
  /// versions of a matching entity are returned, since an entity without some of its versions would be a
  /// different one.
  func select(_ versions: some Sequence<Record>, of record: CareRecord) -> [Record] {
    let chosen = page(histories(in: versions, of: record))
    guard sortedBy.isEmpty else { return chosen.flatMap(\.versions) }
    let placed = chosen.flatMap { zip($0.positions, $0.versions) }
    return placed.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the matching entities, each with the requested versions.
  func histories(in versions: some Sequence<Record>, of record: CareRecord) -> [EntityHistory<
    Record
  >] {
    let zone = record.patient.zone
    let instants = range?.instants(in: zone)
    return EntityHistory.histories(of: versions, in: zone).compactMap { history in
      guard let history = instants.map(history.version) ?? history else { return nil }
      return passes(history.newest) && history.newest.passes(self, of: record) ? history : nil
    }
  }

  private func passes(_ version: Record) -> Bool {
    ids.map { ids in version.identity.map(ids.contains) ?? false } != false
      && groups?.contains(version.group) != false
      && tags.map { !$0.isDisjoint(with: version.tags) } != false
      && remoteIDs?.contains(version.remoteID) != false
  }

  /// Sorts entities, and applies offset and limit.
  func page(_ histories: [EntityHistory<Record>]) -> [EntityHistory<Record>] {
    let sorted = sortedBy.isEmpty ? histories : sort(histories)
    return Array(sorted.dropFirst(offset).prefix(limit ?? .max))
  }

  private func sort(_ histories: [EntityHistory<Record>]) -> [EntityHistory<Record>] {
    let keyed = histories.enumerated().map { position, history in
      (history: history, position: position, values: sortedBy.map { history.value(of: $0.key) })
    }
    return keyed.sorted { a, b in
      for (order, (mine, other)) in zip(sortedBy, zip(a.values, b.values)) where mine != other {
        return order.isAscending ? mine < other : other < mine
      }
      return a.position < b.position
    }.map(\.history)
  }
}

/// The versions of one entity that a query has matched.
struct EntityHistory<Record: QueriedRecord> {
  /// The versions in order of recording.
  var versions: [Record]
  /// The index of each version among all of its kind.
  var positions: [Int]
  /// The zone of its patient.
  var zone: Zone

  /// The version that filters and sort orders apply to.
  var newest: Record { versions[versions.count - 1] }

  /// Returns the sort value of a property.
  func value(of key: SortKey) -> SortValue { newest.value(of: key, in: zone) }

  /// Returns the entity with only its newest version in a range; `nil` if it has none.
  func version(in range: Range<Instant>) -> EntityHistory? {
    Record.newest(of: versions, in: range, zone: zone).map { newest in
      EntityHistory(versions: [newest], positions: [positions[0]], zone: zone)
    }
  }

  /// Groups versions by entity, in order of first appearance; indices start at `first`.
  static func histories(of versions: some Sequence<Record>, in zone: Zone, from first: Int = 0)
    -> [EntityHistory]
  {
    var histories: [EntityHistory] = []
    var known: [String: Int] = [:]
    for (index, version) in versions.enumerated() {
      let position = first + index
      if let id = version.identity, let index = known[id] {
        histories[index].versions.append(version)
        histories[index].positions.append(position)
      } else {
        if let id = version.identity { known[id] = histories.count }
        histories.append(EntityHistory(versions: [version], positions: [position], zone: zone))
      }
    }
    return histories
  }
}
