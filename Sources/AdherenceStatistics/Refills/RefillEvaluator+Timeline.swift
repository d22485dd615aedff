package import AdherenceAnalytics
import Scheduling

extension RefillEvaluator {
  /// Returns the states of supply over time, as counted by a measure.
  ///
  /// For CMA 5 to 8, 1 − CMG and days covered, the value is the share of measured days, except
  /// those away, that are not a gap. CMA 9 uses the same gaps weighted by interval. In measures
  /// without carry-over, supply ends with the next fill, and the remainder is unused.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date; of the days covered O(*n* · *d*) for *d* days.
  package func timeline(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<SupplyTimeline> {
    prepare(record).flatMap { span in
      work.windows(query).flatMap { windows in
        measure == .pdc ? coverageTimeline(span, windows) : gapTimeline(of: measure, span, windows)
      }
    }
  }

  private func gapTimeline(
    of measure: RefillMeasure, _ span: SupplySpan, _ windows: RefillWindows
  ) -> Estimate<SupplyTimeline> {
    guard let first = span.fills.first else { return .missing(.noSupply) }
    let measured = work.measuredDays(of: measure, span)
    var stretches: [SupplyStretch] = []
    if measured?.lowerBound == span.start {
      stretches.append(
        .gap, from: span.start, to: min(work.supply.dates[first], span.end))
    }
    stretches += work.stretches(of: measure, span, query.carryOver)
    return .value(
      SupplyTimeline(
        windows: windows, measured: measured, fills: span.fills.map(work.supply.fill),
        stretches: stretches, otherStays: work.stays.inOrder))
  }

  private func coverageTimeline(
    _ span: SupplySpan, _ windows: RefillWindows
  ) -> Estimate<SupplyTimeline> {
    coverageDays().flatMap { days in
      work.coverageStretches(in: days, query.coverage).map { stretches in
        SupplyTimeline(
          windows: windows, measured: stretches.span,
          fills: span.fills.map(work.supply.fill), stretches: stretches,
          otherStays: query.coverage.excludesStays ? [] : work.stays.inOrder)
      }
    }
  }
}

extension [Stay] {
  fileprivate var inOrder: [Stay] { sorted { $0.days.lowerBound < $1.days.lowerBound } }
}

extension RefillWork {
  /// Returns the days of which a measure is a share, if there are any.
  fileprivate func measuredDays(
    of measure: RefillMeasure, _ span: SupplySpan
  ) -> ClosedRange<Double>? {
    let (inside, beforeEnd) = (span.inside, fillsBeforeEnd(of: span))
    switch measure {
    case .pdc, .mpr, .mprCapped, .cma7, .cma9: return span.start...max(span.start, span.end)
    case .cma8: return afterEarlierSupply(span).value.map { $0.start...$0.end }
    case .cma2, .cma4, .cma6: return inside.first.map { supply.dates[$0]...span.end }
    case .cma1, .cma3, .cma5: return days(fromFirstToLast: inside)
    case .complianceRate, .csa, .cmg, .cmos, .oneMinusCMG: return days(fromFirstToLast: beforeEnd)
    case .mprModified:
      return beforeEnd.last.map {
        supply.dates[
          beforeEnd.lowerBound]...min(observed.dataEnd, supply.dates[$0] + supply.days[$0])
      }
    }
  }

  private func days(fromFirstToLast fills: Range<Int>) -> ClosedRange<Double>? {
    fills.count > 1 ? supply.dates[fills.lowerBound]...supply.dates[fills.upperBound - 1] : nil
  }

  /// Returns the periods from the first fill used by a measure.
  fileprivate mutating func stretches(
    of measure: RefillMeasure, _ span: SupplySpan, _ rule: CarryOver
  ) -> [SupplyStretch] {
    if !measure.carriesOver {
      whole.findWithoutCarrying(span, of: supply)
    } else if measure == .cma5 || measure == .cma6 {
      inner.find(span.inside, of: supply, until: span.end, rule)
      return inner.stretches(span.inside, of: supply, until: span.end)
    }
    return whole.stretches(span.fills, of: supply, until: span.followUpEnd)
  }
}

extension GapColumns {
  /// Returns the states of the supply of some fills; a gap is at the end of its interval.
  fileprivate func stretches(
    _ range: Range<Int>, of supply: SupplyColumns, until end: Double
  ) -> [SupplyStretch] {
    var stretches: [SupplyStretch] = []
    for index in range {
      let start = supply.dates[index]
      let next = index + 1 < range.upperBound ? supply.dates[index + 1] : end
      let used = next - gaps[index]
      let own = min(start + carried[index], used)
      stretches.append(.carriedOver, from: start, to: own)
      stretches.append(.supplied, from: own, to: used)
      stretches.append(.gap, from: used, to: next)
    }
    return stretches
  }
}
