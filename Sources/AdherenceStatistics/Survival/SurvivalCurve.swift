internal import CGSL

/// The Kaplan-Meier curve: the share without the event, by time since the start.
///
/// S(*t*) = Π(1 - *d*/*n*) over the times up to *t*, with *d* events among *n* at risk (Kaplan and
/// Meier 1958). Late entrants are at risk only after their entry (left truncation; Tsai, Jewell and
/// Wang 1987); early times with few at risk then affect the curve strongly. Its variance is
/// Greenwood's, S²·Σ *d*/(*n*(*n* - *d*)). Persistence is such a curve with discontinuation as the
/// event, and initiation with the first dose.
///
///     let stopped = [6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) }
///     let curve = SurvivalCurve(stopped + [FollowUp(time: 9, hasEvent: false)])
///     print(curve.survival(at: 10), curve.median.time)  // value(0.75) value(13.0)
///     print(SurvivalCurve([]).median.time)
///     // missing(AdherenceStatistics.MissingStatistic.tooFew)
public struct SurvivalCurve: Hashable, Sendable {
  /// The confidence level.
  public let level: Double
  /// The number of patients.
  public let count: Int
  /// The times at which follow-ups ended, in order.
  public let steps: [SurvivalStep]
  /// The times of late entries, in order.
  let entries: [Double]

  /// Computes the curve of follow-ups in any order.
  ///
  /// - Parameters:
  ///   - followUps: The follow-ups; may be empty.
  ///   - level: The confidence level.
  /// - Precondition: The level is between 0 and 1.
  /// - Complexity: O(*n* log *n*).
  public init(_ followUps: [FollowUp], level: Double = 0.95) {
    self.init(of: followUps, level: level)
  }

  /// Computes the curve of lazily created follow-ups.
  init(of followUps: some Sequence<FollowUp>, level: Double) {
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    self.level = level
    // The times are encoded as the bits of a positive number, with the absence of an event in the
    // last bit: integers sort faster than pairs.
    var (keys, entries): ([UInt64], [Double]) = ([], [])
    for followUp in followUps {
      keys.append(followUp.time.bitPattern << 1 | (followUp.hasEvent ? 0 : 1))
      if followUp.entry > 0 { entries.append(followUp.entry) }
    }
    keys.sort()
    entries.sort()
    (count, self.entries) = (keys.count, entries)
    steps = SurvivalCurve.steps(keys, entries, z: Normal.halfWidth(level: level))
  }

  private static func steps(_ keys: [UInt64], _ entries: [Double], z: Double) -> [SurvivalStep] {
    var steps: [SurvivalStep] = []
    var product = Product(z: z)
    var (index, entered) = (0, 0)
    while index < keys.count {
      let (first, time) = (index, keys[index] >> 1)
      while index < keys.count, keys[index] == time << 1 { index += 1 }
      let events = index - first
      while index < keys.count, keys[index] >> 1 == time { index += 1 }
      while entered < entries.count, entries[entered] < Double(bitPattern: time) { entered += 1 }
      let atRisk = keys.count - first - (entries.count - entered)
      if events > 0 { product.multiply(events: events, atRisk: atRisk) }
      steps.append(
        SurvivalStep(
          time: Double(bitPattern: time), atRisk: atRisk, events: events,
          censored: index - first - events, survival: product.survival,
          standardError: product.standardError, interval: product.interval))
    }
    return steps
  }

  /// The running product and its interval.
  private struct Product {
    let z: Double
    private(set) var survival = 1.0
    private(set) var standardError = Estimate.value(0.0)
    private(set) var interval = Interval(lower: 1, upper: 1)
    private var greenwood = 0.0

    init(z: Double) { self.z = z }

    mutating func multiply(events: Int, atRisk: Int) {
      // Late entries may follow after the curve has reached 0.
      guard events < atRisk, survival > 0 else {
        (survival, standardError) = (0, .missing(.noVariation))
        interval = Interval(lower: 0, upper: 0)
        return
      }
      let (d, n) = (Double(events), Double(atRisk))
      survival *= 1 - d / n
      greenwood += d / (n * (n - d))
      let root = greenwood.squareRoot()
      standardError = .value(survival * root)
      let logarithm = log(survival)
      let width = exp(-z * root / logarithm)
      interval = Interval(lower: exp(logarithm * width), upper: exp(logarithm / width))
    }
  }
}
