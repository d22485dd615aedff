internal import CGSL
import Scheduling

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

/// Values read from a survival curve.
extension SurvivalCurve {
  /// Returns the survival at a time; 1 before the first step.
  ///
  /// - Returns: The share; missing without follow-ups, or if all follow-ups end before the time and
  ///   the curve has not reached 0.
  /// - Complexity: O(log *n*).
  public func survival(at time: Double) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    if let last = steps.last, last.time < time, last.survival > 0 { return .missing(.notReached) }
    let place = position(after: time)
    return .value(place == 0 ? 1 : steps[place - 1].survival)
  }

  /// Returns the interval at a time: that of the last step up to it.
  ///
  /// - Returns: The interval; missing if the survival is, and before the first step.
  /// - Complexity: O(log *n*).
  func interval(at time: Double) -> Estimate<Interval> {
    survival(at: time).flatMap { _ in
      let place = position(after: time)
      return place == 0 ? .missing(.noVariation) : .value(steps[place - 1].interval)
    }
  }

  /// Returns the number at risk: followed at least until a time, and entered before it.
  ///
  /// - Complexity: O(log *n*).
  public func atRisk(at time: Double) -> Int {
    let place = position { $0.time >= time }
    guard place < steps.count else { return 0 }
    // Until the next step there are no exits, but there may be entries.
    return steps[place].atRisk + entering(from: steps[place].time) - entering(from: time)
  }

  /// The median: the first time at which the curve is at or below one half.
  public var median: SurvivalTime { time(reaching: 0.5) }

  /// Returns the first time at which the curve is at or below a share.
  ///
  /// Its limits are the first times at which the limits of the curve are (Brookmeyer and Crowley
  /// 1982, with the interval of ln(-ln *S*)).
  ///
  /// - Parameter share: The share without the event: 0.75 for the time to a quarter of the events.
  /// - Returns: The time and its limits; each is missing if the curve ends before.
  /// - Complexity: O(*n*).
  public func time(reaching share: Double) -> SurvivalTime {
    // The product of fractions may miss one half by rounding.
    let bound = share + 1e-12
    return SurvivalTime(
      time: first { $0.survival <= bound }, lower: first { $0.interval.lower <= bound },
      upper: first { $0.interval.upper <= bound })
  }

  /// Returns the number of entries at or after a time.
  private func entering(from time: Double) -> Int {
    entries.count - entries.partitionPoint { $0 < time }
  }

  private func first(where isReached: (SurvivalStep) -> Bool) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    return steps.first(where: isReached).map { .value($0.time) } ?? .missing(.notReached)
  }

  private func position(after time: Double) -> Int { position { $0.time > time } }

  /// Returns the first step that meets a monotonic condition.
  private func position(where holds: (SurvivalStep) -> Bool) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A time at which follow-ups ended, and the survival curve from it to the next.
public struct SurvivalStep: Hashable, Sendable {
  /// The time.
  public let time: Double
  /// The number at risk: followed at least until the time, and entered before it.
  public let atRisk: Int
  /// The number of events at the time.
  public let events: Int
  /// The number censored at the time, after events in case of ties.
  public let censored: Int
  /// The Kaplan-Meier estimate of the share without the event after the time.
  public let survival: Double
  /// Greenwood's standard error of the estimate; missing if the curve is at 0.
  public let standardError: Estimate<Double>
  /// The pointwise interval from the error of ln(-ln *S*), which stays within 0...1 (Kalbfleisch
  /// and Prentice 1980).
  ///
  /// If the curve is at 1 or 0, so are both limits.
  public let interval: Interval
}

/// The time at which a survival curve reaches a share, and its limits.
public struct SurvivalTime: Hashable, Sendable {
  /// The time; missing if the curve ends above the share.
  public let time: Estimate<Double>
  /// The lower limit; missing if the lower limit of the curve ends above the share.
  public let lower: Estimate<Double>
  /// The upper limit; missing if the upper limit of the curve ends above the share.
  public let upper: Estimate<Double>
}
