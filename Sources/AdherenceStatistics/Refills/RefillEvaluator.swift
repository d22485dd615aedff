public import AdherenceAnalytics

/// Measures adherence from fills, one patient after the other.
///
/// An evaluator keeps its memory from patient to patient; each thread needs its own. A patient who
/// cannot be measured has a reason in place of the value and changes nothing for others:
/// ``MissingStatistic/noSupply`` without a fill, ``MissingStatistic/invalidSupply`` where a fill's days
/// are negative or no number, ``MissingStatistic/outsideFollowUp`` where the observation window does
/// not lie within the follow-up.
///
///     let evaluator = RefillEvaluator(RefillQuery())
///     evaluator.value(of: .cma7, in: record)
public final class RefillEvaluator {
  /// What is asked.
  public var query: RefillQuery
  var work = RefillWork()
  /// The fills of all classes, while each is worked out alone.
  var classes = SupplyColumns()

  /// Creates an evaluator.
  public init(_ query: RefillQuery) { self.query = query }

  /// Returns the windows of a patient.
  public func windows(of record: RefillRecord) -> Estimate<RefillWindows> {
    if let reason = work.load(record) { return .missing(reason) }
    return work.windows(query)
  }

  /// Returns a measure over the observation window; the days covered over the period of the query's
  /// rules, where they have one.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func value(of measure: RefillMeasure, in record: RefillRecord) -> Estimate<Double> {
    values(of: [measure], in: record)[0]
  }

  /// Returns some measures over the observation window, in their order.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func values(
    of measures: [RefillMeasure], in record: RefillRecord
  ) -> [Estimate<Double>] {
    var values: [Estimate<Double>] = []
    values.reserveCapacity(measures.count)
    append(measures, of: record, to: &values)
    return values
  }

  /// Appends some measures over the observation window, in their order.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func append(
    _ measures: [RefillMeasure], of record: RefillRecord, to values: inout [Estimate<Double>]
  ) {
    let span = prepare(record)
    for measure in measures { values.append(value(of: measure, over: span)) }
  }

  /// Reads a patient's fills and finds what is to be measured of them.
  func prepare(_ record: RefillRecord) -> Estimate<SupplySpan> {
    if let reason = work.load(record) { return .missing(reason) }
    return work.prepare(query)
  }

  /// A measure of the fills that are loaded.
  func value(of measure: RefillMeasure, over span: Estimate<SupplySpan>) -> Estimate<Double> {
    if measure == .pdc, query.coverage.period != nil {
      return work.supply.count > 0
        ? daysCovered().flatMap(\.proportion) : .missing(span.reason ?? .noSupply)
    }
    return span.flatMap { work.value(of: measure, over: $0, query) }
  }
}
