/// Which patients a query is about.
///
/// Of patients with several versions, filters look at the newest, or at the newest in the range.
public struct PatientQuery: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The groups to choose, `nil` among them for patients without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which a patient must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for patients without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The time in which a patient must be known; `nil` gives all versions.
  public var range: DateRange?
  /// The order in which offset and limit count, and in which patients alone are fetched.
  ///
  /// Records come in order of their patients' ids all the same.
  public var sortedBy: [SortOrder<Key>] = []
  /// How many of the first to leave out; 0 or more.
  public var offset = 0
  /// The most to return; 0 or more.
  public var limit: Int?

  /// What patients are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case effectiveFrom, givenName, familyName, group
    /// When the version that filters look at was recorded.
    case recorded
  }

  /// Chooses all patients.
  public init() {}

  /// Chooses patients by their ids.
  public init(ids: Set<String>) { self.ids = ids }
}

extension PatientQuery: RecordQuery {}

extension PatientQuery.Key: SortKey {
  func value(of thing: Thing<Patient>) -> SortValue {
    switch self {
    case .effectiveFrom: thing.effectiveFrom
    case .givenName: SortValue(thing.newest.givenName)
    case .familyName: SortValue(thing.newest.familyName)
    case .group: SortValue(thing.newest.group)
    case .recorded: thing.recorded
    }
  }
}
