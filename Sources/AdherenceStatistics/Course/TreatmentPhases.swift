import AdherenceAnalytics
package import Scheduling

/// The phases of treatment: initiation, implementation, persistence.
///
/// The ABC taxonomy (Vrijens et al. 2012) distinguishes patients who never initiate from those who
/// skip doses and those who discontinue. Initiation and persistence are determined from the whole
/// plan up to the time of the report, so that a report on one month does not restart the clock.
/// Implementation is limited to the days of the report.
package struct TreatmentPhases: Hashable, Sendable {
  /// Whether any event was accepted.
  package internal(set) var isInitiated = false
  /// The day of the first accepted event.
  package internal(set) var first: CivilDate?
  /// The day of the last accepted event, even if an earlier gap ended persistence.
  package internal(set) var last: CivilDate?
  /// The hours from the first planned occurrence, or the start of the first quota period, to the
  /// first accepted event; negative if it was earlier.
  package internal(set) var initiationDelay: Estimate<Double> = .missing(.notInitiated)
  /// The hours from the first planned occurrence, or the start of the first quota period, to the
  /// end of the last one in the denominator.
  var observedHours: Estimate<Double> = .missing(.nothingDue)
  /// The days of the plan before the report; 0 if the plan starts in the report.
  var daysBefore = 0
  /// Whether initiation, or its absence, was observed within the report rather than before it.
  var isInitiationInRange = true
  /// The course after initiation.
  package internal(set) var course: Estimate<Course> = .missing(.notInitiated)

  /// The course after initiation.
  package struct Course: Hashable, Sendable {
    /// The days after the last event, in the plan and outside holds, up to the last evaluable day.
    package var daysAfterLast: Int
    /// The number of those with something due; for a quota, of the days of its periods without an event.
    package var dueDaysAfterLast: Int
    /// The number of periods of quotas without an event that ended after the last event.
    package var emptyPeriodsAfterLast: Int
    /// Whether treatment was discontinued; otherwise no end was observed up to ``end``.
    package var isDiscontinued: Bool
    /// The days of persistence up to the last day on which discontinuation would have been
    /// detected; `nil` without such a day.
    ///
    /// The discontinuation gap must fit before the end of observation, so follow-up without
    /// discontinuation is censored there. Up to the end of observation, patients who stopped within
    /// the last gap would count as persistent.
    var judgedDays: Int?
    /// The last day of persistence: of the last event before discontinuation, otherwise of
    /// observation.
    package var end: CivilDate
    /// The days from the first event to ``end``, inclusive.
    package var persistenceDays: Int
    /// The number of those before the report.
    ///
    /// The patient enters the survival curve at that time (delayed entry). It equals
    /// ``persistenceDays`` if treatment ended before the report.
    var daysBefore: Int
    /// The occurrences in the denominator between the two, on the days of the report.
    package var expected: Int
    package var taken: Int
    /// The amount due by quotas between the two, in periods that end within the report.
    package var required = 0.0
    /// The part of it done.
    package var credited = 0.0

    /// Whether treatment was discontinued; missing if something due after the last event was not
    /// done, and too few days have passed to distinguish discontinuation from a gap.
    package var discontinued: Estimate<Bool> {
      isDiscontinued || dueDaysAfterLast == 0 ? .value(isDiscontinued) : .missing(.notJudgedYet)
    }

    /// The occurrences and quotas due.
    package var due: Double { Double(expected) + required }
    /// The part done.
    package var done: Double { Double(taken) + credited }

    /// The ratio of done to due between initiation and the end of persistence.
    package var implementation: Estimate<Double> {
      required == 0
        ? Estimate(taken, of: expected, else: .nothingDue)
        : .value(done / due)
    }
  }
}

extension TreatmentPhases {
  /// Determines the phases.
  ///
  /// - Parameters:
  ///   - plan: The whole plan up to the time of the report.
  ///   - days: Its days.
  ///   - range: The days of the report, by number.
  ///   - parameters: The parameters.
  init(
    _ plan: borrowing PlanCourse, _ days: DoseDays, in range: Range<Int>,
    _ parameters: MeasureParameters
  ) {
    observedHours = TreatmentPhases.observed(plan)
    if let planned = plan.firstDay { daysBefore = max(0, range.lowerBound - planned) }
    guard let first = plan.events.days.min(), let last = plan.events.days.max() else {
      isInitiationInRange = days.lastJudged.map { days.first + $0 >= range.lowerBound } ?? true
      return
    }
    isInitiated = true
    isInitiationInRange = Int(first) >= range.lowerBound
    self.first = CivilDate(dayNumber: Int(first))
    self.last = CivilDate(dayNumber: Int(last))
    initiationDelay = TreatmentPhases.delay(plan)
    guard let observed = days.lastJudged else {
      self.course = .missing(.nothingDue)
      return
    }
    let persistence = Persistence(
      days, eventDays: plan.events.days, observed: observed, parameters)
    self.course = .value(persistence.course(of: days, in: range))
  }

  private static func observed(_ plan: borrowing PlanCourse) -> Estimate<Double> {
    let quotas = plan.quotas.compactMap { own in
      own.periods.last(where: \.isDue)?.seconds.upperBound
    }
    let last = plan.occurrences.last(where: \.isEvaluable)?.expiry
    guard let first = plan.firstStart, let last = ([last].compactMap(\.self) + quotas).max()
    else { return .missing(.nothingDue) }
    return .value(Double(last - first) / 3600)
  }

  private static func delay(_ plan: borrowing PlanCourse) -> Estimate<Double> {
    let known = plan.events.times.first { $0 != TaskCourse.unknown }
    guard let event = known else { return .missing(.notTimed) }
    guard let start = plan.firstStart else { return .missing(.nothingDue) }
    return .value(Double(event - start) / 3600)
  }
}

/// The end of persistence, in offsets of days.
private struct Persistence {
  var first: Int
  var end: Int
  /// The gap from the last event to the last evaluable day.
  var gap: GapTable.Gap
  var dueDaysAfterLast: Int
  var emptyPeriodsAfterLast: Int
  var isDiscontinued: Bool
  /// The last day of persistence of a patient without discontinuation as far as it could be
  /// detected.
  var judgedEnd: Int?

  /// Finds the gap that ends persistence.
  init(_ days: DoseDays, eventDays: [Int32], observed: Int, _ parameters: MeasureParameters) {
    first = Int(eventDays.min() ?? 0) - days.first
    var last = Int(eventDays.max() ?? 0) - days.first
    if parameters.restart == .ends, let gap = days.firstGap(between: eventDays, parameters) {
      last = gap
    }
    gap = days.gaps.gap(after: last, before: observed + 1)
    dueDaysAfterLast = days.countDue(after: last, before: observed + 1)
    emptyPeriodsAfterLast = days.quotas.countEmpty(after: last, before: observed + 1)
    isDiscontinued = parameters.isDiscontinuation(gap)
    end = isDiscontinued ? min(last + parameters.graceDays, observed) : max(observed, last)
    judgedEnd = days.lastVisibleStop(from: first, observed: observed, parameters).map {
      min($0 + parameters.graceDays, observed)
    }
  }

  func course(of days: DoseDays, in range: Range<Int>) -> TreatmentPhases.Course {
    let sums = days.sums(from: first, through: end, in: range)
    let length = end - first + 1
    return TreatmentPhases.Course(
      daysAfterLast: gap.days, dueDaysAfterLast: dueDaysAfterLast,
      emptyPeriodsAfterLast: emptyPeriodsAfterLast, isDiscontinued: isDiscontinued,
      judgedDays: judgedEnd.map { $0 - first + 1 },
      end: CivilDate(dayNumber: days.first + end), persistenceDays: length,
      daysBefore: max(0, min(length, range.lowerBound - days.first - first)),
      expected: sums.expected, taken: sums.taken, required: sums.required, credited: sums.credited)
  }
}

extension DoseDays {
  /// Returns the occurrences due and done during persistence on the days of a range, and the uses of quotas whose
  /// periods end there.
  ///
  /// - Parameters:
  ///   - first: The offset of the first day of persistence.
  ///   - end: The offset of the last day of persistence.
  ///   - range: The days, by number.
  /// - Returns: The sums.
  func sums(
    from first: Int, through end: Int, in range: Range<Int>
  ) -> (expected: Int, taken: Int, required: Double, credited: Double) {
    var (expected, taken) = (0, 0)
    let own = range.lowerBound - self.first..<range.upperBound - self.first
    for day in all[(first..<end + 1).clamped(to: own).clamped(to: all.indices)] {
      expected += Int(day.expected)
      taken += Int(day.taken)
    }
    let quotas = quotas.sums(in: first...max(first, end), endingIn: own)
    return (expected, taken, quotas.required, quotas.credited)
  }
}

extension DoseDays {
  /// Returns the offset of the last day after which discontinuation would have been detected; `nil`
  /// if there is none.
  ///
  /// - Complexity: O(*n*) for *n* days after it.
  fileprivate func lastVisibleStop(
    from first: Int, observed: Int, _ parameters: MeasureParameters
  ) -> Int? {
    stride(from: observed, through: first, by: -1).first { day in
      parameters.isDiscontinuation(gaps.emptyGap(after: day, before: observed + 1))
    }
  }

  /// Returns the offset of the event before the first discontinuation gap; `nil` if there is none.
  fileprivate func firstGap(
    between eventDays: [Int32], _ parameters: MeasureParameters
  ) -> Int? {
    let offsets = eventDays.map { Int($0) - first }.sorted()
    return zip(offsets, offsets.dropFirst()).first { event, next in
      parameters.isDiscontinuation(gaps.gap(after: event, before: next))
    }?.0
  }
}

extension PlanCourse {
  /// The start of the first occurrence or quota period; `nil` if there is none.
  fileprivate var firstStart: Int64? {
    let quotas = quotas.compactMap { $0.periods.first?.seconds.lowerBound }
    return ([occurrences.first?.start].compactMap(\.self) + quotas).min()
  }

  /// The number of the first planned day; `nil` if there is none.
  var firstDay: Int? {
    [occurrences.first.map { Int($0.day) }, firstQuotaDay].compactMap(\.self).min()
  }

  /// The number of the last planned day; `nil` if there is none.
  var lastDay: Int? {
    [occurrences.last.map { Int($0.day) }, lastQuotaDay].compactMap(\.self).max()
  }
}
