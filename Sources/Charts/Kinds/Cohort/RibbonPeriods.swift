import AdherenceAnalytics
import Scheduling

/// The periods along which quantiles of patients are drawn, and those of too many that are.
///
/// Of these every so manieth is kept, not of neighbours put together, as quantiles do not add up.
struct RibbonPeriods {
  /// The places of those that are drawn.
  let kept: [Int]
  private let spans: [PeriodSpan]
  private let limit: Int
  private let step: Int

  init(_ spans: [PeriodSpan], limit: Int) {
    (self.spans, self.limit) = (spans, limit)
    step = spans.count.stepPastWeeks(to: limit)
    kept = Array(stride(from: 0, to: spans.count, by: step))
  }

  /// The axis of the periods, or where there are none of the days that were asked for.
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

  /// How they became fewer; `nil` where they did not.
  var reduction: ChartReduction? {
    step == 1 ? nil : ChartReduction(.sample, points: spans.count, limit: limit)
  }

  /// The same in words.
  var note: String? {
    if step == 1 { return nil }
    let all = spans.count.counted(spans[0].period.noun)
    return "\(kept.count) of \(all) are drawn, each \(step) apart."
  }
}

extension PeriodSpan {
  /// The place of the period on an axis: its first day, or the number of a relative week.
  var position: Double { period == .relativeWeek ? Double(number) : start.position }
}

extension Int {
  /// The step that leaves no more than a limit and is no multiple of a week, lest only one weekday be left.
  fileprivate func stepPastWeeks(to limit: Int) -> Int {
    let step = step(to: limit)
    return step.isMultiple(of: 7) ? step + 1 : step
  }
}
