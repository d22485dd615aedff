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
    let planned = course.whole.map(\.firstDay) ?? course.own.firstDay
    let begin = [planned, phases.first?.dayNumber].compactMap(\.self).min() ?? last
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
    let begin = max(first, span.start.dayNumber)
    implementation =
      min(end, last) < begin
      ? nil : days.implementation(on: begin...min(end, last), first...max(first, end), in: span)
  }
}

extension DoseDays {
  /// The share done of what was due on some days, and of quotas whose periods end on the days of a span.
  ///
  /// - Parameters:
  ///   - own: The days of persistence in the span, by number.
  ///   - persistence: All days of persistence, by number.
  ///   - span: The period.
  /// - Returns: The share; `nil` where nothing was due.
  fileprivate func implementation(
    on own: ClosedRange<Int>, _ persistence: ClosedRange<Int>, in span: PeriodSpan
  ) -> Double? {
    var (due, done) = (0.0, 0.0)
    for day in all[(own.lowerBound - first..<own.upperBound - first + 1).clamped(to: all.indices)] {
      due += Double(day.expected)
      done += Double(day.taken)
    }
    if !quotas.isEmpty {
      let range = span.start.dayNumber - first..<span.end.dayNumber - first
      let sums = quotas.sums(
        in: persistence.lowerBound - first...persistence.upperBound - first, endingIn: range)
      (due, done) = (due + sums.required, done + sums.credited)
    }
    return due == 0 ? nil : done / due
  }
}
