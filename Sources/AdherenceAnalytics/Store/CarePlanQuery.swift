/// Which care plans a query asks for.
///
/// Of plans with several versions, filters look at the newest, or at the newest in the range.
public struct CarePlanQuery: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The groups to choose, `nil` among them for plans without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which a plan must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for plans without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The time for which the newest version is wanted; `nil` gives all versions.
  public var range: DateRange?
  /// The order of the answer; empty for that in which they were first written.
  public var sortedBy: [SortOrder<Key>] = []
  /// How many of the first plans to leave out; 0 or more.
  public var offset = 0
  /// The most plans to return; 0 or more.
  public var limit: Int?

  /// What plans are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case effectiveFrom, title, group
    /// When the version that filters look at was recorded.
    case recorded
  }

  /// Chooses all plans.
  public init() {}

  /// Chooses plans by their ids.
  public init(ids: Set<String>) { self.ids = ids }
}

extension CarePlanQuery: RecordQuery {}

extension CarePlanQuery.Key: SortKey {
  func value(of thing: Thing<CarePlan>) -> SortValue {
    switch self {
    case .effectiveFrom: thing.effectiveFrom
    case .title: SortValue(thing.newest.title)
    case .group: SortValue(thing.newest.group)
    case .recorded: thing.recorded
    }
  }
}
