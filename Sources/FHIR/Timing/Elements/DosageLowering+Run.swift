import Diagnostics
import Formats
import Interchange
import Scheduling

extension DosageLowering {
  /// Builds the elements: from the pattern, otherwise from the events, otherwise from the count.
  mutating func run(_ pattern: DosePattern?) throws(InputError) {
    let events = dosage.timing?.events ?? []
    if dosage.isAsNeeded {
      appendAsNeeded(pattern)
    } else if rule?.moments.contains(.immediately) ?? false, let pattern {
      try appendImmediate(pattern)
    } else if let pattern {
      try append(pattern)
      if !events.isEmpty { try compare(events, with: pattern) }
    } else if !events.isEmpty {
      try appendAlone(events)
    } else if dosage.timing?.isImmediate ?? false {
      appendImmediate(offset: nil, duration: try duration())
    } else if let count = rule?.count {
      try appendCount(count)
    }
    pause()
  }

  /// Appends one occurrence at the start, which cannot be combined with any other pattern.
  private mutating func appendImmediate(_ pattern: DosePattern) throws(InputError) {
    guard rule?.moments == [.immediately], pattern.period == nil, !pattern.hasClockPart,
      (pattern.frequency ?? 1) == 1, (rule?.count ?? 1) == 1
    else { throw findings.error(.clockContradictsPeriod, at: node("when")) }
    appendImmediate(offset: rule?.offset, duration: try duration())
    allow(pattern.allowed, inAll: rule?.countMax)
  }

  /// Appends events without a pattern.
  private mutating func appendAlone(_ events: [FHIRDateTime]) throws(InputError) {
    if let count = rule?.count, count != events.count {
      note(.eventsContradictCount, at: "count")
    }
    noteOutside(events)
    appendEvents(events, duration: try duration())
  }

  mutating func noteOutside(_ events: [FHIRDateTime]) {
    for event in events where !course.contains(event.first(in: course.zone)) {
      findings.note(.eventOutsideBounds, at: dosage.timing?.node["event"])
    }
  }

  private mutating func appendCount(_ count: Int) throws(InputError) {
    if count == 1 {
      appendOnce(duration: try duration())
    } else {
      try appendCounted(count, try duration())
    }
    allow(rule?.countMax)
  }
}

// Precedence of the elements of a Timing.
extension DosageFindings {
  /// Checks that some element gives the frequency, and that a code beside a pattern agrees with it.
  mutating func checkPrecedence(of dosage: Dosage) throws(InputError) {
    guard let timing = dosage.timing else {
      if dosage.isAsNeeded { return }
      throw error(dosage.hasText ? .textOnly : .noPattern, at: dosage.node)
    }
    let rule = timing.rule
    if timing.isImmediate {
      let isAgreed = !rule.hasPattern || rule.moments == [.immediately] && rule.period == nil
      guard isAgreed else { throw error(.immediateRepeats, at: timing.node["code"]) }
      return
    }
    if rule.hasPattern {
      if timing.code == nil, timing.codings.areThere {
        note(.unknownBeside, at: timing.node["code"])
      }
      if let code = timing.code, try !agrees(rule, code) {
        note(.codeDisagrees, at: timing.node["code"])
      }
      return
    }
    if let code = timing.code {
      if let frequency = rule.frequency, frequency != code.frequency {
        note(.codeDisagrees, at: timing.node["code"])
      }
      return
    }
    if dosage.isAsNeeded || !timing.events.isEmpty { return }
    if timing.codings.areThere { throw error(.unknownCode, at: timing.node["code"]) }
    if timing.codings.hasText { throw error(.textOnly, at: timing.node["code"]?["text"]) }
    if let frequency = rule.frequency, frequency != 1 {
      throw error(.frequencyWithoutPeriod, at: rule.node?["frequency"])
    }
    if rule.count == nil { throw error(.noPattern, at: timing.node) }
  }

  /// Returns whether a code agrees with a `repeat`, as far as both can be parsed.
  private func agrees(_ rule: TimingRepeat, _ code: TimingCode) throws(InputError) -> Bool {
    guard let pattern = try? DosePattern(rule, .standard, self) else { return true }
    return pattern.agrees(with: code, rule.moments)
  }
}

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
