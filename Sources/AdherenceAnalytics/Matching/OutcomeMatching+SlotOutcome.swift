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

    /// Takes an outcome; of several it is a refusal where all of them refuse, and of those that do not,
    /// or else of all, the first time counts.
    mutating func take(_ time: Int64, isRefusal: Bool) {
      if isRefusal, exists, !isRefused { return }
      if isRefused, !isRefusal { self.time = OutcomeTable.Row.none }
      if time != OutcomeTable.Row.none {
        self.time = self.time == OutcomeTable.Row.none ? time : min(self.time, time)
      }
      isRefused = isRefusal
      exists = true
    }

    mutating func add(_ amount: Double) {
      value += amount
      parts &+= 1
      if !amount.addsExactly { isRounded = true }
    }
  }
}
