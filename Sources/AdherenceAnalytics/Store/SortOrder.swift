import Scheduling

/// A property to sort by, and the direction.
///
/// Missing values come first in ascending order. Entities with equal values stay in order of first writing.
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

/// A property to sort records by; one that a kind does not have is ignored.
public enum SortKey: String, CaseIterable, Hashable, Sendable {
  /// The start of a version's effective time, for all kinds except outcomes.
  case effectiveFrom
  /// The title of a care plan, contact or task.
  case title
  /// A name of a patient or contact.
  case givenName, familyName
  case group
  /// The time of an outcome.
  case time
  /// The time of recording of the version that filters apply to.
  case recorded
}

/// A sort value; `nothing` sorts first.
enum SortValue: Comparable {
  case nothing
  case instant(Instant)
  case text(String)

  init(_ text: String?) { self = text.map(SortValue.text) ?? .nothing }
  init(_ instant: Instant?) { self = instant.map(SortValue.instant) ?? .nothing }
}
