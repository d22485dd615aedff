public import Scheduling

/// What is asked of a record: which days, in which parts, known when, and by which definitions.
///
///     let january = CivilDate("2025-01-01")!..<CivilDate("2025-02-01")!
///     var query = AdherenceQuery(january, by: .week)
///     query.dayBoundary = CivilTime("03:00")!  // a dose at 00:20 is the evening's
///     query.excusesDeclined = true
///     print(query.spans.map(\.name).joined(separator: " "))
///     // 2025-W01 2025-W02 2025-W03 2025-W04 2025-W05
public struct AdherenceQuery: Hashable, Sendable {
  /// The attribution days to report; the upper one is not included.
  public var range: Range<CivilDate>
  /// The parts to sum up.
  public var period: CalendarPeriod
  /// The day that begins a week.
  public var weekStart = Weekday.monday
  /// The moment of the report, after which nothing is known but what was recorded before.
  ///
  /// `nil` means the moment at which the last window of the range has expired, task by task, and the end of
  /// the range at the earliest: every occurrence of the range is judged, by all outcomes that came within
  /// its window.
  public var asOf: Instant?
  /// The moment whose knowledge counts: what was recorded later is not known; `nil` means all is.
  ///
  /// It tells what a report said when it was made, whatever has been edited since.
  public var asKnownAt: Instant?
  /// When a day ends for attribution: with 04:00, a dose planned for 00:20 belongs to the day before.
  public var dayBoundary = CivilTime.midnight
  /// How outcomes are measured.
  public var scoring = Scoring.recorded
  /// What amounts are converted by where a target is in another unit.
  public var conversions = UnitConversions.standard
  /// Which occurrences the ratios are of.
  public var denominator = Denominator.elapsed
  /// What the ratios count.
  public var numerator = Numerator.done
  /// Whether what was skipped or declined leaves the denominator; else it is due and not done.
  public var excusesDeclined = false

  /// The most occurrences of one record that are listed for an answer, and twenty more for each outcome that
  /// it has; tasks beyond are set aside, in their order.
  ///
  /// A year has 527,040 minutes at most. What outcomes name is counted without a list, and has no limit.
  public var occurrenceLimit = 600_000

  /// Creates a query by the usual definitions.
  public init(_ range: Range<CivilDate>, by period: CalendarPeriod = .all) {
    self.range = range
    self.period = period
  }

  /// The parts of the range, in order; relative weeks are those of a patient who starts with the range.
  public var spans: PeriodSpans { spans(start: nil) }

  /// The parts of the range for a patient with a first day.
  func spans(start: CivilDate?) -> PeriodSpans {
    period.spans(of: range, weekStart: weekStart, start: start)
  }
}

/// A query's moments in a patient's zone.
package struct QueryMoments {
  package let zone: Zone
  let boundary: CivilTime
  /// From the beginning of the first attribution day to the end of the last.
  package let range: Range<Instant>
  /// The moment of the report; where the query names none, the end of the range, unless windows of a task
  /// reach beyond it.
  package private(set) var asOf: Instant
  /// The most occurrences that may be listed.
  private(set) var limit: Int

  init(_ query: AdherenceQuery, in zone: Zone, outcomes: Int = 0) {
    func start(of day: CivilDate) -> Instant {
      zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: query.dayBoundary))
    }
    self.zone = zone
    boundary = query.dayBoundary
    range = start(of: query.range.lowerBound)..<start(of: query.range.upperBound)
    asOf = query.asOf ?? range.upperBound
    // Safe: no record has so many outcomes that twenty times their number would not fit; the sum is clamped.
    let (sum, isBeyond) = query.occurrenceLimit.addingReportingOverflow(20 * outcomes)
    limit = isBeyond ? .max : sum
  }

  /// The same, at another moment of the report.
  func asOf(_ moment: Instant) -> QueryMoments {
    var moments = self
    moments.asOf = moment
    return moments
  }

  /// A query of these moments about other days, at the same moment, and the moments of those days.
  func asking(_ query: AdherenceQuery, about days: Range<CivilDate>, limit: Int? = nil)
    -> (query: AdherenceQuery, moments: QueryMoments)
  {
    var query = query
    (query.range, query.asOf) = (days, asOf)
    var moments = QueryMoments(query, in: zone)
    moments.limit = min(self.limit, limit ?? self.limit)
    return (query, moments)
  }

  /// The day that a local time is attributed to.
  package func day(of local: CivilDateTime) -> CivilDate {
    let date = local.date
    return local.time < boundary ? date.adding(days: -1) : date
  }

  /// When an attribution day begins and ends by the clocks of a zone.
  func bounds(of day: CivilDate, in zone: Zone) -> DayBounds {
    let next = CivilDateTime(date: day.adding(days: 1), time: boundary)
    return DayBounds(
      start: zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: boundary)),
      end: zone.firstInstant(atOrAfter: next), nominalEnd: next)
  }
}

/// When an attribution day begins and ends.
struct DayBounds {
  var start: Instant
  var end: Instant
  /// The local time at which it ends.
  var nominalEnd: CivilDateTime

  /// The end for an occurrence of the day; where a change of the clocks puts its start beyond the
  /// day, it keeps as long as was planned.
  func end(for start: Instant, _ nominal: CivilDateTime) -> Instant {
    start < end ? end : start.adding(seconds: nominalEnd.localSeconds - nominal.localSeconds)
  }
}
