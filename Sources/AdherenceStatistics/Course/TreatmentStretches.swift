package import AdherenceAnalytics

/// The days of a plan with treatment, and those on hold.
package struct TreatmentStretches {
  /// The days with treatment by number, split at gaps of discontinuation length, even if the
  /// parameters allow a restart.
  package let episodes: [Range<Int>]
  /// The days, by number, of which all occurrences are on hold, and those without any between them; of a plan
  /// of quotas alone the days that holds touch.
  package let holds: [Range<Int>]

  /// Computes the ranges of a plan.
  package init(_ plan: borrowing PlanCourse, _ parameters: MeasureParameters) {
    var days = DoseDays()
    days.take(plan)
    episodes = days.episodes(plan.events.days, parameters)
    holds = days.holds + (plan.occurrences.isEmpty && !plan.quotas.isEmpty ? plan.holdsInDays : [])
  }
}

extension PlanCourse {
  /// The days touched by holds within the plan.
  fileprivate var holdsInDays: [Range<Int>] {
    holdDays.map { $0.clamped(to: days) }.filter { !$0.isEmpty }
  }
}

extension DoseDays {
  /// Returns the ranges of days with treatment by number, split at gaps without an event.
  fileprivate func episodes(
    _ eventDays: [Int32], _ parameters: MeasureParameters
  ) -> [Range<Int>] {
    let events = eventDays.map { Int($0) - first }.sorted()
    guard var begin = events.first, var last = events.last else { return [] }
    let observed = lastJudged ?? last
    var episodes: [Range<Int>] = []
    last = begin
    for event in events.dropFirst() {
      if parameters.isDiscontinuation(gaps.gap(after: last, before: event)) {
        let end = min(last + parameters.graceDays, event - 1)
        episodes.append(first + begin..<first + end + 1)
        begin = event
      }
      last = event
    }
    let isOver = parameters.isDiscontinuation(gaps.gap(after: last, before: observed + 1))
    let end = isOver ? min(last + parameters.graceDays, observed) : max(observed, last)
    return episodes + [first + begin..<first + end + 1]
  }

  /// The stretches of days, by number, of which all occurrences are on hold; days without occurrences
  /// between them belong to them.
  fileprivate var holds: [Range<Int>] {
    var holds: [Range<Int>] = []
    var isOpen = false
    for (offset, day) in all.enumerated() where day.hasOccurrence {
      guard day.onHold > 0, day.expected == 0, day.pending == 0 else {
        isOpen = false
        continue
      }
      if isOpen, let hold = holds.popLast() {
        holds.append(hold.lowerBound..<first + offset + 1)
      } else {
        holds.append(first + offset..<first + offset + 1)
      }
      isOpen = true
    }
    return holds
  }
}
