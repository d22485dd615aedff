import Foundation

/// The time during which a one-compartment model keeps a drug level above a threshold.
///
/// Each event adds its dose at once; between events the level halves every half-life
/// (superposition). The time above is computed from the logarithm of the level after each event,
/// without discretization.
///
/// Reference: M. Gibaldi and D. Perrier, Pharmacokinetics, second edition (1982), chapter 3.
package struct DrugLevel: Hashable, Sendable {
  /// The half-life in seconds, positive.
  let halfLife: Double
  /// The threshold level in doses, positive.
  let threshold: Double
  /// The level before the first event, in doses.
  let start: Double

  /// Creates a model; `nil` if a parameter is out of range.
  package init?(halfLife: Double, threshold: Double, start: Double = 0) {
    guard halfLife > 0, halfLife.isFinite, threshold > 0, threshold.isFinite, start >= 0,
      start.isFinite
    else { return nil }
    self.halfLife = halfLife
    self.threshold = threshold
    self.start = start
  }

  /// Returns the trough level at steady state, in doses.
  ///
  /// It can be used as the initial level of a patient who was treated before.
  ///
  /// - Parameters:
  ///   - interval: The seconds between doses, positive.
  ///   - halfLife: The half-life in seconds, positive.
  /// - Returns: The level; it is 1 if the interval is the half-life.
  static func steadyTrough(interval: Double, halfLife: Double) -> Double {
    precondition(interval > 0 && halfLife > 0, "\(interval) s apart, half gone in \(halfLife) s")
    return 1 / (exp2(interval / halfLife) - 1)
  }

  /// Returns the share of the time since the first event in which the level is above the threshold.
  ///
  /// Safe: the events are lent for the call.
  ///
  /// - Parameters:
  ///   - events: The events in seconds, ascending.
  ///   - amounts: The amount of each event in doses.
  ///   - end: The end of the time in seconds.
  /// - Returns: The share; missing without an event before the end.
  /// - Complexity: O(*n*).
  package func shareAbove(
    events: [Int64], amounts: [Double], until end: Int64
  ) -> Estimate<Double> {
    guard let first = events.first else { return .missing(.notInitiated) }
    guard first < end else { return .missing(.noTime) }
    let above = events.withUnsafeBufferPointer { secondsAbove(events: $0, amounts, until: end) }
    return .value(above / Double(end - first))
  }

  // Safe: indices are those of the events.
  private func secondsAbove(
    events: UnsafeBufferPointer<Int64>, _ amounts: [Double], until end: Int64
  ) -> Double {
    let rate = -log(2) / halfLife
    var (level, above) = (start, 0.0)
    for index in events.indices {
      let event = events[index]
      if event >= end { break }
      let next = index + 1 < events.count ? min(events[index + 1], end) : end
      let length = Double(next - event)
      level += amounts[index]
      let left = level * exp(rate * length)
      // The logarithm is needed only if the level falls below the threshold.
      above +=
        left >= threshold ? length : min(length, max(0, log(threshold / level) / rate))
      level = left
    }
    return above
  }
}
