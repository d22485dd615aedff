package import AdherenceAnalytics

/// The states of a patient's supply over time, as counted by a measure.
///
/// Times are day numbers, with a fraction if supply ends within a day.
package struct SupplyTimeline: Hashable, Sendable {
  /// The windows of the patient.
  package let windows: RefillWindows
  /// The days of which the measure is a share, if any.
  package let measured: ClosedRange<Double>?
  /// The fills of the follow-up, sorted by date.
  package let fills: [Fill]
  /// The states in order, adjacent and disjoint.
  package let stretches: [SupplyStretch]
  /// The stays that the measure ignores, sorted by first day.
  package let otherStays: [Stay]

  /// Returns the days of a state within the measured days.
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

/// A period with or without supply.
package struct SupplyStretch: Hashable, Sendable {
  /// The state of supply.
  package let state: SupplyState
  /// The start.
  package let start: Double
  /// The end.
  package let end: Double

  /// The length in days.
  package var days: Double { end - start }
}

/// The state of supply.
package enum SupplyState: CaseIterable, Hashable, Sendable {
  /// Supply of the last fill is in use.
  case supplied
  /// Remaining supply of earlier fills is in use.
  case carriedOver
  /// No supply.
  case gap
  /// Excluded because the patient is in hospital.
  case away
}

extension [SupplyStretch] {
  /// The range from the first start to the last end.
  var span: ClosedRange<Double>? {
    first.flatMap { first in last.map { first.start...$0.end } }
  }

  /// Appends a period, unless it is empty.
  mutating func append(_ state: SupplyState, from start: Double, to end: Double) {
    if start < end { append(SupplyStretch(state: state, start: start, end: end)) }
  }
}
