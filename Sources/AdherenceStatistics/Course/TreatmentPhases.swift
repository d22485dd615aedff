import AdherenceAnalytics
public import Scheduling

/// The three phases of taking medicines: initiation, implementation, persistence.
///
/// The ABC taxonomy (Vrijens et al. 2012) parts who never begins from who skips doses and who stops.
public struct TreatmentPhases: Hashable, Sendable {
  /// Whether any event was kept.
  public internal(set) var isInitiated = false
  /// The day of the first kept event.
  public internal(set) var first: CivilDate?
  /// The day of the last kept event, also where a gap before it ended persistence.
  public internal(set) var last: CivilDate?
  /// The hours from the first planned occurrence to the first kept event; negative where it was earlier.
  public internal(set) var initiationDelay: Estimate<Double> = .missing(.notInitiated)
  /// The hours from the first planned occurrence to the end of the last in the denominator.
  public internal(set) var observedHours: Estimate<Double> = .missing(.nothingDue)
  /// What follows from having begun.
  public internal(set) var course: Estimate<Course> = .missing(.notInitiated)

  /// What follows from having begun.
  public struct Course: Hashable, Sendable {
    /// The days after the last event that can be judged.
    public var daysAfterLast: Int
    /// Whether treatment was discontinued; else it was observed to go on until ``end``.
    public var isDiscontinued: Bool
    /// The last day of persistence: of the last event before discontinuation, or else of observation.
    public var end: CivilDate
    /// The days from the first event to ``end``, both included.
    public var persistenceDays: Int
    /// The occurrences in the denominator between the two.
    public var expected: Int
    /// Those of them that were completed.
    public var taken: Int

    /// ``taken`` / ``expected``: how well the plan was followed while it was followed.
    public var implementation: Estimate<Double> {
      Estimate(taken, of: expected, else: .nothingDue)
    }
  }
}

extension TreatmentPhases {
  init(_ course: borrowing TaskCourse, _ days: DoseDays, _ parameters: MeasureParameters) {
    observedHours = TreatmentPhases.observed(course)
    guard let first = course.events.days.min(), let last = course.events.days.max() else { return }
    isInitiated = true
    self.first = CivilDate(dayNumber: Int(first))
    self.last = CivilDate(dayNumber: Int(last))
    initiationDelay = TreatmentPhases.delay(course)
    guard let observed = days.evaluable.last else {
      self.course = .missing(.nothingDue)
      return
    }
    let persistence = Persistence(
      days, eventDays: course.events.days, observed: Int(observed), parameters)
    self.course = .value(persistence.course(of: course, days))
  }

  private static func observed(_ course: borrowing TaskCourse) -> Estimate<Double> {
    guard let first = course.occurrences.first,
      let last = course.occurrences.last(where: \.isEvaluable)
    else { return .missing(.nothingDue) }
    return .value(Double(last.expiry - first.start) / 3600)
  }

  private static func delay(_ course: borrowing TaskCourse) -> Estimate<Double> {
    let known = course.events.times.first { $0 != TaskCourse.unknown }
    guard let event = known else { return .missing(.notTimed) }
    guard let start = course.occurrences.first?.start else { return .missing(.nothingDue) }
    return .value(Double(event - start) / 3600)
  }
}

/// Where persistence ends, in offsets of days.
private struct Persistence {
  var first: Int
  var end: Int
  var daysAfterLast: Int
  var isDiscontinued: Bool

  /// Looks for the gap that ends it: of `gapDays` days that can be judged, without an event.
  init(_ days: DoseDays, eventDays: [Int32], observed: Int, _ parameters: MeasureParameters) {
    first = Int(eventDays.min() ?? 0) - days.first
    var last = Int(eventDays.max() ?? 0) - days.first
    if !parameters.allowsRestart,
      let gap = days.firstGap(between: eventDays, of: parameters.gapDays)
    {
      last = gap
    }
    daysAfterLast = days.countEvaluable(after: last, before: observed + 1)
    isDiscontinued = daysAfterLast >= parameters.gapDays
    end = isDiscontinued ? min(last + parameters.graceDays, observed) : max(observed, last)
  }

  func course(of course: borrowing TaskCourse, _ days: DoseDays) -> TreatmentPhases.Course {
    var (expected, taken) = (0, 0)
    for day in days.all[first...min(end, days.all.count - 1)] {
      expected += Int(day.expected)
      taken += Int(day.taken)
    }
    return TreatmentPhases.Course(
      daysAfterLast: daysAfterLast, isDiscontinued: isDiscontinued,
      end: CivilDate(dayNumber: days.first + end), persistenceDays: end - first + 1,
      expected: expected, taken: taken)
  }
}

extension DoseDays {
  /// The offset of the event that a long gap follows first; `nil` where none does.
  fileprivate func firstGap(between eventDays: [Int32], of length: Int) -> Int? {
    let offsets = eventDays.map { Int($0) - first }.sorted()
    return zip(offsets, offsets.dropFirst()).first { event, next in
      countEvaluable(after: event, before: next) >= length
    }?.0
  }

  /// How many days between two offsets, neither included, can be judged.
  func countEvaluable(after day: Int, before end: Int) -> Int {
    evaluable.partitionPoint { $0 < end } - evaluable.partitionPoint { $0 <= day }
  }
}
