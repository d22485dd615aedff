import Scheduling

/// What became of a task in a query's range, as plain numbers: what statistics read.
///
/// Cancelled occurrences are left out. Times are seconds
/// since 1970, days are day numbers; ``unknown`` stands where there is no time.
public struct TaskCourse: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// The attribution days, by number.
  public internal(set) var days = 0..<0
  /// The first day of treatment, by number: the patient's, or that of the first planned occurrence of any
  /// task; `nil` where nothing is planned.
  public internal(set) var start: Int?
  /// The occurrences and events of those days.
  package internal(set) var own = PlanCourse()
  /// Those of the plan from its first day up to the moment of the report, where that is more than the
  /// query's days; else `nil`.
  package internal(set) var whole: PlanCourse?
  /// What was done for quotas or used as needed, in order of time, uses without a known time first.
  package internal(set) var uses = EventColumns()
  /// The start of the first occurrence after the last of the query's days; ``unknown`` without one.
  package internal(set) var nextStart = TaskCourse.unknown
  /// The number of the last planned day, where that is past and nothing is planned any more; `nil` where the
  /// plan goes on.
  public internal(set) var planEnd: Int?
  /// How many events were recorded in each hour of the wall clock, also those that were not kept.
  public internal(set) var eventHours = [Int](repeating: 0, count: 24)
  /// The outcomes without an occurrence, by why they have none.
  package internal(set) var unscheduled = UnscheduledCounts()
  /// What is known of the task's drug.
  public internal(set) var drug: DrugParameters?
  /// The holds that suspend occurrences, as half-open stretches of seconds, in the order of the record.
  public internal(set) var holds: [Range<Int64>] = []

  /// Whether anybody looks at it.
  var isKept = false

  /// A time that is not known.
  public static let unknown = OutcomeTable.Row.none

  /// Creates the course of nothing; an ``AdherenceEvaluator`` fills it again and again.
  public init() {}

  /// What an occurrence is to a statistic.
  public enum Status: UInt8, Hashable, Sendable {
    /// It is in the denominator, and was not done.
    case missed
    /// It is in the denominator, and was done.
    case taken
    /// It is on hold, or the plan cancelled it.
    case onHold
    /// It was declined, and the query leaves declined occurrences out of the denominator.
    case excused
    /// The denominator does not have it yet.
    case pending
  }

  /// One occurrence.
  public struct Occurrence: Sendable {
    /// When it starts.
    public internal(set) var start: Int64
    /// When its outcome came.
    public internal(set) var time: Int64
    /// When nothing more is expected.
    public internal(set) var expiry: Int64
    /// The sum of what was recorded.
    public internal(set) var value: Double
    /// The sum of what was asked for at least; NaN without targets.
    public internal(set) var target: Double
    /// Of what was recorded, what the targets credit.
    public internal(set) var credited: Double
    /// The share of the targets that was reached, 1 where they are met; without a target 1 for any outcome.
    public internal(set) var share: Double
    /// The day it is attributed to.
    public internal(set) var day: Int32
    /// Its nominal time of day in seconds; -1 for an all-day one.
    public internal(set) var slot: Int32
    /// The wall-clock second of the day at which its outcome came; -1 where that is not known.
    public internal(set) var clock: Int32
    /// How many doses are its own: events that make one dose count once, and so do outcomes with a key.
    public internal(set) var events: Int32
    /// What it is to a statistic.
    public internal(set) var status: Status
    /// Whether an outcome was recorded that is no refusal.
    public internal(set) var isRecorded: Bool
  }

  /// The days that occurrences and events have, from the first to the last, by number; empty without any.
  package var ownDays: Range<Int> { own.days }
  /// The occurrences, in order of start.
  public var occurrences: [Occurrence] { own.occurrences }
  /// The doses that were kept, in order of time, those without a known time first.
  package var events: EventColumns { own.events }
  /// The quotas.
  package var quotas: [QuotaCourse] { own.quotas }

  /// Doses, a column a property.
  package struct EventColumns: Sendable {
    /// When they were taken.
    package internal(set) var times: [Int64] = []
    /// The days they are attributed to by themselves.
    package internal(set) var days: [Int32] = []
    /// The starts of the occurrences that they belong to; ``unknown`` of those that belong to none.
    package internal(set) var planned: [Int64] = []
    /// The amounts of the events, as multiples of the target; 1 where no amount is known.
    package internal(set) var amounts: [Double] = []
  }
}

extension TaskCourse {
  /// Makes room for the next task.
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

  /// Puts the events in order of time.
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
