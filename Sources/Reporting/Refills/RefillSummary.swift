import AdherenceAnalytics
import AdherenceStatistics

/// The summary of a table of refill measures: one line per drug or class and measure.
struct RefillSummary: Sendable {
  struct Line: Sendable {
    let measure: RefillMeasure
    /// The fills that the values are computed from.
    let unit: RefillUnit
    /// The number of values.
    var count = 0
    /// The number of missing values by reason.
    var missing: [MissingStatistic: Int] = [:]
    /// The number of values that reach the threshold.
    var reaching = 0
    /// For days covered, the numbers of eligible and of adherent patients.
    var (eligible, adherent) = (0, 0)
    /// The values, in the order of the rows.
    var values: [Double] = []

    var mean: Estimate<Double> { Samples.mean(values) }

    var median: Estimate<Double> { Samples.median(values) }

    /// The share of the values that reach the threshold.
    var reachingShare: Estimate<Double> {
      count > 0 ? .value(Double(reaching) / Double(count)) : .missing(.tooFew)
    }

    /// The share of adherent patients among the eligible, as in the CMS star ratings.
    var adherentShare: Estimate<Double> {
      eligible > 0 ? .value(Double(adherent) / Double(eligible)) : .missing(.tooFew)
    }
  }

  /// The minimum value of an adherent patient.
  let threshold: Share
  private let measures: [RefillMeasure]
  private var byUnit: [RefillUnit: [Line]] = [:]

  init(_ request: RefillRequest) {
    threshold = request.threshold
    measures = request.measures
  }

  /// The lines, sorted by unit, and then in the order of the measures.
  var lines: [Line] { byUnit.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// Adds a value, or the reason for its absence.
  mutating func add(
    _ value: Estimate<Double>, of measure: RefillMeasure, _ unit: RefillUnit, _ days: DaysCovered?
  ) {
    guard let place = measures.firstIndex(of: measure) else { return }
    let empty = measures.map { Line(measure: $0, unit: unit) }
    byUnit[unit, default: empty][place].add(value, days, threshold)
  }
}

extension RefillSummary.Line {
  fileprivate init(measure: RefillMeasure, unit: RefillUnit) {
    (self.measure, self.unit) = (measure, unit)
  }

  fileprivate mutating func add(
    _ value: Estimate<Double>, _ days: DaysCovered?, _ threshold: Share
  ) {
    switch value {
    case .value(let value):
      count += 1
      values.append(value)
      reaching += isReached(threshold, by: value, days) ? 1 : 0
    case .missing(let reason): missing[reason, default: 0] += 1
    }
    if let days, days.isEligible {
      eligible += 1
      adherent += threshold.isReached(by: days.covered, of: days.denominator) ? 1 : 0
    }
  }

  /// Returns whether a value reaches the threshold: day counts exactly, others up to rounding.
  private func isReached(_ threshold: Share, by value: Double, _ days: DaysCovered?) -> Bool {
    if let days { return threshold.isReached(by: days.covered, of: days.denominator) }
    return value * Double(threshold.whole) >= Double(threshold.part) * (1 - 1e-12)
  }
}
