import Interchange
import Scheduling

// Doses as needed: nothing is due, and usage may be capped.
extension DosageLowering {
  /// Appends an as-needed element with its usage caps.
  mutating func appendAsNeeded(_ pattern: DosePattern?) {
    var caps = UseCaps(minGap: dosage.leastGap)
    if let pattern {
      cap(&caps, by: pattern)
    } else if rule?.frequency != nil {
      note(.capNotCounted, at: "frequency")
    }
    for limit in dosage.maxima { cap(&caps, by: limit) }
    for limit in dosage.unwatchedLimits { findings.note(.capNotCounted, at: limit) }
    if rule?.count != nil { note(.capNotCounted, at: "count") }
    var element = ScheduleElement(nextID, from: course.start.moment)
    element.recurrence = .asNeeded(caps)
    element.end = course.end?.moment
    append(.asNeeded, .none, element)
  }

  /// A frequency of one per *n* hours is a minimum gap; several, or a rate per day, is a maximum.
  private mutating func cap(_ caps: inout UseCaps, by pattern: DosePattern) {
    let period = pattern.period ?? ISODuration(days: 1)
    let frequency = pattern.allowed ?? pattern.frequency
    if !period.isCivil, (frequency ?? 1) == 1 {
      caps.minGap = caps.minGap ?? period
      return
    }
    guard pattern.period == nil else {
      return cap(&caps, at: frequency ?? pattern.listedCount, per: period)
    }
    if pattern.slots.isEmpty, frequency == nil { return }
    // A frequency without a period is per day, or over all listed days together.
    let (slots, all) = (pattern.slotCount, max(1, pattern.days.count) * pattern.slotCount)
    guard [slots, all].contains(frequency ?? slots) else {
      return note(.capNotCounted, at: "frequency")
    }
    cap(&caps, at: slots, per: period)
  }

  /// Caps over periods longer than a century are ignored.
  private mutating func cap(_ caps: inout UseCaps, at maximum: Int, per period: ISODuration) {
    if period.months > 1200 || period.days > 36_525 { return note(.capNotCounted, at: "period") }
    (caps.maximum, caps.per) = (maximum, period)
  }

  /// Converts a maximum amount to a number of uses; of two maxima the one with fewer uses per day
  /// applies.
  private mutating func cap(_ caps: inout UseCaps, by limit: DoseMaximum) {
    guard let dose = dosage.dose, let unit = dose.unit, unit.equals(limit.unit), dose.least > 0,
      case let uses = (limit.amount / dose.least + 1e-9).rounded(.down), 1...1_000_000 ~= uses,
      limit.per.months <= 1200, limit.per.days <= 36_525
    else { return findings.note(.capNotCounted, at: limit.node) }
    if let maximum = caps.maximum, let per = caps.per,
      Double(maximum) / Double(per.usualSeconds) <= uses / Double(limit.per.usualSeconds)
    {
      return
    }
    (caps.maximum, caps.per) = (Int(uses), limit.per)
  }
}

extension DosePattern {
  /// The number of doses that the listed days and times make in a period.
  fileprivate var listedCount: Int {
    let isDaily = pace == ISODuration(days: 1)
    return (isDaily ? 1 : max(1, days.count)) * slotCount
  }
}
