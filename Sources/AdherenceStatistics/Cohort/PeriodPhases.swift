package import AdherenceAnalytics
import Scheduling

/// The phases of a patient's treatment with one task in one period.
package struct PeriodPhases: Hashable, Sendable {
  /// The number of the period among the patient's spans.
  package let period: Int
  /// Whether the first kept event lies before the end of the period.
  let isInitiated: Bool
  /// Whether a discontinuation up to the last day of the period would have been observed.
  let isFollowed: Bool
  /// Whether persistence reaches the last day of the period.
  let isPersistent: Bool
  /// The share done of what was due in the period between the first event and the end of persistence; `nil` where
  /// nothing was due.
  let implementation: Double?
}

extension MeasureEvaluator {
  /// Computes the phases of a task by period.
  ///
  /// A period counts where the plan has begun before its end and can be judged on its first day or later.
  ///
  /// - Parameters:
  ///   - course: The course of the task.
  ///   - phases: Its phases.
  ///   - spans: The periods of the patient.
  /// - Returns: An entry for each period in which the task is observed, in order.
  /// - Precondition: The measures of the same course were computed last.
  /// - Complexity: O(*d* + *p q*) for *d* days, *p* periods and *q* periods of quotas.
  package func phases(
    of course: borrowing TaskCourse, _ phases: TreatmentPhases,
    over spans: some Collection<PeriodSpan>
  ) -> [PeriodPhases] {
    let days = observedDays(of: course)
    guard let last = days.lastJudged.map({ $0 + days.first }) else { return [] }
    let plan = course.whole ?? course.own
    let begin = [plan.firstDay, phases.first?.dayNumber].compactMap(\.self).min() ?? last
    return spans.compactMap { span in
      begin < span.end.dayNumber && last >= span.start.dayNumber
        ? PeriodPhases(span, phases, days) : nil
    }
  }
}

extension PeriodPhases {
  fileprivate init(_ span: PeriodSpan, _ phases: TreatmentPhases, _ days: DoseDays) {
    period = span.number
    let last = span.end.dayNumber - 1
    isInitiated = phases.first.map { $0.dayNumber <= last } ?? false
    guard isInitiated, let first = phases.first?.dayNumber, let course = phases.course.value else {
      (isFollowed, isPersistent, implementation) = (false, false, nil)
      return
    }
    isFollowed = course.judgedDays.map { first + $0 > last } ?? false
    let end = course.end.dayNumber
    isPersistent = isFollowed && end >= last
    let sums = days.sums(
      from: first - days.first, through: end - days.first,
      in: span.start.dayNumber..<span.end.dayNumber)
    let due = Double(sums.expected) + sums.required
    implementation = due == 0 ? nil : (Double(sums.taken) + sums.credited) / due
  }
}
