import AdherenceAnalytics

/// The share of time covered by the effect of doses, as far as the task or the parameters define
/// the drug.
package struct TherapeuticCoverage: Sendable {
  /// The time within the forgiveness of any dose, from the first occurrence in the denominator to
  /// the end of the last.
  ///
  /// Holds are excluded, and a dose below its target amount does not count.
  package internal(set) var forgiveness: Estimate<Coverage> = .missing(.nothingDue)
  /// The share of time, from the first event to the end of the last occurrence, in which a modelled
  /// level is above the threshold.
  package internal(set) var timeAbove: Estimate<Double> = .missing(.nothingDue)
}

extension TherapeuticCoverage {
  init(
    _ course: borrowing TaskCourse, _ doses: EvaluableDoses, _ intervals: borrowing DoseIntervals,
    nominal: Int64, _ parameters: MeasureParameters
  ) {
    guard let first = doses.indices.first, let last = doses.indices.last else { return }
    let start = course.occurrences[Int(first)].start
    let end = course.occurrences[Int(last)].expiry
    let effects = Effects(course.drug, intervals, parameters)
    forgiveness =
      start < end
      ? effects.of(doses).flatMap {
        Coverage.measure(of: start..<end, doses: $0, holds: doses.holds)
      } : .missing(.noTime)
    let halfLife =
      parameters.halfLifeIntervals.map { $0 * Double(nominal) }
      ?? course.drug?.halfLifeHours.map { $0 * 3600 }
    guard let halfLife, let threshold = parameters.pkThreshold ?? course.drug?.threshold else {
      timeAbove = .missing(.notAsked)
      return
    }
    timeAbove =
      DrugLevel(halfLife: halfLife, threshold: threshold)?.shareAbove(
        events: doses.eventTimes, amounts: doses.eventAmounts, until: end)
      ?? .missing(.notConverged)
  }
}

/// The duration of doses' effects.
private struct Effects {
  /// The duration in seconds for all doses; `nil` if it depends on the planned interval.
  private let constant: Double?
  /// The duration of each dose in seconds; NaN without a planned interval.
  private let single: [Double]
  private let isKnown: Bool

  init(
    _ drug: DrugParameters?, _ intervals: borrowing DoseIntervals, _ parameters: MeasureParameters
  ) {
    if let multiple = parameters.coverageIntervals {
      let (plan, places) = (intervals.plan, intervals.places)
      single = places.map { multiple * (plan.interval(at: $0) ?? .nan) }
      (constant, isKnown) = (nil, true)
    } else {
      (single, constant) = ([], drug?.forgivenessHours.map { $0 * 3600 })
      isKnown = constant != nil
    }
  }

  /// Returns the period of effect of each dose; missing if it is not defined.
  func of(_ doses: EvaluableDoses) -> Estimate<[Range<Int64>]> {
    guard isKnown else { return .missing(.notAsked) }
    if constant == nil, single.contains(where: \.isNaN) { return .missing(.tooFew) }
    let ranges = doses.eventTimes.indices.map { dose in
      let time = doses.eventTimes[dose]
      let isComplete = doses.eventAmounts[dose] >= 1 - 1e-9
      let seconds = isComplete ? (constant ?? single[dose]).rounded() : 0
      return time..<time + Int64(min(seconds, Double(Int32.max) * 3600))
    }
    return .value(ranges)
  }
}
