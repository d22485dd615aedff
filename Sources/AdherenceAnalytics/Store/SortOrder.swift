import Scheduling

/// A property to sort by, and in which direction.
///
/// What a record does not have comes first when ascending. What is equal by all properties keeps the
/// order in which it was first written.
public enum SortOrder: Hashable, Sendable {
  case ascending(SortKey)
  case descending(SortKey)

  var key: SortKey {
    switch self {
    case .ascending(let key), .descending(let key): key
    }
  }

  var isAscending: Bool { self == .ascending(key) }
}

/// A property that records are sorted by; one that a kind does not have leaves its order as it is.
public enum SortKey: String, CaseIterable, Hashable, Sendable {
  /// When a version begins to hold, of all but outcomes.
  case effectiveFrom
  /// The title of a care plan, contact or task.
  case title
  /// A name of a patient or contact.
  case givenName, familyName
  case group
  /// When an outcome happened.
  case time
  /// When the version that filters look at was recorded.
  case recorded
}

/// What a property is compared by; nothing comes before anything.
enum SortValue: Comparable {
  case nothing
  case instant(Instant)
  case text(String)

  init(_ text: String?) { self = text.map(SortValue.text) ?? .nothing }
  init(_ instant: Instant?) { self = instant.map(SortValue.instant) ?? .nothing }
}
