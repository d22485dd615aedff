import AdherenceAnalytics
package import Scheduling

/// The three phases of taking medicines: initiation, implementation, persistence.
///
/// The ABC taxonomy (Vrijens et al. 2012) parts who never begins from who skips doses and who stops.
/// Whether somebody has begun and goes on is told of the whole plan, from its first day up to the moment of
/// the report: a report on a month of a plan begins no clock anew. Implementation is of the days of the
/// report.
package struct TreatmentPhases: Hashable, Sendable {
  /// Whether any event was kept.
  package internal(set) var isInitiated = false
  /// The day of the first kept event.
  package internal(set) var first: CivilDate?
  /// The day of the last kept event, also where a gap before it ended persistence.
  package internal(set) var last: CivilDate?
  /// The hours from the first planned occurrence, or the beginning of the first period of a quota, to the
  /// first kept event; negative where it was earlier.
  package internal(set) var initiationDelay: Estimate<Double> = .missing(.notInitiated)
  /// The hours from the first planned occurrence, or the beginning of the first period of a quota, to the end
  /// of the last in the denominator.
  var observedHours: Estimate<Double> = .missing(.nothingDue)
  /// The days of the plan before the first day of the report; 0 where the plan begins in the report.
  var daysBefore = 0
  /// Whether initiation, or that it has not come, was seen in the report, and not before it.
  var isInitiationInRange = true
  /// What follows from having begun.
  package internal(set) var course: Estimate<Course> = .missing(.notInitiated)

  /// What follows from having begun.
  package struct Course: Hashable, Sendable {
    /// The days after the last event, in the plan and outside holds, up to the last that can be judged.
    package var daysAfterLast: Int
    /// Those of them that can be judged themselves, as something was due on them; of a quota those of its
    /// periods in which nothing was done.
    var dueDaysAfterLast: Int
    /// Whether treatment was discontinued; else it was not seen to end up to ``end``.
    package var isDiscontinued: Bool
    /// The days of persistence up to the last day on which a stop would have been seen; `nil` without such a day.
    ///
    /// The gap that makes a stop must still fit in before the end of observation. Follow-up without a discontinuation is censored there. Up to the end of observation those who have stopped
    /// within the last gap would count as persistent.
    var judgedDays: Int?
    /// The last day of persistence: of the last event before discontinuation, or else of observation.
    package var end: CivilDate
    /// The days from the first event to ``end``, both included.
    package var persistenceDays: Int
    /// Those of them that lie before the first day of the report.
    ///
    /// A survival curve has the patient from then on (delayed entry). They are as many as ``persistenceDays`` where treatment ended before.
    var daysBefore: Int
    /// The occurrences in the denominator between the two, on the days of the report.
    package var expected: Int
    /// Those of them that were completed.
    package var taken: Int
    /// What quotas asked for between the two, in the periods that end on the days of the report.
    package var required = 0.0
    /// What of it was done.
    package var credited = 0.0

    /// Whether treatment was discontinued; missing where something due after the last event was not done, and too
    /// few days have passed to tell a stop from a gap.
    package var discontinued: Estimate<Bool> {
      isDiscontinued || dueDaysAfterLast == 0 ? .value(isDiscontinued) : .missing(.notJudgedYet)
    }

    /// The occurrences due, and what quotas asked for.
    package var due: Double { Double(expected) + required }
    /// What of that was done.
    package var done: Double { Double(taken) + credited }

    /// What was done over what was due: how well the plan was followed while it was followed.
    package var implementation: Estimate<Double> {
      required == 0
        ? Estimate(taken, of: expected, else: .nothingDue)
        : .value(done / due)
    }
  }
}

extension TreatmentPhases {
  /// Tells the phases.
  ///
  /// - Parameters:
  ///   - plan: The whole plan up to the moment of the report.
  ///   - days: Its days.
  ///   - range: The days of the report, by number.
  ///   - parameters: What is taken for granted.
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

/// Where persistence ends, in offsets of days.
private struct Persistence {
  var first: Int
  var end: Int
  /// From the last event to the last day that can be judged.
  var gap: GapTable.Gap
  var dueDaysAfterLast: Int
  var isDiscontinued: Bool
  /// The last day of persistence of whoever was seen to go on as long as a stop could be seen.
  var judgedEnd: Int?

  /// Looks for the gap that ends it.
  init(_ days: DoseDays, eventDays: [Int32], observed: Int, _ parameters: MeasureParameters) {
    first = Int(eventDays.min() ?? 0) - days.first
    var last = Int(eventDays.max() ?? 0) - days.first
    if parameters.restart == .ends, let gap = days.firstGap(between: eventDays, parameters) {
      last = gap
    }
    gap = days.gaps.gap(after: last, before: observed + 1)
    dueDaysAfterLast = days.countDue(after: last, before: observed + 1)
    isDiscontinued = parameters.isDiscontinuation(gap)
    end = isDiscontinued ? min(last + parameters.graceDays, observed) : max(observed, last)
    judgedEnd = days.lastVisibleStop(from: first, observed: observed, parameters).map {
      min($0 + parameters.graceDays, observed)
    }
  }

  func course(of days: DoseDays, in range: Range<Int>) -> TreatmentPhases.Course {
    var (expected, taken) = (0, 0)
    let own = range.lowerBound - days.first..<range.upperBound - days.first
    for day in days.all[(first..<end + 1).clamped(to: own).clamped(to: days.all.indices)] {
      expected += Int(day.expected)
      taken += Int(day.taken)
    }
    let quotas = days.quotas.sums(in: first...max(first, end), endingIn: own)
    let length = end - first + 1
    return TreatmentPhases.Course(
      daysAfterLast: gap.days, dueDaysAfterLast: dueDaysAfterLast, isDiscontinued: isDiscontinued,
      judgedDays: judgedEnd.map { $0 - first + 1 },
      end: CivilDate(dayNumber: days.first + end), persistenceDays: length,
      daysBefore: max(0, min(length, own.lowerBound - first)), expected: expected, taken: taken,
      required: quotas.required, credited: quotas.credited)
  }
}

extension DoseDays {
  /// The offset of the last day after which a stop would have been seen; `nil` where none is.
  ///
  /// - Complexity: O(*n*) for *n* days after it.
  fileprivate func lastVisibleStop(
    from first: Int, observed: Int, _ parameters: MeasureParameters
  ) -> Int? {
    stride(from: observed, through: first, by: -1).first { day in
      parameters.isDiscontinuation(gaps.emptyGap(after: day, before: observed + 1))
    }
  }

  /// The offset of the event that a long gap follows first; `nil` where none does.
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
  /// When the first occurrence or period of a quota begins; `nil` without any.
  fileprivate var firstStart: Int64? {
    let quotas = quotas.compactMap { $0.periods.first?.seconds.lowerBound }
    return ([occurrences.first?.start].compactMap(\.self) + quotas).min()
  }

  /// The first planned day, by number; `nil` without any.
  var firstDay: Int? {
    [occurrences.first.map { Int($0.day) }, firstQuotaDay].compactMap(\.self).min()
  }

  /// The last planned day, by number; `nil` without any.
  var lastDay: Int? {
    [occurrences.last.map { Int($0.day) }, lastQuotaDay].compactMap(\.self).max()
  }
}
