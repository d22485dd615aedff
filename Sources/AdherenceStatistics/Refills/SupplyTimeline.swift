package import AdherenceAnalytics

/// What becomes of a patient's supply over time, as a measure counts it.
///
/// Moments are day numbers, with a fraction where supply ends within a day.
package struct SupplyTimeline: Hashable, Sendable {
  /// The windows of the patient.
  package let windows: RefillWindows
  /// The days of which the measure is a share; `nil` where there are none.
  package let measured: ClosedRange<Double>?
  /// The fills of the follow-up, in order of date.
  package let fills: [Fill]
  /// What is counted, in order; stretches touch and do not overlap.
  package let stretches: [SupplyStretch]
  /// The stays that the measure does not read, in order of their first day.
  package let otherStays: [Stay]

  /// The days of a kind within those that are measured.
  package func days(_ state: SupplyState) -> Double {
    guard let measured else { return 0 }
    return stretches.reduce(0) { sum, stretch in
      guard stretch.state == state else { return sum }
      let (start, end) = (
        max(stretch.start, measured.lowerBound), min(stretch.end, measured.upperBound)
      )
      return sum + max(0, end - start)
    }
  }
}

/// A stretch of time with or without supply.
package struct SupplyStretch: Hashable, Sendable {
  /// Whether there is supply, and of which fills.
  package let state: SupplyState
  /// Where it begins.
  package let start: Double
  /// Where it ends.
  package let end: Double

  /// The days that it lasts.
  package var days: Double { end - start }
}

/// Whether there is supply.
package enum SupplyState: CaseIterable, Hashable, Sendable {
  /// The supply of the last fill is used.
  case supplied
  /// What was left of fills before the last is used.
  case carriedOver
  /// There is none.
  case gap
  /// The days do not count, because the patient is in hospital.
  case away
}

extension [SupplyStretch] {
  /// From the start of the first to the end of the last.
  var span: ClosedRange<Double>? {
    first.flatMap { first in last.map { first.start...$0.end } }
  }

  /// Appends a stretch, where it has a length.
  mutating func append(_ state: SupplyState, from start: Double, to end: Double) {
    if start < end { append(SupplyStretch(state: state, start: start, end: end)) }
  }
}
