extension RefillWork {
  /// Returns a measure over a window, given the gaps of the follow-up.
  mutating func value(
    of measure: RefillMeasure, over span: SupplySpan, _ query: RefillQuery
  ) -> Estimate<Double> {
    switch measure {
    case .pdc:
      daysCovered(in: span.days, query.coverage).flatMap(\.proportion)
    case .mpr: possession(span)
    case .mprCapped: possession(span).map { min(1, $0) }
    case .mprModified: modifiedPossession(span)
    case .complianceRate: complianceRate(span)
    case .csa: meanAvailability(span)
    case .cmg: gapShare(span) { max(0, $0) }
    case .cmos: gapShare(span) { $0 }
    case .oneMinusCMG: gapShare(span) { max(0, $0) }.map { 1 - $0 }
    case .cma1: supplyToLastFill(span)
    case .cma2: supplyToEnd(span)
    case .cma3: supplyToLastFill(span).map { min(1, $0) }
    case .cma4: supplyToEnd(span).map { min(1, $0) }
    case .cma5: coverageToLastFill(span, query.carryOver)
    case .cma6: coverageToEnd(span, query.carryOver)
    case .cma7: coverage(span)
    case .cma8: coverageAfterEarlierSupply(span)
    case .cma9: meanOfIntervals(span)
    }
  }

  /// Returns the supply of some fills, in days.
  func days(of fills: Range<Int>) -> Double {
    var sum = 0.0
    for index in fills { sum += supply.days[index] }
    return sum
  }

  /// Returns the supply of some fills, in days, each limited to the end of the data or of the
  /// patient's observation.
  func observedDays(of fills: Range<Int>) -> Double {
    var sum = 0.0
    for index in fills {
      sum += min(supply.days[index], observed.dataEnd - supply.dates[index])
    }
    return sum
  }

  /// Returns the days from the first to the last of some fills.
  func time(of fills: Range<Int>) -> Double {
    supply.dates[fills.upperBound - 1] - supply.dates[fills.lowerBound]
  }

  /// Returns a part over a number of days.
  func share(_ part: Double, of days: Double) -> Estimate<Double> {
    days > 0 ? .value(part / days) : .missing(.noTime)
  }

  /// Returns the days without supply between a fill of the follow-up and a day before the next
  /// fill.
  func gap(after index: Int, until day: Double) -> Double {
    max(0, day - supply.dates[index] - supply.days[index] - whole.carried[index])
  }
}

// Possession ratios: supply is not carried over, and the window's last date is excluded. Without a
// limit, a last fill at the end of the data would count in full for unobserved days.
extension RefillWork {
  func possession(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    return share(observedDays(of: fills), of: span.length)
  }

  func modifiedPossession(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard let last = fills.last else { return .missing(.noSupply) }
    let own = observedDays(of: last..<last + 1)
    return share(observedDays(of: fills), of: time(of: fills) + own)
  }

  func complianceRate(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    return share(days(of: fills.dropLast()), of: time(of: fills))
  }

  func meanAvailability(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    var (sum, count) = (0.0, 0)
    for index in fills.dropLast() where supply.dates[index + 1] > supply.dates[index] {
      sum += supply.days[index] / (supply.dates[index + 1] - supply.dates[index])
      count += 1
    }
    return count > 0 ? .value(sum / Double(count)) : .missing(.noTime)
  }

  /// Returns the balance of each fill except the last, transformed by a closure, over the days from
  /// the first to the last.
  func gapShare(_ span: SupplySpan, counted: (Double) -> Double) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    var sum = 0.0
    for index in fills.dropLast() {
      sum += counted(supply.dates[index + 1] - supply.dates[index] - supply.days[index])
    }
    return share(sum, of: time(of: fills))
  }

  /// Returns the fills of a window except those on its last date.
  func fillsBeforeEnd(of span: SupplySpan) -> Range<Int> {
    span.inside.lowerBound..<supply.firstIndex(from: span.end, in: span.inside)
  }
}

// CMA 1 to 9.
extension RefillWork {
  func supplyToLastFill(_ span: SupplySpan) -> Estimate<Double> {
    guard span.inside.count > 1 else { return .missing(.tooFew) }
    return share(days(of: span.inside.dropLast()), of: time(of: span.inside))
  }

  func supplyToEnd(_ span: SupplySpan) -> Estimate<Double> {
    guard let first = span.inside.first else { return .missing(.noSupply) }
    return share(days(of: span.inside), of: span.end - supply.dates[first])
  }

  mutating func coverageToLastFill(_ span: SupplySpan, _ rule: CarryOver) -> Estimate<Double> {
    guard span.inside.count > 1 else { return .missing(.tooFew) }
    inner.find(span.inside, of: supply, until: span.end, rule)
    let time = time(of: span.inside)
    return share(time - inner.sum(span.inside.dropLast()), of: time)
  }

  mutating func coverageToEnd(_ span: SupplySpan, _ rule: CarryOver) -> Estimate<Double> {
    guard let first = span.inside.first else { return .missing(.noSupply) }
    inner.find(span.inside, of: supply, until: span.end, rule)
    let time = span.end - supply.dates[first]
    return share(time - inner.sum(span.inside), of: time)
  }

  func coverage(_ span: SupplySpan) -> Estimate<Double> {
    guard span.inside.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    let last = span.inside.upperBound - 1
    let tail = gap(after: last, until: span.end)
    guard let first = span.inside.first else {
      return share(max(0, span.length - tail), of: span.length)
    }
    let gaps = gapBefore(first, in: span) + whole.sum(first..<last) + tail
    return share(span.length - gaps, of: span.length)
  }

  /// Returns the days without supply from the start of a window to its first fill.
  private func gapBefore(_ first: Int, in span: SupplySpan) -> Double {
    let days = supply.dates[first] - span.start
    return first > span.fills.lowerBound ? min(whole.gaps[first - 1], days) : days
  }

  func coverageAfterEarlierSupply(_ span: SupplySpan) -> Estimate<Double> {
    afterEarlierSupply(span).flatMap(coverage)
  }

  /// Returns the window from the point at which earlier supply is used up.
  func afterEarlierSupply(_ span: SupplySpan) -> Estimate<SupplySpan> {
    var start = span.start
    for index in span.fills.lowerBound..<span.inside.lowerBound {
      start = max(start, supply.dates[index] + supply.days[index] + whole.carried[index])
    }
    guard start < span.end else { return .missing(.noTime) }
    let end = start + (span.end - start).rounded(.toNearestOrEven)
    return .value(
      SupplySpan(
        supply, fills: span.fills, followUpEnd: span.followUpEnd, start: start, end: end))
  }

  func meanOfIntervals(_ span: SupplySpan) -> Estimate<Double> {
    guard span.length > 0 else { return .missing(.noTime) }
    guard span.inside.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    var covered = 0.0
    for index in span.fills.lowerBound..<span.inside.upperBound {
      let start = supply.dates[index]
      let isLast = index + 1 == span.fills.upperBound
      let end = isLast ? span.followUpEnd : supply.dates[index + 1]
      let days = min(end, span.end) - max(start, span.start)
      if days > 0 { covered += days * (1 - whole.gaps[index] / (end - start)) }
    }
    return .value(covered / span.length)
  }
}

extension GapColumns {
  /// Returns the sum of the gaps of some fills.
  func sum(_ fills: Range<Int>) -> Double {
    var sum = 0.0
    for index in fills { sum += gaps[index] }
    return sum
  }
}
