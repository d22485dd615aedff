import AdherenceAnalytics
import Scheduling

/// The periods along which quantiles are drawn.
///
/// If there are too many, every *k*-th is kept; neighbours are not merged, because quantiles are
/// not additive.
struct RibbonPeriods {
  /// The indices of the drawn periods.
  let kept: [Int]
  private let spans: [PeriodSpan]
  private let limit: Int
  private let step: Int

  init(_ spans: [PeriodSpan], limit: Int) {
    (self.spans, self.limit) = (spans, limit)
    step = spans.count.stepPastWeeks(to: limit)
    kept = Array(stride(from: 0, to: spans.count, by: step))
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
    step == 1 ? nil : ChartReduction(.sample, points: spans.count, limit: limit)
  }

  /// The reduction as text.
  var note: String? {
    if step == 1 { return nil }
    let all = spans.count.counted(spans[0].period.noun)
    return "\(kept.count) of \(all) are drawn, each \(step) apart."
  }
}

extension PeriodSpan {
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
