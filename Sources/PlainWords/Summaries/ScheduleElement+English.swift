public import Scheduling

extension ScheduleElement {
  /// When the element occurs, in plain English and the same in every locale.
  ///
  /// The date of the anchor is told where elapsed time or a cycle counts from it, amounts that are asked for in
  /// a unit, as `10 mL`, windows, and texts that plans in words can have, such as `by mouth`. Durations and
  /// other targets are not told, nor what becomes of local times that clocks skip or show twice.
  ///
  ///     var tablet = ScheduleElement("tablet", from: CivilDateTime("2024-01-04T08:00:00")!)
  ///     print(tablet.summary)  // once on 4 January 2024 at 08:00
  ///     tablet.recurrence = .every(ISODuration(days: 14))
  ///     print(tablet.summary)  // every 2 weeks on Thursday at 08:00
  public var summary: String { words(unlessFrom: firstDay) }

  /// The summary, with the day from which the element counts unless that goes without saying.
  func words(unlessFrom day: CivilDate?) -> String {
    ([main + beginning(unless: day)] + conditions
      + [doses, window?.words, text.flatMap(PlanReader.note)].compactMap(\.self)
      + beginningOfUses(unless: day) + bounds(unless: day)).joined(separator: ", ")
  }

  /// The day of the anchor; `nil` where only the patient's zone can tell.
  var firstDay: CivilDate? { anchor?.date }

  /// The day from which occurrences are counted, where it is neither the one given nor told already.
  private func beginning(unless day: CivilDate?) -> String {
    guard let own = firstDay, own != day, beginsAtOnce else { return "" }
    switch recurrence {
    case .every(let period) where period.isCivil && period.seconds == 0:
      return period.months > 0 && period.days > 0 ? "" : " from \(own.words)"
    case .rule(let rule): return rule.frequency.seconds < 86_400 ? "" : " from \(own.words)"
    case .cycle(_, 0): return " from \(own.words)"
    case .once, .every, .cycle, .quota, .asNeeded: return ""
    }
  }

  /// Whether nothing before the anchor's day would occur that the bound leaves out.
  private var beginsAtOnce: Bool { begin.map { $0.civil(inKnown: zone)?.date == firstDay } ?? true }

  /// The same of what names no times, in a clause of its own.
  private func beginningOfUses(unless day: CivilDate?) -> [String] {
    guard let own = firstDay, own != day, begin == nil else { return [] }
    switch recurrence {
    case .quota(let quota) where !quota.isAnchored: return ["from \(own.words)"]
    case .asNeeded: return ["from \(own.words)"]
    default: return []
    }
  }

  /// The amounts that are asked for; `nil` where no words can say all of them.
  private var doses: String? {
    let words = targets.compactMap(\.words)
    if words.isEmpty || words.count < targets.count { return nil }
    if Set(targets.map(\.subject)).count < targets.count { return nil }
    // "in any 2 hours, 1 h and 1 h" would be one length of four hours.
    let couldBeLength = targets.allSatisfy(\.isOfTime)
    return couldBeLength ? words.joined(separator: ", ") : English.list(words)
  }

  private var zone: Zone? { if case .fixed(let zone) = clockBinding { zone } else { nil } }

  /// The anchor on the wall clock; `nil` where only the patient's zone can tell.
  private var anchor: CivilDateTime? { start.civil(inKnown: zone) }

  private var main: String {
    switch recurrence {
    case .once: "once on \(date)" + clock
    case .every(let period) where !period.isCivil || period.seconds > 0:
      "\(period.words) from \(start.words(in: zone))"
    case .every(let period) where period.months > 0 && period.days > 0:
      period.words + clock + " from \(date)"
    // A cycle without days off is every day.
    case .every, .rule, .cycle(_, 0): civil
    case .cycle(let on, let off):
      "\(English.count(on, "day")) on, \(English.count(off, "day")) off"
        + (isAllDay ? clock : "," + clock) + " from \(date)"
    case .quota(let quota): quota.words + (quota.isAnchored ? " from \(date)" : "")
    case .asNeeded(let caps): caps.words
    }
  }

  private var date: String {
    let date = start.civil(in: zone ?? .utc).date.words
    return anchor == nil && recurrence != .once ? "\(date) UTC" : date
  }

  private var civil: String {
    guard let rule = ruleWords else { return "" }
    if rule.rule.frequency.seconds < 86_400 {
      return "\(rule.head) from \(start.words(in: zone))"
    }
    let isKnown = anchor != nil || !rule.timesOfDay.isEmpty
    let clock = isAllDay || !times.isEmpty ? clock : rule.timesOfDay
    return rule.head + clock + (isKnown ? "" : " from \(start.words(in: zone))")
  }

  /// The times of day, or that there are none.
  private var clock: String {
    if isAllDay { return ", all day" }
    if !times.isEmpty { return " at \(English.list(times.sorted().map(\.description)))" }
    let time = start.civil(in: zone ?? .utc).time
    return " at \(time)" + (anchor == nil ? " UTC" : "")
  }

  private var conditions: [String] { ruleWords?.conditions ?? [] }

  /// The days in words, of a rule or of a period that a rule can say.
  private var ruleWords: RuleWords? {
    switch recurrence {
    case .rule(let rule): RuleWords(rule, anchor: anchor, monthEnd: monthEnd)
    case .every(let period):
      period.rule.map { RuleWords($0, anchor: anchor, monthEnd: monthEnd ?? .clamp) }
    case .cycle(_, 0): RuleWords(RecurrenceRule(.daily), anchor: anchor, monthEnd: monthEnd)
    case .once, .cycle, .quota, .asNeeded: nil
    }
  }
}

// What bounds an element.
extension ScheduleElement {
  private func bounds(unless day: CivilDate?) -> [String] {
    // The day from which it counts says so already.
    let begin = beginning(unless: day).isEmpty ? begin : nil
    let ends = [fewest.map(English.times), until, bound("before", end)].compactMap(\.self)
    return [bound(countsSilently ? "not before" : "from", begin)].compactMap(\.self) + ends
      + (zone.map { [$0.words] } ?? [])
  }

  /// Whether days are counted from another day than the first one, which is not told.
  private var countsSilently: Bool {
    guard !beginsAtOnce else { return false }
    return switch recurrence {
    case .every(let period): (period.rule?.interval ?? 1) > 1
    case .rule(let rule): rule.interval > 1 && rule.frequency.seconds >= 86_400
    case .once, .cycle, .quota, .asNeeded: false
    }
  }

  private var fewest: Int? {
    guard case .rule(let rule) = recurrence else { return count }
    return [count, rule.count].compactMap(\.self).min()
  }

  private var until: String? {
    guard case .rule(let rule) = recurrence else { return nil }
    switch rule.until {
    case nil: return nil
    // Behind hours and shorter units alone, "until" bounds elapsed time, which has no last day.
    case .date(let date) where rule.countsUnitsAlone:
      return bound("before", .local(CivilDateTime(date: date.adding(days: 1))))
    case .moment(let moment) where rule.countsUnitsAlone: return bound("before", moment.next)
    case .date(let date): return "until \(date.words)"
    case .moment(let moment): return "until \(moment.words(in: zone))"
    }
  }

  private func bound(_ word: String, _ moment: LocalOrInstant?) -> String? {
    moment.map { "\(word) \($0.words(in: zone) { $0.wordsOfBound })" }
  }
}

extension ISODuration {
  /// `every 8 hours`, `every 1 month and 3 days`.
  var words: String { words(after: "every") }

  /// `any day`, `any 24 hours`.
  func words(after determiner: String) -> String {
    let parts = parts
    if parts.count == 1, parts[0].0 == 1 { return "\(determiner) \(parts[0].1)" }
    return "\(determiner) \(length)"
  }

  /// `1 day`, `1 month and 3 days`.
  var length: String { English.list(parts.map { English.count($0.0, $0.1) }) }

  private var parts: [(Int, String)] {
    [(months, "month"), (days, "day")].filter { $0.0 > 0 } + elapsed
  }

  /// The elapsed part in the largest unit that divides it.
  private var elapsed: [(Int, String)] {
    guard seconds > 0 else { return [] }
    let units = [(3600, "hour"), (60, "minute"), (1, "second")]
    return units.first { seconds.isMultiple(of: $0.0) }.map { [(seconds / $0.0, $0.1)] } ?? []
  }
}

extension LocalOrInstant {
  /// The moment a second later.
  var next: LocalOrInstant {
    switch self {
    case .local(let local): .local(local.adding(seconds: 1))
    case .instant(let instant): .instant(instant.adding(seconds: 1))
    }
  }
}
