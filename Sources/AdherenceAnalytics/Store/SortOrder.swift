import Scheduling

/// A property to sort by, and in which direction.
///
/// What a record does not have comes first when ascending. What is equal by all properties keeps the
/// order in which it was first written.
public enum SortOrder<Key: Hashable & Sendable>: Hashable, Sendable {
  case ascending(Key)
  case descending(Key)

  var key: Key {
    switch self {
    case .ascending(let key), .descending(let key): key
    }
  }

  var isAscending: Bool { self == .ascending(key) }
}

/// What a property is compared by; nothing comes before anything.
enum SortValue: Comparable {
  case nothing
  case instant(Instant)
  case text(String)

  init(_ text: String?) { self = text.map(SortValue.text) ?? .nothing }
}

/// A property by which records of a kind are sorted.
protocol SortKey: Hashable, Sendable {
  associatedtype Record: QueriedRecord
  func value(of thing: Thing<Record>) -> SortValue
}
