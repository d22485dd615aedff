import AdherenceAnalytics
import Scheduling

/// The periods along which quantiles are drawn.
///
/// Clipped periods at the ends and those that are not over are left out, unless there are no others. If there are
/// too many, every *k*-th is kept; neighbours are not merged, because quantiles are not additive.
struct RibbonPeriods {
  /// The indices of the drawn periods.
  let kept: [Int]
  /// The indices of all periods that are over and not clipped.
  var whole: [Int] { wholePeriods.indices }
  private let wholePeriods: WholePeriods
  private let spans: [PeriodSpan]
  private let limit: Int
  private let step: Int

  init(_ spans: [PeriodSpan], limit: Int, isUnderway: (Int) -> Bool) {
    (self.spans, self.limit) = (spans, limit)
    wholePeriods = WholePeriods(spans, isUnderway: isUnderway)
    let whole = wholePeriods.indices
    let step = whole.count.stepPastWeeks(to: limit)
    kept = stride(from: 0, to: whole.count, by: step).map { whole[$0] }
    self.step = step
  }

  /// Returns the axis of the periods, or of the queried dates if there are none.
  func axis(_ days: Range<CivilDate>?) -> ChartAxis {
    guard let first = spans.first, let last = spans.last else {
      return ChartAxis("Date", .day, range: days?.positions)
    }
    let isRelative = first.period == .relativeWeek
    let end = isRelative ? last.position + 1 : last.end.position
    return ChartAxis(
      first.period.axisTitle, isRelative ? .number : .day, range: first.position...end,
      ticks: isRelative ? spans.thinned().map { ChartTick($0.position, "\($0.number + 1)") } : [])
  }

  /// The reduction; `nil` if all periods are drawn.
  var reduction: ChartReduction? {
    step == 1 ? nil : ChartReduction(.sample, points: whole.count, limit: limit)
  }

  /// The reduction and the periods left out, as text; `nil` if all are drawn.
  var note: String? {
    guard let period = spans.first?.period else { return nil }
    let all = whole.count.counted(period.noun)
    let sample = step == 1 ? nil : "\(kept.count.grouped) of \(all) are drawn, each \(step) apart."
    return [wholePeriods.note(period), sample].joinedNotes
  }
}

extension PeriodSpan {
  /// The dates; `nil` of a week of treatment.
  var dates: Range<CivilDate>? { period == .relativeWeek ? nil : start..<end }

  /// The position on an axis: the first day, or the number of a relative week.
  var position: Double { period == .relativeWeek ? Double(number) : start.position }
}

extension Int {
  /// Returns the smallest step within the limit that is not a multiple of a week, so that not all
  /// samples fall on one weekday.
  fileprivate func stepPastWeeks(to limit: Int) -> Int {
    let step = step(to: limit)
    return step.isMultiple(of: 7) ? step + 1 : step
  }
}
