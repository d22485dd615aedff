/// Which contacts a query asks for.
///
/// Of contacts with several versions, filters look at the newest, or at the newest in the range.
public struct ContactQuery: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The groups to choose, `nil` among them for contacts without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which a contact must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for contacts without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The ids of care plans, `nil` among them for contacts without one; `nil` leaves them open.
  public var carePlans: Set<String?>?
  /// The care plans' names in another system; `nil` leaves them open.
  public var carePlanRemoteIDs: Set<String>?
  /// The time for which the newest version is wanted; `nil` gives all versions.
  public var range: DateRange?
  /// The order of the answer; empty for that in which they were first written.
  public var sortedBy: [SortOrder<Key>] = []
  /// How many of the first contacts to leave out; 0 or more.
  public var offset = 0
  /// The most contacts to return; 0 or more.
  public var limit: Int?

  /// What contacts are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case effectiveFrom, givenName, familyName, group
    /// When the version that filters look at was recorded.
    case recorded
  }

  /// Chooses all contacts.
  public init() {}

  /// Chooses contacts by their ids.
  public init(ids: Set<String>) { self.ids = ids }
}

extension ContactQuery: RecordQuery {
  func includes(_ contact: Contact, of record: CareRecord) -> Bool {
    carePlans?.contains(contact.carePlan) != false
      && record.hasCarePlan(contact.carePlan, called: carePlanRemoteIDs)
  }
}

extension ContactQuery.Key: SortKey {
  func value(of thing: Thing<Contact>) -> SortValue {
    switch self {
    case .effectiveFrom: thing.effectiveFrom
    case .givenName: SortValue(thing.newest.givenName)
    case .familyName: SortValue(thing.newest.familyName)
    case .group: SortValue(thing.newest.group)
    case .recorded: thing.recorded
    }
  }
}
