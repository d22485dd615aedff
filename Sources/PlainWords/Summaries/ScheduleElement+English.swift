import Diagnostics
public import Scheduling

extension ScheduleElement {
  /// The element in plain English, independent of the locale.
  ///
  /// Includes the date of the anchor if elapsed time or a cycle counts from it, amounts with a unit
  /// such as `10 mL`, the window, and texts such as `by mouth` that plans in plain words can have.
  /// Omits durations, other targets, and the policy for local times that a clock change skips or
  /// repeats.
  ///
  ///     var tablet = ScheduleElement("tablet", from: CivilDateTime("2024-01-04T08:00:00")!)
  ///     print(tablet.summary)  // once on 4 January 2024 at 08:00
  ///     tablet.recurrence = .every(ISODuration(days: 14))
  ///     print(tablet.summary)  // every 2 weeks on Thursday at 08:00
  public var summary: String { words(unlessFrom: firstDay) }

  /// Returns the summary, with the start of the element unless it is `day` or redundant.
  func words(unlessFrom day: CivilDate?) -> String {
    ([main + beginning(unless: day)] + conditions
      + [doses, window?.words, text.flatMap(PlanReader.note)].compactMap(\.self)
      + beginningOfUses(unless: day) + bounds(unless: day)).joined(separator: ", ")
  }

  /// The date of the anchor; `nil` if it depends on the patient's zone.
  var firstDay: CivilDate? { anchor?.date }

  /// Returns the date from which occurrences are counted, unless it is `day` or printed elsewhere.
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

  /// Whether the lower bound is on the anchor's date, or there is none.
  private var beginsAtOnce: Bool { begin.map { $0.civil(inKnown: zone)?.date == firstDay } ?? true }

  /// Returns the start of a quota or of as-needed use as a separate clause.
  private func beginningOfUses(unless day: CivilDate?) -> [String] {
    guard let own = firstDay, own != day, begin == nil else { return [] }
    switch recurrence {
    case .quota(let quota) where !quota.isAnchored: return ["from \(own.words)"]
    case .asNeeded: return ["from \(own.words)"]
    default: return []
    }
  }

  /// The amounts; `nil` if not all of them can be expressed in words.
  private var doses: String? {
    let words = targets.compactMap(\.words)
    if words.isEmpty || words.count < targets.count { return nil }
    if Set(targets.map(\.unitOfOne)).count < targets.count { return nil }
    // "in any 2 hours, 1 h and 1 h" would be parsed as one duration of four hours.
    let couldBeLength = targets.allSatisfy(\.isOfTime)
    return couldBeLength ? words.joined(separator: ", ") : English.list(words)
  }

  private var zone: Zone? { if case .fixed(let zone) = clockBinding { zone } else { nil } }

  /// The anchor in wall-clock time; `nil` if it depends on the patient's zone.
  private var anchor: CivilDateTime? { followsEvents ? nil : start.civil(inKnown: zone) }

  /// The anchor: a time, or an offset from events with its time of day.
  private var startWords: String { after.map { $0.words + clock } ?? start.words(in: zone) }

  private var main: String {
    switch recurrence {
    case .once: (after?.wordsOfSingle(on: isAllDay) ?? "once on \(date)") + clock
    case .every(let period) where !period.isCivil || period.seconds > 0:
      "\(period.words) from \(startWords)"
    case .every(let period) where period.months > 0 && period.days > 0:
      period.words + clock + " from \(date)"
    // A cycle without days off is every day.
    case .every, .rule, .cycle(_, 0): civil
    case .cycle(let on, let off):
      "\(English.count(on, "day")) on, \(English.count(off, "day")) off"
        + (isAllDay ? clock : "," + clock) + " from \(date)"
    case .quota(let quota):
      quota.words + (quota.isAnchored || followsEvents ? " from \(date)" : "")
    case .asNeeded(let caps): caps.words + (followsEvents ? " from \(date)" : "")
    }
  }

  private var date: String {
    if let after { return after.words }
    let date = start.civil(in: zone ?? .utc).date.words
    return anchor == nil && recurrence != .once ? "\(date) UTC" : date
  }

  private var civil: String {
    guard let rule = ruleWords else { return "" }
    if rule.rule.frequency.seconds < 86_400 {
      return "\(rule.head) from \(startWords)"
    }
    let isKnown = anchor != nil || !followsEvents && !rule.timesOfDay.isEmpty
    let isOwn = isAllDay || !times.isEmpty || followsEvents && rule.timesOfDay.isEmpty
    let clock = isOwn ? clock : rule.timesOfDay
    return rule.head + clock + (isKnown ? "" : " from \(after?.words ?? startWords)")
  }

  /// The times of day, or `all day`.
  private var clock: String {
    if isAllDay { return ", all day" }
    if !times.isEmpty { return " at \(English.list(times.sorted().map(\.description)))" }
    if let after { return after.start.time.map { " at \($0)" } ?? "" }
    let time = start.civil(in: zone ?? .utc).time
    return " at \(time)" + (anchor == nil ? " UTC" : "")
  }

  private var conditions: [String] { ruleWords?.conditions ?? [] }

  /// The days in words, for a rule or an equivalent period.
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

// Bounds.
extension ScheduleElement {
  private func bounds(unless day: CivilDate?) -> [String] {
    // The start is already printed with the frequency.
    let begin = beginning(unless: day).isEmpty ? begin : nil
    let ends =
      [fewest.map(English.times), until, bound("before", end)].compactMap(\.self)
      + (after?.wordsOfEnd ?? []) + (after?.wordsOfChain(from: start) ?? [])
    return [bound(countsSilently ? "not before" : "from", begin)].compactMap(\.self) + ends
      + (zone.map { [$0.words] } ?? [])
  }

  /// Whether intervals are counted from a day other than the first one, which is not printed.
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
    // After hours and shorter units alone, "until" bounds elapsed time, which has no last day.
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

extension EventAnchor {
  /// `10 days after the first surgery`.
  fileprivate var words: String { start.words(of: name) }

  /// The name of the event, with the selection unless all are followed.
  private var name: String {
    switch which {
    case .first: "the first \(start.name)"
    case .last: "the last \(start.name)"
    case .each: start.name
    }
  }

  /// Returns the words of a single occurrence after each event: `at surgery`, `on the day of surgery`.
  fileprivate func wordsOfSingle(on isAllDay: Bool) -> String {
    guard start.offset == .zero else { return words }
    return start.time == nil && !isAllDay ? "at \(name)" : "on the day of \(name)"
  }

  /// `before discharge`, `until the next surgery`.
  fileprivate var wordsOfEnd: [String] {
    [
      until.map { until in
        until.isOwnTask
          ? "until done \(English.times(until.count ?? 1))"
          : "before \(until.words(of: until.name))\(until.time.map { " at \($0)" } ?? "")"
      }, replaces ? "until the next \(start.name)" : nil,
    ].compactMap(\.self)
  }
}

extension EventAnchor {
  /// What only an element has that follows its own task: `at least 6 hours apart`, `wait if missed`.
  fileprivate func wordsOfChain(from start: LocalOrInstant) -> [String] {
    let missed: String? =
      switch whenMissed {
      case .fromPlanned: nil
      case .wait: "wait if missed"
      case .fromNow: "from now if missed"
      }
    let first =
      start == ScheduleElement.unknownStart ? nil : "first on \(start.words(in: nil))"
    return [minimumGap.map { "at least \($0.length) apart" }, missed, first].compactMap(\.self)
  }
}

extension EventTime {
  /// The name of the event, in quotes unless it is one word without another meaning, or the completion.
  fileprivate var name: String {
    if isOwnTask { return completion == .planned ? "the last planned dose" : "the last dose" }
    let number = count.map { $0 > 1 ? "number \($0) of " : "" } ?? ""
    let name = number + PlanReader.eventWords(event)
    return completion.map { "\(name) is \($0.rawValue)" } ?? name
  }

  fileprivate func words(of name: String) -> String {
    if offset == .zero { return name }
    return "\(offset.period.length) \(offset.isBefore ? "before" : "after") \(name)"
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

  /// The elapsed part in its largest exact unit.
  private var elapsed: [(Int, String)] {
    guard seconds > 0 else { return [] }
    let units = [(3600, "hour"), (60, "minute"), (1, "second")]
    return units.first { seconds.isMultiple(of: $0.0) }.map { [(seconds / $0.0, $0.1)] } ?? []
  }
}

extension LocalOrInstant {
  /// The moment one second later.
  var next: LocalOrInstant {
    switch self {
    case .local(let local): .local(local.adding(seconds: 1))
    case .instant(let instant): .instant(instant.adding(seconds: 1))
    }
  }
}
