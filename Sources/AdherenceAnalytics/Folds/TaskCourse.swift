import Scheduling

/// The occurrences and events of a task in a query's range, as plain numbers for statistics.
///
/// Cancelled occurrences are omitted. Times are seconds since 1970, days are day numbers; ``unknown``
/// represents an unknown time.
public struct TaskCourse: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// The attribution days, by number.
  public internal(set) var days = 0..<0
  /// The first day of treatment, by number: the patient's own, or that of the first planned occurrence of any
  /// task; `nil` if nothing is planned.
  public internal(set) var start: Int?
  /// The occurrences and events on those days.
  package internal(set) var own = PlanCourse()
  /// Those of the plan from its first day up to the time of the report, if that is more than the query's
  /// days; otherwise `nil`.
  package internal(set) var whole: PlanCourse?
  /// The uses for quotas and as needed, in order of time, those without a known time first.
  package internal(set) var uses = EventColumns()
  /// The start of the first occurrence after the query's days; ``unknown`` without one.
  package internal(set) var nextStart = TaskCourse.unknown
  /// The number of the last planned day, if it is past and nothing more is planned; `nil` if the plan
  /// continues.
  public internal(set) var planEnd: Int?
  /// The numbers of events recorded in each hour of local time, including those that were not kept.
  public internal(set) var eventHours = [Int](repeating: 0, count: 24)
  /// The numbers of outcomes without an occurrence, by reason.
  package internal(set) var unscheduled = UnscheduledCounts()
  /// The parameters of the task's drug.
  public internal(set) var drug: DrugParameters?
  /// The holds that put occurrences on hold, as half-open ranges of seconds, in the order of the record.
  public internal(set) var holds: [Range<Int64>] = []

  /// Whether the course was requested.
  var isKept = false

  /// The value for an unknown time.
  public static let unknown = OutcomeTable.Row.none

  /// Creates an empty course, to be filled by an ``AdherenceEvaluator``.
  public init() {}

  /// The status of an occurrence for statistics.
  public enum Status: UInt8, Hashable, Sendable {
    /// It is in the denominator, and was not done.
    case missed
    /// It is in the denominator, and was done.
    case taken
    /// It is on hold, or the plan cancelled it.
    case onHold
    /// It was declined, and the query leaves declined occurrences out of the denominator.
    case excused
    /// It is not in the denominator yet.
    case pending
  }

  /// One occurrence.
  public struct Occurrence: Sendable {
    /// The start.
    public internal(set) var start: Int64
    /// The time of its outcome.
    public internal(set) var time: Int64
    /// The expiry of its window.
    public internal(set) var expiry: Int64
    /// The sum of the recorded values.
    public internal(set) var value: Double
    /// The sum of the targets' lower bounds; NaN without targets.
    public internal(set) var target: Double
    /// The part of that sum that the targets credit.
    public internal(set) var credited: Double
    /// The share of the targets that was reached, 1 if they are met; without a target 1 for any outcome.
    public internal(set) var share: Double
    /// The day of attribution.
    public internal(set) var day: Int32
    /// The nominal time of day in seconds; −1 for an all-day occurrence.
    public internal(set) var slot: Int32
    /// The local second of the day of its outcome; −1 if unknown.
    public internal(set) var clock: Int32
    /// The number of its own doses: events merged into one dose count once, and so do outcomes with a key.
    public internal(set) var events: Int32
    /// The status for statistics.
    public internal(set) var status: Status
    /// Whether an outcome was recorded that is not a refusal.
    public internal(set) var isRecorded: Bool
  }

  /// The range from the first to the last day of occurrences and events, by number; empty without any.
  package var ownDays: Range<Int> { own.days }
  /// The occurrences, in order of start.
  public var occurrences: [Occurrence] { own.occurrences }
  /// The kept doses in order of time, those without a known time first.
  package var events: EventColumns { own.events }
  /// The quotas.
  package var quotas: [QuotaCourse] { own.quotas }

  /// Doses as columns.
  package struct EventColumns: Sendable {
    /// The times.
    package internal(set) var times: [Int64] = []
    /// The days of attribution of the events themselves.
    package internal(set) var days: [Int32] = []
    /// The starts of their occurrences; ``unknown`` for those without an occurrence.
    package internal(set) var planned: [Int64] = []
    /// The amounts of the events, as multiples of the target; 1 if no amount is known.
    package internal(set) var amounts: [Double] = []
  }
}

extension TaskCourse {
  /// Prepares for the next task.
  mutating func begin(
    _ task: String, _ drug: DrugParameters?, _ query: AdherenceQuery, _ moments: QueryMoments,
    _ holds: [Range<Instant>]
  ) {
    (self.task, self.drug) = (task, drug)
    days = query.range.lowerBound.dayNumber..<query.range.upperBound.dayNumber
    self.holds.removeAll(keepingCapacity: true)
    for hold in holds { self.holds.append(hold.lowerBound.seconds..<hold.upperBound.seconds) }
    own.begin(moments, holds)
    whole = nil
    for hour in eventHours.indices { eventHours[hour] = 0 }
    unscheduled = UnscheduledCounts()
    uses.removeAll()
    planEnd = nil
    nextStart = TaskCourse.unknown
  }
}

extension TaskCourse.EventColumns {
  mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    planned.removeAll(keepingCapacity: true)
    amounts.removeAll(keepingCapacity: true)
  }

  // Safe: days are those of the calendar.
  mutating func append(at time: Int64, on day: Int, planned: Int64? = nil, amount: Double = 1) {
    times.append(time)
    days.append(Int32(truncatingIfNeeded: day))
    self.planned.append(planned ?? TaskCourse.unknown)
    amounts.append(amount)
  }

  /// Sorts the events by time.
  mutating func sort() {
    let (times, days, planned, amounts) = (times, days, planned, amounts)
    if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    self.times = order.map { times[$0] }
    self.days = order.map { days[$0] }
    self.planned = order.map { planned[$0] }
    self.amounts = order.map { amounts[$0] }
  }
}

/// The occurrences and events of a task over a range of days.
///
/// A ``TaskCourse`` has one for the query's days; initiation and persistence are derived from one for all
/// days of the plan up to the time of the report.
package struct PlanCourse: Sendable {
  /// The range from the first to the last day of occurrences and events, by number; empty without any.
  package internal(set) var days = 0..<0
  /// The occurrences, in order of start.
  package internal(set) var occurrences: [TaskCourse.Occurrence] = []
  /// The kept doses in order of time, those without a known time first.
  package internal(set) var events = TaskCourse.EventColumns()
  /// The quotas, in the order of their elements.
  package internal(set) var quotas: [QuotaCourse] = []
  /// The days that each hold covers or overlaps, by number, for holds that put occurrences on hold.
  package internal(set) var holdDays: [Range<Int>] = []

  package init() {}
}

extension PlanCourse {
  /// Prepares for the next task.
  mutating func begin(_ moments: QueryMoments, _ holds: [Range<Instant>]) {
    days = 0..<0
    occurrences.removeAll(keepingCapacity: true)
    events.removeAll()
    quotas.removeAll(keepingCapacity: true)
    holdDays.removeAll(keepingCapacity: true)
    for hold in holds {
      let own = hold.clamped(to: moments.range)
      guard !own.isEmpty else { continue }
      let last = moments.day(of: moments.zone.civil(at: own.upperBound.adding(seconds: -1)))
      let first = moments.day(of: moments.zone.civil(at: own.lowerBound))
      holdDays.append(first.dayNumber..<last.dayNumber + 1)
    }
  }

  /// Adds a dose.
  mutating func append(
    eventAt time: Int64, on day: Int, planned: Int64? = nil, amount: Double = 1
  ) {
    note(day)
    events.append(at: time, on: day, planned: planned, amount: amount)
  }

  /// Extends ``days`` to include a day.
  mutating func note(_ day: Int) {
    if days.contains(day) { return }
    days =
      days.isEmpty ? day..<(day + 1) : min(day, days.lowerBound)..<max(day + 1, days.upperBound)
  }
}
