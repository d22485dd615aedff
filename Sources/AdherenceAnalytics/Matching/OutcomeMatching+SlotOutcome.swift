extension OutcomeMatching {
  /// What one occurrence got.
  struct SlotOutcome {
    /// Seconds since 1970; ``OutcomeTable/Row/none`` where it is not known.
    var time = OutcomeTable.Row.none
    /// The sum of the values that are credited.
    var value = 0.0
    /// The number of those that are not.
    var uncredited: Int32 = 0
    /// The events in its time; the one that is its outcome included.
    var events: Int32 = 0
    /// The number of values in the sum.
    var parts: Int32 = 0
    /// Whether the sum of these depends on their order.
    var isRounded = false
    var exists = false
    /// Whether all that was recorded is that it was skipped or refused.
    var isRefused = false
    var isSuspended = false

    /// Whether there is nothing to it but whether there is an outcome.
    var isPlain: Bool { !isRefused && !isSuspended }

    /// Takes an outcome; of several it is a refusal where all of them refuse, and of those that do not,
    /// or else of all, the first time counts.
    ///
    /// - Parameters:
    ///   - row: The outcome.
    ///   - isRefusal: Whether it says that nothing was done.
    ///   - joins: Whether it is no more than an amount for the sum.
    ///   - adds: Whether its amount is credited.
    /// - Returns: Whether the sum depends on the order of its amounts.
    @inline(__always)
    mutating func take(
      _ row: OutcomeTable.Row, isRefusal: Bool, joins: Bool, adds: Bool
    ) -> Bool {
      if !joins, !(isRefusal && exists && !isRefused) { take(row.time, isRefusal: isRefusal) }
      if adds { add(row.amount) }
      return isCrowded
    }

    private mutating func take(_ time: Int64, isRefusal: Bool) {
      if isRefused, !isRefusal { self.time = OutcomeTable.Row.none }
      if time != OutcomeTable.Row.none {
        self.time = self.time == OutcomeTable.Row.none ? time : min(self.time, time)
      }
      isRefused = isRefusal
      exists = true
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
