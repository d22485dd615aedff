import Scheduling

/// What became of a task in a query's range as columns: what statistics read.
///
/// Cancelled occurrences are left out, and so is what elements without times ask for. Times are seconds
/// since 1970, days are day numbers; ``unknown`` stands where there is no time.
public struct TaskCourse: Sendable {
  /// The task's id.
  public internal(set) var task = ""
  /// The attribution days, by number.
  public internal(set) var days = 0..<0
  /// The first day of treatment, by number: the patient's, or that of the first planned occurrence of any
  /// task; `nil` where nothing is planned.
  public internal(set) var start: Int?
  /// The occurrences, in order of start.
  public internal(set) var occurrences = OccurrenceColumns()
  /// The events that were kept, in order of time, those without a known time first.
  public internal(set) var events = EventColumns()
  /// The holds that suspend occurrences, as half-open stretches of seconds, in the order of the record.
  public internal(set) var holds: [Range<Int64>] = []

  /// A time that is not known.
  public static let unknown = OutcomeTable.Row.none

  /// Creates the course of nothing; an ``AdherenceEvaluator`` fills it again and again.
  public init() {}

  /// What an occurrence is to a statistic.
  public enum Status: UInt8, Hashable, Sendable {
    /// It is in the denominator, and was not completed.
    case missed
    /// It is in the denominator, and was completed.
    case taken
    /// It lies in a hold.
    case excused
    /// It was declined, where that excuses it.
    case declined
    /// The denominator does not have it yet.
    case pending

    /// Whether it is in the denominator.
    public var isEvaluable: Bool { self == .missed || self == .taken }
  }

  /// Occurrences, a column a property.
  public struct OccurrenceColumns: Sendable {
    /// When they start.
    public internal(set) var starts: [Int64] = []
    /// The days they are attributed to.
    public internal(set) var days: [Int32] = []
    /// Their nominal times of day in seconds; -1 for all-day ones.
    public internal(set) var slots: [Int32] = []
    /// What they are to a statistic.
    public internal(set) var statuses: [Status] = []
    /// Whether an outcome was recorded that is no refusal.
    public internal(set) var recorded: [Bool] = []
    /// How many kept events are their own; an outcome with a key counts as one.
    public internal(set) var events: [Int32] = []
    /// When the outcome came.
    public internal(set) var times: [Int64] = []
    /// The wall-clock seconds of the day at which it came; -1 where that is not known.
    public internal(set) var clocks: [Int32] = []
    /// When nothing more is expected.
    public internal(set) var expiries: [Int64] = []
    /// The sums of what was recorded.
    public internal(set) var values: [Double] = []
    /// The sums of what was asked for; NaN without targets.
    public internal(set) var targets: [Double] = []
  }

  /// Events, a column a property.
  public struct EventColumns: Sendable {
    /// When they happened.
    public internal(set) var times: [Int64] = []
    /// The days they are attributed to by themselves.
    public internal(set) var days: [Int32] = []
  }
}

extension TaskCourse {
  /// Makes room for the next task.
  mutating func begin(_ task: String, _ query: AdherenceQuery, _ holds: [Range<Instant>]) {
    self.task = task
    days = query.range.lowerBound.dayNumber..<query.range.upperBound.dayNumber
    self.holds.removeAll(keepingCapacity: true)
    for hold in holds { self.holds.append(hold.lowerBound.seconds..<hold.upperBound.seconds) }
    occurrences.removeAll()
    events.times.removeAll(keepingCapacity: true)
    events.days.removeAll(keepingCapacity: true)
  }

  /// Puts the events in order of time.
  mutating func sortEvents() {
    let times = events.times
    if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let days = events.days
    events.times = order.map { times[$0] }
    events.days = order.map { days[$0] }
  }
}

extension TaskCourse.OccurrenceColumns {
  /// The number of occurrences.
  public var count: Int { starts.count }

  fileprivate mutating func removeAll() {
    starts.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    statuses.removeAll(keepingCapacity: true)
    recorded.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    clocks.removeAll(keepingCapacity: true)
    expiries.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
  }
}
