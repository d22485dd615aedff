import AdherenceAnalytics
import Scheduling

/// The periods of a series as drawn: if there are too many, the counts of neighbouring ones are
/// summed.
struct DrawnPeriods {
  /// The periods in order.
  let all: [DrawnPeriod]
  /// The periods that are over, and of which the report has all days; all periods if there is none.
  let whole: [DrawnPeriod]
  private let wholePeriods: WholePeriods
  /// The sum of all periods.
  let total: Adherence
  /// The start of the first and the end of the last period.
  let range: ClosedRange<Double>?
  /// The reduction; `nil` if all periods are drawn.
  let reduction: ChartReduction?
  /// Whether only due and done are shown.
  let hidesDetails: Bool
  /// The number of periods per drawn period; the last may have fewer.
  private let step: Int

  /// A period, or several neighbouring periods.
  struct DrawnPeriod {
    private let first: PeriodSpan
    private let last: PeriodSpan
    var adherence: Adherence
    /// The reason for a missing ratio; `nil` also if it is withheld.
    private var reason: MissingRatio?
    /// Whether its counts are withheld for small groups.
    private let isWithheld: Bool

    private let hidesDetails: Bool

    /// The encoded reason for a missing ratio.
    var missing: String? { isWithheld ? "tooFewPatients" : reason?.rawValue }
    /// The counts; `nil` if withheld.
    var shown: Adherence? { isWithheld ? nil : adherence }
    /// The counts other than due and done; `nil` if withheld.
    var details: Adherence? { hidesDetails ? nil : shown }

    /// Whether it is one period, and clipped.
    fileprivate var isClipped: Bool { first == last && first.isClipped }

    /// Whether a part of it is not over.
    fileprivate var isUnderway: Bool { first.period != .relativeWeek && adherence.isUnderway }

    var start: Double { first.start.position }
    var end: Double { last.end.position }
    /// The name, or the names of the first and last period.
    var name: String { first == last ? first.name : "\(first.name) to \(last.name)" }

    fileprivate init(_ series: AdherenceSeries, _ spans: PeriodSpans, _ places: Range<Int>) {
      (first, last) = (spans[places.lowerBound], spans[places.upperBound - 1])
      adherence = series.periods[places.lowerBound]
      for place in places.dropFirst() { adherence.merge(series.periods[place]) }
      hidesDetails = series.hidesDetails
      isWithheld = places.contains(where: series.withheld.contains)
      // A quota may be zero in a truncated period.
      let isDue = adherence.dueWithQuotas > 0
      reason = series.absence ?? (isDue ? nil : adherence.ratioMissing ?? .noOccurrences)
    }
  }

  init(_ series: AdherenceSeries, over spans: PeriodSpans, limit: Int) {
    precondition(
      series.periods.count == spans.count,
      "\(series.periods.count) periods are not those of \(spans.count) spans")
    step = spans.count.step(to: limit)
    hidesDetails = series.hidesDetails
    var (all, total) = ([DrawnPeriod](), Adherence())
    all.reserveCapacity(spans.count / step + 1)
    for first in stride(from: 0, to: spans.count, by: step) {
      let period = DrawnPeriod(series, spans, first..<min(first + step, spans.count))
      total.merge(period.adherence)
      all.append(period)
    }
    (self.all, self.total) = (all, total)
    wholePeriods = WholePeriods(all.map { ($0.isClipped, $0.isUnderway) })
    whole = wholePeriods.indices.map { all[$0] }
    range = all.isEmpty ? nil : all[0].start...all[all.count - 1].end
    reduction = step == 1 ? nil : ChartReduction(.bins, points: spans.count, limit: limit)
  }

  /// Labels at the start of some periods.
  var ticks: [ChartTick] { all.thinned().map { ChartTick($0.start, $0.name) } }

  /// The sentences on the periods that are left out or not over; `nil` if there are none.
  func wholeNote(_ period: CalendarPeriod) -> String? {
    let noun = step == 1 ? period.noun : "group of \(period.noun)s"
    return wholePeriods.note(noun, step == 1 ? "\(noun)s" : "groups of \(period.noun)s")
  }

  /// A sentence on the bars of periods that are not over; `nil` if there are none.
  var underwayNote: String? {
    switch all.count(where: \.isUnderway) {
    case 0: nil
    case 1: "The last bar with anything due is of a period that is not over yet."
    case let count: "\(count.grouped) bars are of periods that are not over yet."
    }
  }

  /// Returns the number of periods per mark as text; `nil` if it is one.
  func note(_ mark: String, _ period: CalendarPeriod) -> String? {
    reduction.map { _ in "Each \(mark) is \(step.counted(period.noun)) together." }
  }

  /// Returns the fields of a period: its counts and ratio.
  static func fields(_ numerator: Numerator) -> PointFields<DrawnPeriod> {
    PointFields(
      [.text("period") { $0.name }], counts: { $0.shown }, details: { $0.details },
      [
        .number("quotaDue") { $0.details?.quota.required },
        .number("quotaDone") { $0.details?.quota.credited },
        .number("ratio") { $0.shown?.ratio(numerator) },
      ])
  }

  /// The reason for a missing ratio as text.
  var noRatio: String {
    switch total.ratioMissing {
    case .allPending: "nothing is over yet"
    case .allOnHold: "all on hold"
    case .allExcused: "all was declined"
    case .asNeeded: "used as needed, so that nothing was due"
    case .dataRejected: "data rejected"
    case .eventMissing: "nothing due: the event that the plan follows is not known"
    case .noTasks, .noOccurrences, nil: "nothing due"
    }
  }

  /// Returns the number of periods as text.
  func counted(_ period: CalendarPeriod) -> String {
    all.count.counted(period, areMerged: reduction != nil)
  }

  /// Returns the first whole period with the lowest ratio; `nil` without ratios.
  func lowest(_ numerator: Numerator) -> (period: DrawnPeriod, ratio: Double)? {
    var lowest: (period: DrawnPeriod, ratio: Double)?
    for period in whole {
      guard let ratio = period.shown?.ratio(numerator) else { continue }
      if ratio < lowest?.ratio ?? .infinity { lowest = (period, ratio) }
    }
    return lowest
  }
}
