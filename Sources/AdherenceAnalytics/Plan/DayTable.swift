import Scheduling

/// When the days of a zone begin, kept from task to task and from patient to patient.
struct DayTable {
  /// The name of the zone; a traveller's zone itself takes half a megabyte.
  private var zone: String?
  private var boundary = CivilTime.midnight
  private var days = 0..<0
  private var starts: [Int64] = []

  /// The most days that are kept: a century.
  private static let limit = 36_600

  /// Whether the days are those of a query in a patient's zone.
  fileprivate func isOf(_ moments: QueryMoments) -> Bool {
    zone == moments.zone.id && boundary == moments.boundary
  }

  /// Makes the starts of days known, and of the day after them.
  ///
  /// - Returns: `false` where they are too many to be worth it.
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

  /// The first instant of a day that is covered.
  ///
  /// Safe: an index that is none traps, whatever the difference wraps to.
  func start(of day: Int) -> Int64 { starts[day &- days.lowerBound] }

  /// The local time at which a day ends.
  ///
  /// Safe: days are those of the calendar.
  func localEnd(of day: Int) -> Int64 {
    Int64(day &+ 1) &* 86_400 &+ Int64(boundary.secondOfDay)
  }
}

/// The days of a few zones, between which the patients of a cohort alternate.
struct DayTables {
  private var tables: [DayTable] = []
  /// The table that was found last.
  private var last = 0

  /// The most zones whose days are kept; a traveller's take the place of the zone found longest ago, or so.
  private static let limit = 16

  /// Makes the starts of days known, and of the day after them; `nil` where they are too many to be worth it.
  mutating func table(covering days: ClosedRange<Int>, _ moments: QueryMoments) -> DayTable? {
    if !tables.indices.contains(last) || !tables[last].isOf(moments) {
      last = tables.firstIndex { $0.isOf(moments) } ?? vacate()
    }
    return tables[last].cover(days, moments) ? tables[last] : nil
  }

  /// The place of a table for another zone.
  private mutating func vacate() -> Int {
    guard tables.count == DayTables.limit else {
      tables.append(DayTable())
      return tables.count - 1
    }
    return (last + 1) % tables.count
  }
}

/// The seconds of a day, and its number.
///
/// Safe: local seconds are those of the calendar, less a boundary of a day at most; of others the number
/// means nothing, and traps nowhere.
package enum DayNumber {
  /// The number of the day, since 1970, that holds a local second of the calendar.
  ///
  /// The divisor is known to the compiler, and the dividend never negative.
  package static func of(_ local: Int64) -> Int {
    let era: Int64 = 1_000_000
    return Int(truncatingIfNeeded: UInt64(bitPattern: local &+ era &* 86_400) / 86_400) &- Int(era)
  }

  /// The number of the day to which a local second is attributed where days begin so many seconds after
  /// midnight.
  ///
  /// The calendar has no day before its first, which gets what comes before its beginning too.
  package static func of(_ local: Int64, boundary: Int64) -> Int {
    max(of(local &- boundary), CivilDate.first.dayNumber)
  }
}
