public import AdherenceAnalytics
import Scheduling

/// Measures adherence from fills, one patient at a time.
///
/// An evaluator reuses its buffers; each thread needs its own. A patient who cannot be measured has
/// a reason in place of the value, without affecting others: ``MissingStatistic/noSupply`` without
/// a fill, ``MissingStatistic/invalidSupply`` if the days of a fill are negative or not a number,
/// ``MissingStatistic/outsideFollowUp`` if the observation window is outside the follow-up.
///
///     let first = CivilDate("2025-01-01")!
///     let fills = [0, 35, 60].map { Fill(first.adding(days: $0), days: 30) }
///     var query = RefillQuery()
///     query.observation.length = ISODuration(days: 90)
///     let evaluator = RefillEvaluator(query)
///     print(evaluator.value(of: .cma7, in: RefillRecord(patient: "ann", fills: fills)))
///     // value(0.9444444444444444)
public final class RefillEvaluator {
  /// The query.
  public var query: RefillQuery
  var work = RefillWork()

  /// Creates an evaluator, which reuses its memory from patient to patient.
  public init(_ query: RefillQuery) { self.query = query }

  /// Returns the windows of a patient.
  public func windows(of record: RefillRecord) -> Estimate<RefillWindows> {
    if let reason = work.load(record, query.observationEnd) { return .missing(reason) }
    return work.windows(query)
  }

  /// Returns the observed days within the windows of a patient, and the cause of their end: the
  /// record's own cause, the end of the data, or none if the window ends earlier.
  package func observation(of record: RefillRecord) -> ObservationPeriod {
    guard let days = windows(of: record).value?.observation else { return record.observation }
    let last = days.upperBound.adding(days: -1)
    return ObservationPeriod(
      from: days.lowerBound, to: last, endCause: endCause(of: record.observation, on: last))
  }

  private func endCause(of period: ObservationPeriod, on last: CivilDate) -> EndCause? {
    if let to = period.to { return to == last ? period.endCause : nil }
    return query.observationEnd == .lastFill(last) ? period.endCause ?? .dataEnd : nil
  }

  /// Returns a measure over the observation window; days covered use the period of the query's
  /// rules, if they have one.
  ///
  /// - Complexity: O(*n*) for *n* fills sorted by date, otherwise O(*n* log *n*).
  public func value(of measure: RefillMeasure, in record: RefillRecord) -> Estimate<Double> {
    values(of: [measure], in: record)[0]
  }

  /// Returns measures over the observation window, in the given order.
  ///
  /// - Complexity: O(*n*) for *n* fills sorted by date, otherwise O(*n* log *n*).
  public func values(
    of measures: [RefillMeasure], in record: RefillRecord
  ) -> [Estimate<Double>] {
    var values: [Estimate<Double>] = []
    values.reserveCapacity(measures.count)
    append(measures, of: record, to: &values)
    return values
  }

  /// Appends measures over the observation window, in the given order.
  ///
  /// - Complexity: O(*n*) for *n* fills sorted by date, otherwise O(*n* log *n*).
  package func append(
    _ measures: [RefillMeasure], of record: RefillRecord, to values: inout [Estimate<Double>]
  ) {
    let span = prepare(record)
    for measure in measures { values.append(value(of: measure, over: span)) }
  }

  /// Loads a patient's fills and determines the days to measure.
  func prepare(_ record: RefillRecord) -> Estimate<SupplySpan> {
    if let reason = work.load(record, query.observationEnd) { return .missing(reason) }
    return work.prepare(query)
  }

  /// Returns a measure of the loaded fills.
  func value(of measure: RefillMeasure, over span: Estimate<SupplySpan>) -> Estimate<Double> {
    if measure == .pdc, query.coverage.period != nil {
      return work.supply.count > 0
        ? daysCovered().flatMap(\.proportion) : .missing(span.reason ?? .noSupply)
    }
    return span.flatMap { work.value(of: measure, over: $0, query) }
  }
}

extension RefillEvaluator {
  /// Returns the fills of the observation window in order of date, with the states of their supply.
  ///
  /// Fills of the same date are sorted by class, drug, days and dose. The first fill starts with
  /// nothing carried over, as in CMA 5 and 6. If supply is carried into the window, as in CMA 7,
  /// the fills of the follow-up before the window come first.
  public func intervals(
    of record: RefillRecord, carryingIn: Bool = false
  ) -> Estimate<[FillInterval]> {
    prepare(record).map { span in
      let fills = carryingIn ? span.fills.lowerBound..<span.inside.upperBound : span.inside
      work.inner.find(fills, of: work.supply, until: span.end, query.carryOver)
      return fills.map { interval(of: $0, before: fills.upperBound, end: span.end) }
    }
  }

  private func interval(of index: Int, before last: Int, end: Double) -> FillInterval {
    let next = index + 1 == last ? end : work.supply.dates[index + 1]
    return FillInterval(
      fill: work.supply.fill(index), days: next - work.supply.dates[index],
      carriedOver: work.inner.carried[index], gap: work.inner.gaps[index])
  }
}

extension RefillEvaluator {
  /// Returns a measure in each sliding window, in order.
  ///
  /// A window without a value has a reason; ``MissingStatistic/tooFew`` if no window fits.
  ///
  /// Supply is carried over into later windows. The days covered in a window are those of the
  /// observation window, independent of the rules' period, counted from its first fill: over
  /// disjoint windows, the days covered and their denominators add up to the total.
  ///
  /// - Complexity: O(*n* + *w* · log *n* + *m*) for *n* fills sorted by date and *w* windows with
  ///   *m* fills in total.
  public func slidingValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[WindowValue]> {
    prepare(record).flatMap { span in
      let windows = query.sliding.windows(from: Int(span.start), through: Int(span.end))
      guard !windows.isEmpty else { return .missing(.tooFew) }
      let length = query.sliding.length.conventionalDays
      if measure == .pdc { _ = work.daysCovered(in: span.days, query.coverage) }
      return .value(windows.map { value(of: measure, from: $0, days: length, within: span) })
    }
  }

  private func value(
    of measure: RefillMeasure, from start: Int, days: Int, within span: SupplySpan
  ) -> WindowValue {
    let window = SupplySpan(
      work.supply, fills: span.fills, followUpEnd: span.followUpEnd, start: Double(start),
      end: Double(start + days))
    return WindowValue(
      start: CivilDate(dayNumber: start), end: CivilDate(dayNumber: start + days),
      value: measure == .pdc
        ? work.coverage.proportion(in: window.days) : work.value(of: measure, over: window, query))
  }
}

extension SlidingWindows {
  /// Returns the first days of the windows between two days.
  func windows(from first: Int, through last: Int) -> [Int] {
    Array(
      stride(
        from: first + start.conventionalDays, through: last - length.conventionalDays,
        by: step.conventionalDays))
  }
}

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
