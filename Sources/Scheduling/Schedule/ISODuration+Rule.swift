extension ISODuration {
  /// Creates a duration; `nil` if a part exceeds the limits.
  package init?(checking parts: (months: Int, days: Int, seconds: Int)) {
    let limits = ISODuration.limits
    guard parts.months <= limits.months, parts.days <= limits.days, parts.seconds <= limits.seconds
    else { return nil }
    self.init(months: parts.months, days: parts.days, seconds: parts.seconds)
  }

  /// Creates a duration of `number` units; `nil` if it exceeds the limits of the calendar.
  package init?(_ number: Int, _ unit: RecurrenceRule.Frequency) {
    let one =
      switch unit {
      case .secondly, .minutely, .hourly: (months: 0, days: 0, seconds: Int(unit.seconds))
      case .daily: (months: 0, days: 1, seconds: 0)
      case .weekly: (months: 0, days: 7, seconds: 0)
      case .monthly: (months: 1, days: 0, seconds: 0)
      case .yearly: (months: 12, days: 0, seconds: 0)
      }
    guard number <= 1_000_000_000_000 else { return nil }
    self.init(checking: (one.months * number, one.days * number, one.seconds * number))
  }

  /// The rule that generates the same days; `nil` if the duration has no civil part or more than one part.
  package var rule: RecurrenceRule? {
    switch (months, days, seconds) {
    case (1..., 0, 0) where months.isMultiple(of: 12):
      RecurrenceRule(.yearly, interval: months / 12)
    case (1..., 0, 0): RecurrenceRule(.monthly, interval: months)
    case (0, 1..., 0) where days.isMultiple(of: 7): RecurrenceRule(.weekly, interval: days / 7)
    case (0, 1..., 0): RecurrenceRule(.daily, interval: days)
    default: nil
    }
  }
}

extension RecurrenceRule {
  /// The period that generates the same days as the rule; `nil` if the rule has other parts.
  ///
  /// Intervals that are multiples of a larger unit stay rules, which preserve the unit: 14 days, not 2 weeks.
  package var simplePeriod: ISODuration? {
    var plain = RecurrenceRule(frequency, interval: interval)
    plain.until = until
    guard self == plain else { return nil }
    let greater: [RecurrenceRule.Frequency: Int] = [
      .secondly: 60, .minutely: 60, .daily: 7, .monthly: 12,
    ]
    if let size = greater[frequency], interval.isMultiple(of: size) { return nil }
    return ISODuration(interval, frequency)
  }

  /// Whether the rule is an interval of hours or shorter units without other parts, so that words for it mean
  /// elapsed time.
  package var countsUnitsAlone: Bool {
    var rule = self
    // Neither affects units below a day.
    let plain = RecurrenceRule(frequency)
    (rule.weekStart, rule.skip) = (plain.weekStart, plain.skip)
    return frequency.seconds < 86_400 && rule.simplePeriod != nil
  }
}
