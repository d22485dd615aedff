/// The type and memory layout of a column, as stated by the format string of its schema.
///
/// A dictionary-encoded column has the type of its indices; ``ArrowField`` has the value type.
package enum ArrowType: Hashable, Sendable {
  /// Only nulls, without buffers.
  case null
  /// Bits.
  case boolean
  case integer(bytes: Int, isSigned: Bool)
  case float(bytes: Int)
  case decimal(precision: Int, scale: Int, bytes: Int)
  case text(Extent)
  case binary(Extent)
  case fixedBinary(bytes: Int)
  case date(DateUnit)
  /// A time of day.
  case time(TimeUnit)
  /// An instant with a display zone, or a local time if the column has no zone.
  case timestamp(TimeUnit, zone: String?)
  case duration(TimeUnit)
  /// Months, days and times of unknown length.
  case interval
  case list(ListExtent)
  case fixedList(count: Int)
  case structure
  case map
  case union
  case runEndEncoded

  /// The encoding of the range of a text or binary value.
  package enum Extent: Hashable, Sendable {
    /// 32-bit offsets.
    case small
    /// 64-bit offsets.
    case large
    /// 16-byte views that contain a short text or refer to a long one.
    case view
  }

  /// The encoding of the range of a list's elements.
  package enum ListExtent: Hashable, Sendable {
    case small, large, smallView, largeView
  }

  /// The unit of dates, counted from 1970-01-01.
  package enum DateUnit: Hashable, Sendable {
    case days, milliseconds
  }

  /// The unit of times.
  package enum TimeUnit: String, CaseIterable, Hashable, Sendable {
    case seconds = "s"
    case milliseconds = "m"
    case microseconds = "u"
    case nanoseconds = "n"

    /// The number of units per second.
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
