/// What the values of a column are and how they lie in memory, as the format string of its schema says.
///
/// A column whose values stand in a dictionary has the type of its indices; ``ArrowField`` has the values' own.
package enum ArrowType: Hashable, Sendable {
  /// Nothing but nulls, without buffers.
  case null
  /// One bit each.
  case boolean
  case integer(bytes: Int, isSigned: Bool)
  case float(bytes: Int)
  case decimal(precision: Int, scale: Int, bytes: Int)
  case text(Extent)
  case binary(Extent)
  case fixedBinary(bytes: Int)
  case date(DateUnit)
  /// The time of a day.
  case time(TimeUnit)
  /// A moment: an instant where the column has a zone, which says how to show it, and the reading of a clock
  /// on the wall where it has none.
  case timestamp(TimeUnit, zone: String?)
  case duration(TimeUnit)
  /// Months, days and times of day of which nobody knows how long they are.
  case interval
  case list(ListExtent)
  case fixedList(count: Int)
  case structure
  case map
  case union
  case runEndEncoded

  /// How it is known where a text or some bytes begin and end.
  package enum Extent: Hashable, Sendable {
    /// By offsets in four bytes.
    case small
    /// By offsets in eight bytes.
    case large
    /// By sixteen bytes that hold a short text or say where it is.
    case view
  }

  /// How it is known where the entries of a list begin and end.
  package enum ListExtent: Hashable, Sendable {
    case small, large, smallView, largeView
  }

  /// What a date counts since 1970-01-01.
  package enum DateUnit: Hashable, Sendable {
    case days, milliseconds
  }

  /// What a time counts.
  package enum TimeUnit: String, CaseIterable, Hashable, Sendable {
    case seconds = "s"
    case milliseconds = "m"
    case microseconds = "u"
    case nanoseconds = "n"

    /// How many of them make a second.
    package var perSecond: Int64 {
      switch self {
      case .seconds: 1
      case .milliseconds: 1_000
      case .microseconds: 1_000_000
      case .nanoseconds: 1_000_000_000
      }
    }
  }
}
