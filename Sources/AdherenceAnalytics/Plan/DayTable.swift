import Scheduling

/// A cache of the starts of days in a zone, shared by tasks and patients.
struct DayTable {
  /// The id of the zone; storing a traveller's zone itself would take half a megabyte.
  private var zone: String?
  private var boundary = CivilTime.midnight
  private var days = 0..<0
  private var starts: [Int64] = []

  /// The maximum number of days that are cached: four centuries, in about a megabyte.
  private static let limit = 150_000

  /// Returns whether the cache is for a query in a patient's zone.
  fileprivate func isOf(_ moments: QueryMoments) -> Bool {
    zone == moments.zone.id && boundary == moments.boundary
  }

  /// Ensures that the starts of days, and of the day after them, are cached.
  ///
  /// - Returns: `false` if they are too many to be cached.
  fileprivate mutating func cover(_ wanted: ClosedRange<Int>, _ moments: QueryMoments) -> Bool {
    let wanted = wanted.lowerBound..<(wanted.upperBound + 2)
    if isOf(moments) {
      if days.lowerBound <= wanted.lowerBound, wanted.upperBound <= days.upperBound { return true }
    } else {
      days = wanted
    }
    let all =
      min(days.lowerBound, wanted.lowerBound)..<max(days.upperBound, wanted.upperBound)
    days = all.count <= DayTable.limit ? all : wanted
    guard days.count <= DayTable.limit else {
      zone = nil
      return false
    }
    (zone, boundary) = (moments.zone.id, moments.boundary)
    starts.removeAll(keepingCapacity: true)
    moments.zone.appendStarts(ofDays: days, beginningAt: boundary, to: &starts)
    return true
  }

  /// Returns the first instant of a cached day.
  ///
  /// Safe: an index that is none traps, whatever the difference wraps to.
  func start(of day: Int) -> Int64 { starts[day &- days.lowerBound] }

  /// Returns the local time at which a day ends.
  ///
  /// Safe: days are those of the calendar.
  func localEnd(of day: Int) -> Int64 {
    Int64(day &+ 1) &* 86_400 &+ Int64(boundary.secondOfDay)
  }
}

/// Caches for a few zones, between which the patients of a cohort alternate.
struct DayTables {
  private var tables: [DayTable] = []
  /// The index of the most recently used table.
  private var last = 0

  /// The maximum number of zones; beyond it, approximately the least recently used table is replaced.
  private static let limit = 16

  /// Returns a table with the starts of days and of the day after them; `nil` if they are too many to be
  /// cached.
  mutating func table(covering days: ClosedRange<Int>, _ moments: QueryMoments) -> DayTable? {
    if !tables.indices.contains(last) || !tables[last].isOf(moments) {
      last = tables.firstIndex { $0.isOf(moments) } ?? vacate()
    }
    return tables[last].cover(days, moments) ? tables[last] : nil
  }

  /// Returns the index of a table for another zone.
  private mutating func vacate() -> Int {
    guard tables.count == DayTables.limit else {
      tables.append(DayTable())
      return tables.count - 1
    }
    return (last + 1) % tables.count
  }
}

/// Conversion of local seconds to day numbers.
///
/// Safe: local seconds are those of the calendar, less a boundary of a day at most; of others the number
/// means nothing, and traps nowhere.
package enum DayNumber {
  /// Returns the number, since 1970, of the day that contains a local second.
  ///
  /// The divisor is a compile-time constant, and the dividend is never negative.
  package static func of(_ local: Int64) -> Int {
    let era: Int64 = 1_000_000
    return Int(truncatingIfNeeded: UInt64(bitPattern: local &+ era &* 86_400) / 86_400) &- Int(era)
  }

  /// Returns the number of the day to which a local second is attributed if days begin `boundary` seconds
  /// after midnight.
  ///
  /// Times before the first day's boundary are attributed to the first day of the calendar.
  package static func of(_ local: Int64, boundary: Int64) -> Int {
    max(of(local &- boundary), CivilDate.first.dayNumber)
  }
}
