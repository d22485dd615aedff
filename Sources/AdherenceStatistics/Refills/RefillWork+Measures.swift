extension RefillWork {
  /// A measure over a window, where the gaps of the follow-up are known.
  mutating func value(
    of measure: RefillMeasure, over span: SupplySpan, _ query: RefillQuery
  ) -> Estimate<Double> {
    switch measure {
    case .pdc:
      daysCovered(in: Int(span.start)..<Int(span.end), query.coverage).flatMap(\.proportion)
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

  /// The supply of some fills, in days.
  func days(of fills: Range<Int>) -> Double {
    var sum = 0.0
    for index in fills { sum += supply.days[index] }
    return sum
  }

  /// The days from the first fill of some to the last.
  func time(of fills: Range<Int>) -> Double {
    supply.dates[fills.upperBound - 1] - supply.dates[fills.lowerBound]
  }

  /// A part of so many days.
  func share(_ part: Double, of days: Double) -> Estimate<Double> {
    days > 0 ? .value(part / days) : .missing(.noTime)
  }

  /// The days without supply after a fill of the follow-up until a day before the next.
  func gap(after index: Int, until day: Double) -> Double {
    max(0, day - supply.dates[index] - supply.days[index] - whole.carried[index])
  }
}
