public import Scheduling

/// A query of a record: days, periods, knowledge cutoff and definitions.
///
///     let january = CivilDate("2025-01-01")!..<CivilDate("2025-02-01")!
///     var query = AdherenceQuery(january, by: .week)
///     query.dayBoundary = CivilTime("03:00")!  // a dose at 00:20 is the evening's
///     query.excusesDeclined = true
///     print(query.spans.map(\.name).joined(separator: " "))
///     // 2025-W01 2025-W02 2025-W03 2025-W04 2025-W05
public struct AdherenceQuery: Hashable, Sendable {
  /// The attribution days to report.
  public var range: Range<CivilDate>
  /// The periods to sum up.
  public var period: CalendarPeriod
  /// The first day of a week.
  public var weekStart = Weekday.monday
  /// The time of the report, after which only outcomes recorded before are known.
  ///
  /// `nil` means the expiry of the last window of the range, task by task, but not before the end of the
  /// range: every occurrence of the range is evaluated with all outcomes within its window.
  public var asOf: Instant?
  /// The knowledge cutoff: later records are ignored; `nil` for none.
  ///
  /// With it, a past report can be reproduced regardless of later edits.
  public var asKnownAt: Instant?
  /// The time of day at which days end for attribution: with 04:00, a dose planned for 00:20 belongs to the
  /// previous day.
  public var dayBoundary = CivilTime.midnight
  /// How outcomes are scored.
  public var scoring = Scoring.recorded
  /// The conversions of amounts to the units of targets.
  public var conversions = UnitConversions.standard
  /// The occurrences that ratios include.
  public var denominator = Denominator.elapsed
  /// The numerator of ratios.
  public var numerator = Numerator.done
  /// Whether skipped and declined occurrences are removed from the denominator; otherwise they are due and
  /// not done.
  public var excusesDeclined = false

  /// The maximum number of occurrences of one record that are listed, plus twenty for each of its outcomes;
  /// further tasks, in their order, are rejected.
  ///
  /// A year has at most 527,040 minutes. Counting without a list has no limit.
  public var occurrenceLimit = 600_000

  /// Creates a query with the default definitions.
  public init(_ range: Range<CivilDate>, by period: CalendarPeriod = .all) {
    self.range = range
    self.period = period
  }

  /// The periods of the range, in order; relative weeks are those of a patient who starts with the range.
  public var spans: PeriodSpans { spans(start: nil) }

  /// Returns the periods of the range for a patient with a first day.
  func spans(start: CivilDate?) -> PeriodSpans {
    period.spans(of: range, weekStart: weekStart, start: start)
  }
}

/// A query's instants in a patient's zone.
package struct QueryMoments {
  package let zone: Zone
  let boundary: CivilTime
  /// From the start of the first attribution day to the end of the last.
  package let range: Range<Instant>
  /// The time of the report; if the query sets none, the end of the range, or the expiry of a task's last
  /// window if that is later.
  package private(set) var asOf: Instant
  /// The maximum number of occurrences to list.
  private(set) var limit: Int

  init(_ query: AdherenceQuery, in zone: Zone, outcomes: Int = 0) {
    func start(of day: CivilDate) -> Instant {
      zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: query.dayBoundary))
    }
    self.zone = zone
    boundary = query.dayBoundary
    range = start(of: query.range.lowerBound)..<start(of: query.range.upperBound)
    asOf = query.asOf ?? range.upperBound
    // Safe: twenty times the number of outcomes in memory does not overflow; the sum is clamped.
    let (sum, isBeyond) = query.occurrenceLimit.addingReportingOverflow(20 * outcomes)
    limit = isBeyond ? .max : sum
  }

  /// Returns the instants with another time of the report.
  func asOf(_ moment: Instant) -> QueryMoments {
    var moments = self
    moments.asOf = moment
    return moments
  }

  /// Returns the query for other days, with the same time of the report, and its instants.
  func asking(_ query: AdherenceQuery, about days: Range<CivilDate>, limit: Int? = nil)
    -> (query: AdherenceQuery, moments: QueryMoments)
  {
    var query = query
    (query.range, query.asOf) = (days, asOf)
    var moments = QueryMoments(query, in: zone)
    moments.limit = min(self.limit, limit ?? self.limit)
    return (query, moments)
  }

  /// Returns the day to which a local time is attributed.
  package func day(of local: CivilDateTime) -> CivilDate {
    let date = local.date
    return local.time < boundary ? date.adding(days: -1) : date
  }

  /// Returns the start and end of an attribution day in a zone.
  func bounds(of day: CivilDate, in zone: Zone) -> DayBounds {
    let next = CivilDateTime(date: day.adding(days: 1), time: boundary)
    return DayBounds(
      start: zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: boundary)),
      end: zone.firstInstant(atOrAfter: next), nominalEnd: next)
  }
}

/// The start and end of an attribution day.
struct DayBounds {
  var start: Instant
  var end: Instant
  /// The local time at which it ends.
  var nominalEnd: CivilDateTime

  /// Returns the end for an occurrence of the day; if a change of offset moves its start beyond the day, it
  /// keeps its planned length.
  func end(for start: Instant, _ nominal: CivilDateTime) -> Instant {
    start < end ? end : start.adding(seconds: nominalEnd.localSeconds - nominal.localSeconds)
  }
}
