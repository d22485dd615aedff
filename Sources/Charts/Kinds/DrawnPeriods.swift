import AdherenceAnalytics
import Scheduling

/// The periods of a series as a chart has them: neighbours are put together in counts where there are
/// more than there is room for.
struct DrawnPeriods {
  /// In order.
  let all: [DrawnPeriod]
  /// Everything together.
  let total: Adherence
  /// The ends of the first and of the last.
  let range: ClosedRange<Double>?
  /// How they became fewer; `nil` where they did not.
  let reduction: ChartReduction?
  /// Whether only what was due and done is shown.
  let hidesDetails: Bool
  /// How many periods are one; the last may have fewer.
  private let step: Int

  /// One period, or neighbours as one.
  struct DrawnPeriod {
    private let first: PeriodSpan
    private let last: PeriodSpan
    var adherence: Adherence
    /// Why it has no ratio; `nil` also where it is withheld.
    private var reason: MissingRatio?
    /// Whether its counts are withheld for small groups.
    private let isWithheld: Bool

    private let hidesDetails: Bool

    /// Why it has no ratio, as charts write it.
    var missing: String? { isWithheld ? "tooFewPatients" : reason?.rawValue }
    /// The counts; `nil` where they are withheld.
    var shown: Adherence? { isWithheld ? nil : adherence }
    /// The counts beside what was due and done; `nil` where they are withheld.
    var details: Adherence? { hidesDetails ? nil : shown }

    var start: Double { first.start.position }
    var end: Double { last.end.position }
    /// The name; of neighbours those of the first and the last.
    var name: String { first == last ? first.name : "\(first.name) to \(last.name)" }

    fileprivate init(_ series: AdherenceSeries, _ spans: PeriodSpans, _ places: Range<Int>) {
      (first, last) = (spans[places.lowerBound], spans[places.upperBound - 1])
      adherence = series.periods[places.lowerBound]
      for place in places.dropFirst() { adherence.merge(series.periods[place]) }
      hidesDetails = series.hidesDetails
      isWithheld = places.contains(where: series.withheld.contains)
      // A quota may ask for nothing of a period that is cut short.
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
    range = all.isEmpty ? nil : all[0].start...all[all.count - 1].end
    reduction = step == 1 ? nil : ChartReduction(.bins, points: spans.count, limit: limit)
  }

  /// A label at the beginning of some of them.
  var ticks: [ChartTick] { all.thinned().map { ChartTick($0.start, $0.name) } }

  /// How many periods a mark stands for, in words; `nil` where it is one.
  func note(_ mark: String, _ period: CalendarPeriod) -> String? {
    reduction.map { _ in "Each \(mark) is \(step.counted(period.noun)) together." }
  }

  /// What became of a period, and its ratio.
  static func fields(_ numerator: Numerator) -> PointFields<DrawnPeriod> {
    PointFields(
      [.text("period") { $0.name }], counts: \.shown, details: \.details,
      [
        .number("quotaDue") { $0.details?.quota.required },
        .number("quotaDone") { $0.details?.quota.credited },
        .number("ratio") { $0.shown?.ratio(numerator) },
      ])
  }

  /// Why there is no ratio, in words.
  var noRatio: String {
    switch total.ratioMissing {
    case .allPending: "nothing is over yet"
    case .allOnHold: "all on hold"
    case .allExcused: "all was declined"
    case .asNeeded: "used as needed, so that nothing was due"
    case .dataSetAside: "data set aside"
    case .noTasks, .noOccurrences, nil: "nothing due"
    }
  }

  /// How many there are, in words.
  func counted(_ period: CalendarPeriod) -> String {
    reduction == nil
      ? all.count.counted(period.noun) : "\(all.count) groups of \(period.noun)s"
  }

  /// The one of least ratio, of equals the first; `nil` where none has a ratio.
  func lowest(_ numerator: Numerator) -> (period: DrawnPeriod, ratio: Double)? {
    var lowest: (period: DrawnPeriod, ratio: Double)?
    for period in all {
      guard let ratio = period.shown?.ratio(numerator) else { continue }
      if ratio < lowest?.ratio ?? .infinity { lowest = (period, ratio) }
    }
    return lowest
  }
}
