import Foundation

/// How long a simple model keeps the level of a drug above a threshold.
///
/// Each event adds its dose at once; between events the level halves every half-life (one
/// compartment, superposition). The time above is found from the logarithm of the level after each
/// event, without steps.
///
/// Reference: M. Gibaldi and D. Perrier, Pharmacokinetics, second edition (1982), chapter 3.
package struct DrugLevel: Hashable, Sendable {
  /// The seconds in which half of the drug is gone, above 0.
  let halfLife: Double
  /// The level that the time above is of, in doses, above 0.
  let threshold: Double
  /// The level before the first event, in doses.
  let start: Double

  /// Creates a model; `nil` where a parameter is out of its range.
  package init?(halfLife: Double, threshold: Double, start: Double = 0) {
    guard halfLife > 0, halfLife.isFinite, threshold > 0, threshold.isFinite, start >= 0,
      start.isFinite
    else { return nil }
    self.halfLife = halfLife
    self.threshold = threshold
    self.start = start
  }

  /// The level just before each dose after many at equal distances, in doses.
  ///
  /// As a start it stands for a patient treated before.
  ///
  /// - Parameters:
  ///   - interval: The seconds between two doses, above 0.
  ///   - halfLife: The seconds in which half of the drug is gone, above 0.
  /// - Returns: The level; it is 1 where the interval is the half-life.
  static func steadyTrough(interval: Double, halfLife: Double) -> Double {
    precondition(interval > 0 && halfLife > 0, "\(interval) s apart, half gone in \(halfLife) s")
    return 1 / (exp2(interval / halfLife) - 1)
  }

  /// The share of the time from the first event on in which the level is above the threshold.
  ///
  /// Safe: the events are lent for the call.
  ///
  /// - Parameters:
  ///   - events: The events that count, in seconds, ascending.
  ///   - amounts: What each adds to the level, in doses.
  ///   - end: The end of the time, in seconds.
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
      // Only where the level sinks below the threshold the logarithm must tell when.
      above +=
        left >= threshold ? length : min(length, max(0, log(threshold / level) / rate))
      level = left
    }
    return above
  }
}
