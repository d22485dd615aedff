import Scheduling

extension OutcomeMatching {
  /// The statement of an outcome about its occurrence, from the weakest to the strongest.
  enum Statement: UInt8 {
    case none
    /// All values are `false`.
    case denial
    /// Skipped or declined.
    case refusal
    /// Done, subject to the scoring.
    case completion

    @inline(__always)
    init(_ row: OutcomeTable.Row) {
      if !row.marks.isDisjoint(with: .refused) {
        self = .refusal
      } else {
        self = row.isDenial ? .denial : .completion
      }
    }
  }

  /// The combined outcomes of one occurrence.
  struct SlotOutcome {
    /// The time in seconds since 1970; ``OutcomeTable/Row/none`` if unknown.
    var time = OutcomeTable.Row.none
    /// The sum of the credited values.
    var value = 0.0
    /// The number of uncredited values.
    var uncredited: Int32 = 0
    /// The number of events in its time that are not denials, including its outcome.
    var events: Int32 = 0
    /// The number of values in the sum.
    var parts: Int32 = 0
    /// Whether the sum may depend on the order of the values.
    var isRounded = false
    /// The strongest statement of its outcomes.
    private(set) var statement = Statement.none
    var isOnHold = false

    /// Whether it has any outcome.
    var exists: Bool { statement != .none }
    /// Whether it was refused and not completed.
    var isRefused: Bool { statement == .refusal }
    /// Whether it is either completed or without outcome, and not on hold.
    var isPlain: Bool { (statement == .completion || statement == .none) && !isOnHold }

    /// Adds an outcome; the strongest statement is used, with the earliest time of the outcomes that make it.
    ///
    /// - Parameters:
    ///   - row: The outcome.
    ///   - statement: Its statement.
    ///   - joins: Whether it only adds an amount to another outcome.
    ///   - adds: Whether its amount is credited.
    /// - Returns: Whether the sum depends on the order of its amounts.
    @inline(__always)
    mutating func take(
      _ row: OutcomeTable.Row, as statement: Statement, joins: Bool, adds: Bool
    ) -> Bool {
      if !joins, statement.rawValue >= self.statement.rawValue { take(row.time, as: statement) }
      if adds { add(row.amount) }
      return isCrowded
    }

    private mutating func take(_ time: Int64, as statement: Statement) {
      if statement != self.statement { self.time = OutcomeTable.Row.none }
      if time != OutcomeTable.Row.none {
        self.time = self.time == OutcomeTable.Row.none ? time : min(self.time, time)
      }
      self.statement = statement
    }

    // Safe: it counts values in memory.
    @inline(__always)
    mutating func add(_ amount: Double) {
      value += amount
      parts &+= 1
      if !amount.addsExactly { isRounded = true }
    }

    /// Whether the sum depends on the order of its amounts; that of two does not.
    var isCrowded: Bool { isRounded && parts > 2 }
  }
}

extension OutcomeMatching {
  /// Marks outcomes without an occurrence or use that are outside the observation period or not monitored.
  mutating func markUnobserved(
    outside days: Range<Int>?, in gaps: [Range<Instant>], _ moments: QueryMoments
  ) {
    if days == nil, gaps.isEmpty { return }
    let (rows, mayLackTime) = (outcomes.rows, outcomes.table.mayLackTime)
    for index in rows.indices where dispositions[index].isUnscheduled {
      if mayLackTime, rows[index].lacksTime { continue }
      let isOutside = days.map { !$0.contains(moments.dayNumber(of: rows[index])) } ?? false
      let time = rows[index].time
      // The plan has the occurrences of such an interval, so a key without one results from an edit.
      let isInGap =
        time != OutcomeTable.Row.none && dispositions[index] != .orphaned
        && gaps.contains { $0.contains(Instant(seconds: time)) }
      if isOutside || isInGap { dispositions[index] = .unobserved }
    }
  }
}
