import AdherenceAnalytics

/// For how much of the time the doses worked.
package struct TherapeuticCoverage: Sendable {
  /// The time within the forgiveness of some dose, from the first occurrence in the denominator to the
  /// end of the last; holds are taken out of both.
  package internal(set) var forgiveness: Estimate<Coverage>
  /// The share of the time from the first event to the end of the last occurrence in which a modelled
  /// level is above the threshold.
  package internal(set) var timeAbove: Estimate<Double>
}

extension TherapeuticCoverage {
  init(
    _ course: borrowing TaskCourse, _ doses: EvaluableDoses, nominal: Int64,
    _ parameters: MeasureParameters
  ) {
    guard let first = doses.indices.first, let last = doses.indices.last else {
      (forgiveness, timeAbove) = (.missing(.nothingDue), .missing(.nothingDue))
      return
    }
    let start = course.occurrences[Int(first)].start
    let end = course.occurrences[Int(last)].expiry
    let works = (parameters.coverageIntervals * Double(nominal)).rounded()
    forgiveness =
      start < end
      ? Coverage.measure(
        of: start..<end, events: doses.eventTimes, duration: Int64(works), holds: doses.holds)
      : .missing(.noTime)
    let level = DrugLevel(
      halfLife: parameters.halfLifeIntervals * Double(nominal), threshold: parameters.pkThreshold)
    timeAbove =
      level?.shareAbove(events: doses.eventTimes, until: end) ?? .missing(.notConverged)
  }
}
