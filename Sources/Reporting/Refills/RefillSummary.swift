import AdherenceAnalytics
import AdherenceStatistics

/// What the values of a table of fills come to: one line per drug or class and measure.
struct RefillSummary: Sendable {
  /// The values of one measure.
  struct Line: Sendable {
    /// The measure.
    let measure: RefillMeasure
    /// The fills that the values are of.
    let unit: RefillUnit
    /// How many values there are.
    var count = 0
    /// How many are missing for which reason.
    var missing: [MissingStatistic: Int] = [:]
    /// How many reach the threshold.
    var reaching = 0
    /// Of days covered: how many patients the rules ask for, and how many of these are adherent.
    var (eligible, adherent) = (0, 0)
    /// The values, in the order of the rows.
    var values: [Double] = []

    /// The mean of the values.
    var mean: Estimate<Double> { Samples.mean(values) }

    /// The median of the values.
    var median: Estimate<Double> { Samples.median(values) }

    /// The share of the values that reach the threshold.
    var reachingShare: Estimate<Double> {
      count > 0 ? .value(Double(reaching) / Double(count)) : .missing(.tooFew)
    }

    /// The share of the eligible patients who are adherent, as stars and quality programmes count it.
    var adherentShare: Estimate<Double> {
      eligible > 0 ? .value(Double(adherent) / Double(eligible)) : .missing(.tooFew)
    }
  }

  /// From which value on a patient counts as adherent.
  let threshold: Share
  private let measures: [RefillMeasure]
  private var byUnit: [RefillUnit: [Line]] = [:]

  init(_ request: RefillRequest) {
    threshold = request.threshold
    measures = request.measures
  }

  /// The lines, by unit and in each in the order of the measures.
  var lines: [Line] { byUnit.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// Adds a value, or why there is none.
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

  /// Counted days are compared as whole numbers; of other values rounding alone is forgiven.
  private func isReached(_ threshold: Share, by value: Double, _ days: DaysCovered?) -> Bool {
    if let days { return threshold.isReached(by: days.covered, of: days.denominator) }
    return value * Double(threshold.whole) >= Double(threshold.part) * (1 - 1e-12)
  }
}
