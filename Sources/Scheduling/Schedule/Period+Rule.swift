extension Period {
  /// A period of parts that may be too long; `nil` where they are.
  package init?(checking parts: (months: Int, days: Int, seconds: Int)) {
    let limits = Period.limits
    guard parts.months <= limits.months, parts.days <= limits.days, parts.seconds <= limits.seconds
    else { return nil }
    self.init(months: parts.months, days: parts.days, seconds: parts.seconds)
  }

  /// So many of a unit; `nil` where they outlast the calendar.
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

  /// The rule that names the same days; `nil` where the period has two parts or none that is civil.
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
  /// The period that names the same days as the rule; `nil` where the rule says more.
  ///
  /// Numbers of a unit that make a greater one stay a rule, which keeps to the unit that was said.
  package var simplePeriod: Period? {
    var plain = RecurrenceRule(frequency, interval: interval)
    plain.until = until
    guard self == plain else { return nil }
    let greater: [RecurrenceRule.Frequency: Int] = [
      .secondly: 60, .minutely: 60, .daily: 7, .monthly: 12,
    ]
    if let size = greater[frequency], interval.isMultiple(of: size) { return nil }
    return Period(interval, frequency)
  }

  /// Whether it counts hours or shorter units and says nothing else of them, so that words mean elapsed time.
  package var countsUnitsAlone: Bool {
    var rule = self
    // Neither is told of units below a day.
    let plain = RecurrenceRule(frequency)
    (rule.weekStart, rule.skip) = (plain.weekStart, plain.skip)
    return frequency.seconds < 86_400 && rule.simplePeriod != nil
  }
}
