extension OutcomeMatching {
  /// What an outcome states of its occurrence, the weakest first.
  enum Statement: UInt8 {
    case none
    /// All values are `false`.
    case denial
    /// It was skipped or declined.
    case refusal
    /// It was done, as far as the scoring asks no more.
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

  /// What one occurrence got.
  struct SlotOutcome {
    /// Seconds since 1970; ``OutcomeTable/Row/none`` where it is not known.
    var time = OutcomeTable.Row.none
    /// The sum of the values that are credited.
    var value = 0.0
    /// The number of those that are not.
    var uncredited: Int32 = 0
    /// The events in its time that are no denials; the one that is its outcome included.
    var events: Int32 = 0
    /// The number of values in the sum.
    var parts: Int32 = 0
    /// Whether the sum of these depends on their order.
    var isRounded = false
    /// The strongest statement of its outcomes.
    private(set) var statement = Statement.none
    var isOnHold = false

    /// Whether it has any outcome.
    var exists: Bool { statement != .none }
    /// Whether it was refused, and not completed.
    var isRefused: Bool { statement == .refusal }
    /// Whether there is nothing to it but whether there is an outcome, which is no negative one.
    var isPlain: Bool { (statement == .completion || statement == .none) && !isOnHold }

    /// Takes an outcome; of several the strongest statement counts, and of those that make it the
    /// earliest time.
    ///
    /// - Parameters:
    ///   - row: The outcome.
    ///   - statement: What it states.
    ///   - joins: Whether it only adds an amount to the sum of another outcome.
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

    /// Whether the sum depends on the order of its amounts: two have one sum, three have one for each order.
    var isCrowded: Bool { isRounded && parts > 2 }
  }
}
