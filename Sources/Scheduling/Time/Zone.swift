public import Diagnostics

/// A time zone: an id, and the table of its UTC offsets.
///
/// The table is created once per zone and process, and covers the whole calendar.
///
///     let newYork = Zone("America/New_York")!
///     let landing = Instant("2025-06-10T22:00:00Z")!
///     let dublin = Zone.Arrival(from: landing, zone: Zone("Europe/Dublin")!)
///     let traveller = Zone(home: newYork, arrivals: [dublin])
///     print(traveller.civil(at: landing.adding(seconds: -1)))  // 2025-06-10T17:59:59
///     print(traveller.civil(at: landing))  // 2025-06-10T23:00:00
///     print(traveller.id)  // America/New_York;2025-06-10T22:00:00Z=Europe/Dublin
public struct Zone: Sendable {
  /// The IANA name, such as `America/New_York`.
  public let id: String
  let table: OffsetTable

  /// Coordinated Universal Time.
  public static let utc = Zone(id: "UTC", table: OffsetTable(initialOffset: 0, changes: []))

  /// Returns the offset at an instant, in seconds east of UTC.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset.
  public func offset(at instant: Instant) -> Int {
    Int(table.offsets[table.segment(at: instant.seconds)])
  }

  /// Returns the local time at an instant, clamped to the calendar.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(clamping: instant.adding(seconds: Int64(offset(at: instant))).seconds)
  }

  /// Returns the first instant at which the local time is at or after a given one.
  ///
  /// For a time in a gap that is the instant of the change; in an overlap, the first of the two. For midnight
  /// it is the start of the day, whether or not that midnight exists. The result is monotonic, even for a
  /// traveller's clocks.
  public func firstInstant(atOrAfter local: CivilDateTime) -> Instant {
    Instant(seconds: table.firstInstant(atOrAfter: local.localSeconds))
  }

  /// Returns the range of local seconds around one with the same constant offset; `nil` near a change of
  /// offset.
  package func cleanTimes(
    aboutLocal local: Int64
  ) -> (times: Range<Int64>, offset: Int64)? { table.cleanTimes(aboutLocal: local) }
}

extension Zone: Hashable {
  /// Compares the ids.
  public static func == (a: Zone, b: Zone) -> Bool { a.id == b.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Zone {
  /// Returns the zone with clocks that are a number of seconds behind.
  ///
  /// A local time in it is equivalent to the local time `seconds` later in this zone, including gaps,
  /// overlaps and journeys. A plan whose clock was stopped for a while is evaluated unchanged in it, and its
  /// local times are converted to those of this zone by adding the seconds.
  ///
  /// Its ``id`` is not that of a zone and cannot be parsed.
  ///
  /// - Complexity: O(*n*) for *n* changes of offset.
  package func displaced(by seconds: Int64) -> Zone {
    guard seconds != 0 else { return self }
    return Zone(id: "\(id) \(-seconds)s", table: OffsetTable(table, displacedBy: seconds))
  }
}

extension Zone {
  /// The regions in the names of zones.
  package static let regions = [
    "America", "Europe", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
    "Antarctica", "Arctic", "US", "Canada", "Brazil", "Chile", "Mexico",
  ]

  /// Returns the zone whose name has a location as its last part, as in summaries.
  package static func ofTown(_ town: String) -> Zone? {
    let words = town.split(separator: " ")
    let joined = words.joined(separator: "_")
    let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: "_")
    for name in [joined, capitalized] {
      for region in Zone.regions {
        if let zone = Zone("\(region)/\(name)") { return zone }
      }
    }
    return nil
  }
}

extension Zone {
  /// Appends the first instant of each of a range of days, which begin at a time of day.
  ///
  /// A day that would begin in a gap begins at its end, and one that would begin in an overlap at the first
  /// of the two instants.
  ///
  /// Safe: local times are those of days of the calendar, or of the one behind it.
  ///
  /// - Complexity: O(*n*) for *n* days, at about a nanosecond each.
  package func appendStarts(
    ofDays days: Range<Int>, beginningAt boundary: CivilTime, to starts: inout [Int64]
  ) {
    var local = Int64(days.lowerBound) * 86_400 + Int64(boundary.secondOfDay)
    let end = Int64(days.upperBound) * 86_400 + Int64(boundary.secondOfDay)
    var pieces = PieceCursor(table, at: local)
    starts.reserveCapacity(starts.count + days.count)
    while local < end {
      if let offset = pieces.offset(atLocal: local) {
        starts.append(local &- offset)
      } else {
        starts.append(firstInstant(atOrAfter: CivilDateTime(clamping: local)).seconds)
      }
      local &+= 86_400
    }
  }
}

extension Zone {
  /// A change of offset.
  package struct Change: Hashable, Sendable {
    /// The instant of the change.
    package var at: Instant
    /// The difference in seconds; negative if clocks are set back.
    package var seconds: Int
    /// The local time before the change.
    package var local: CivilDateTime
    /// Whether the change is caused by travel.
    package var isJourney: Bool
  }

  /// Returns the changes in a range, in order.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* of *n* changes.
  package func changes(in range: Range<Instant>) -> [Change] {
    let first = table.starts.partitionPoint { $0 < range.lowerBound.seconds }
    return table.starts.indices[max(1, first)...].prefix {
      table.starts[$0] < range.upperBound.seconds
    }.map { segment in
      let (at, before) = (table.starts[segment], table.offsets[segment - 1])
      return Change(
        at: Instant(seconds: at), seconds: Int(table.offsets[segment] - before),
        local: CivilDateTime(clamping: at + before),
        isJourney: table.journeys.contains(at))
    }
  }
}

extension Zone {
  /// Returns the instant a period later: civil parts are added in local time, then elapsed ones.
  package func instant(_ period: ISODuration, after instant: Instant) -> Instant {
    shift(instant, by: period, 1)
  }

  /// Returns the instant a period earlier: civil parts are subtracted in local time, then elapsed ones.
  package func instant(_ period: ISODuration, before instant: Instant) -> Instant {
    shift(instant, by: period, -1)
  }

  /// Returns the instant of a local time under the default policies: a time in a gap is shifted forward by
  /// its length, and in an overlap the first is used.
  package func instant(meantBy local: CivilDateTime) -> Instant {
    let starts = table.starts(of: local.localSeconds, gap: .shiftForward, overlap: .first)
    return starts.first.map(Instant.init(seconds:)) ?? firstInstant(atOrAfter: local)
  }

  /// Returns the end of a duration; a duration in days of an all-day occurrence that starts at the start of a
  /// day ends at the start of a day.
  package func end(of duration: ISODuration, from start: Instant, isAllDay: Bool) -> Instant {
    let date = civil(at: start).date
    let isOfDays = isAllDay && duration.isOfDays && duration.months == 0
    guard isOfDays, firstInstant(atOrAfter: CivilDateTime(date: date)) == start else {
      return instant(duration, after: start)
    }
    return firstInstant(atOrAfter: CivilDateTime(date: date.adding(days: duration.days)))
  }

  private func shift(_ instant: Instant, by period: ISODuration, _ sign: Int) -> Instant {
    let seconds = Int64(sign * period.seconds)
    guard period.isCivil else { return instant.adding(seconds: seconds) }
    let local = civil(at: instant)
    let date = local.date.adding(months: sign * period.months).adding(days: sign * period.days)
    return firstInstant(atOrAfter: CivilDateTime(date: date, time: local.time))
      .adding(seconds: seconds)
  }
}

extension CivilDate {
  /// Returns the date a number of months later, clamped to the last day of the month and to the calendar.
  public func adding(months: Int) -> CivilDate {
    let (year, month, day) = parts
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    if overflow || sum >= 120_000 { return months < 0 ? .first : .last }
    if sum < 12 { return .first }
    let length = CivilDate.length(ofMonth: sum % 12 + 1, year: sum / 12)
    return CivilDate(
      dayNumber: CivilDate.dayNumber(year: sum / 12, month: sum % 12 + 1, day: min(day, length)))
  }
}

extension InputError.Expected {
  /// A civil date.
  public static let date = Self("date", "a date", "use year-month-day, as in 2024-02-29")
  /// A time of day.
  public static let time = Self("time", "a time of day", "use 24 hours, as in 08:00")
  /// A local date-time.
  public static let dateTime = Self("dateTime", "a local date-time", "as in 2024-01-04T08:00:00")
  /// An instant.
  public static let instant = Self(
    "instant", "an instant", "end it with Z or an offset, as in 2024-01-04T13:00:00Z")
  /// A date, a local date-time or an instant.
  public static let moment = Self(
    "moment", "a date or date-time",
    "as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z")
  /// A date or date-time in the basic format.
  public static let basicMoment = Self(
    "basicMoment", "a date or date-time", "as in 20250301, 20250301T080000 or 20250301T080000Z")
  /// An ISO 8601 duration.
  public static let period = Self("period", "an ISO 8601 period", "as in P1D, PT8H or P1M")
  /// A code of a weekday.
  public static let weekday = Self("weekday", "a weekday", "use MO, TU, WE, TH, FR, SA or SU")
  /// A time zone.
  public static let zone = Self("zone", "a time zone", cure: zoneCure)

  private static func zoneCure(_ text: String) -> String {
    if Zone.isLacked(text) {
      return "zone data could not be read as too many files were open: raise the limit, ulimit -n"
    }
    let known = Zone.knownIDs
    if known.isEmpty, !Zone.isKnown("Europe/London") { return "install the zone data: tzdata" }
    return Spelling.suggestion(text, in: known) + "use an IANA name, as in America/New_York"
  }
}
