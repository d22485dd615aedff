import Diagnostics
import Scheduling

// Clauses for named events of a patient's course.
extension PlanDraft {
  /// Whether no clause has set a frequency, an amount, a time or a note.
  var isBlank: Bool { isUnsaid && !hasTimes && notes.isEmpty }

  /// `10 days after surgery`: a single occurrence.
  mutating func setEvent(_ match: RuleMatch) throws(InputError) {
    guard head == nil else { throw conflict(match.words).suggesting(["from \(match.words)"]) }
    try setEventStart(match)
    try setHead(.once, match.words)
    // "once 10 days after surgery"
    if count == 1 { count = nil }
  }

  /// `8 hours after the last dose`: each dose follows the one before.
  mutating func setLastDose(_ match: RuleMatch) throws(InputError) {
    guard head == nil else { throw conflict(match.words) }
    let start = EventTime(
      completionOf: nil, match.completion ?? .taken, offset: EventOffset(match.length))
    try set(\.event, to: EventAnchor(start), match.words)
    try setHead(.once, match.words)
  }

  /// Moves the clauses for the plan's own doses to the anchor.
  mutating func settleLastDose() throws(InputError) {
    guard event?.start.isOwnTask == true else {
      if let words = said[\PlanDraft.whenMissed] { throw conflict(words) }
      return
    }
    event?.whenMissed = whenMissed ?? .fromPlanned
    event?.minimumGap = caps.minGap
    caps.minGap = nil
  }

  /// `from 2 weeks after enrolment`.
  mutating func setEventStart(_ match: RuleMatch) throws(InputError) {
    guard let start = match.eventTime else { return }
    try set(\.event, to: EventAnchor(start, which: match.which), match.words)
  }

  /// `every 3 months after discharge`: the first occurrence is one period after the event.
  ///
  /// After other clauses, and after `every day`, the words do not say which occurrence is the first.
  mutating func setEventStartBehindPeriod(_ match: RuleMatch) throws(InputError) {
    let name = match.words.drop { $0 != " " }.drop { $0 == " " }
    guard match.before.hasSuffix(headWords), let period = periodAlone,
      period != ISODuration(days: 1)
    else {
      throw .ambiguous(
        match.words, after: headWords, say: ["from \(name)", "from 1 day after \(name)"])
    }
    var match = match
    match.length = period
    try setEventStart(match)
  }

  /// The period of a frequency that has no other parts.
  private var periodAlone: ISODuration? {
    switch head {
    case .every(let period)?: period
    case .rule? where rule == RecurrenceRule(rule.frequency, interval: rule.interval):
      usualTimes.isEmpty ? ISODuration(rule.interval, rule.frequency) : nil
    default: nil
    }
  }

  /// `until discharge`, `before 1 day before discharge at 09:00`.
  mutating func setEventEnd(_ match: RuleMatch) throws(InputError) {
    guard var end = match.eventTime else { return }
    end.time = match.time
    try PlanDraft.check(end, match.words)
    try set(\.eventEnd, to: end, match.words)
  }

  /// Rejects an offset in hours or shorter units together with a time of day.
  private static func check(_ time: EventTime, isTimed: Bool = false, _ words: String)
    throws(InputError)
  {
    guard time.offset.period.seconds > 0, isTimed || time.time != nil else { return }
    throw InputError(
      .outOfRange(
        text: words, rule: "be whole days, weeks or months in combination with a time of day"))
  }
}

extension RuleMatch {
  /// The time relative to the event of the match.
  fileprivate var eventTime: EventTime? {
    event.map { name in
      var time = EventTime(name, offset: EventOffset(length, isBefore: isBefore))
      time.completion = completion
      return time
    }
  }
}

// Conversion to the anchor of an element.
extension PlanDraft {
  /// The words of the start or the end that name an event.
  private var wordsOfEvent: String? {
    said[\PlanDraft.event] ?? said[\PlanDraft.eventEnd] ?? said[\PlanDraft.nextEvent]
  }

  /// Rejects an end without a start that names an event, and clauses that count from a date.
  func checkEvent() throws(InputError) {
    guard let words = wordsOfEvent else { return }
    guard event != nil else {
      let name = eventEnd.map(\.event) ?? nextEvent ?? ""
      let cure = "say from when, as in from 2 weeks before \(PlanReader.eventWords(name))"
      throw InputError(.notUnderstood(word: words, after: headWords, cure: cure))
    }
    let dated: [AnyKeyPath] = [
      \PlanDraft.dayRanges, \PlanDraft.offsets, \PlanDraft.lasting, \PlanDraft.firstTime,
      \PlanDraft.anchor,
    ]
    if let other = dated.lazy.compactMap({ said[$0] }).first { throw conflict(other, with: words) }
    if anchor != nil || dayOfYear != nil { throw conflict(words) }
  }

  /// Moves the time of day of intervals in hours to their start, as in `every 8 hours from 1 day after
  /// surgery at 09:00`.
  mutating func settleEventTime() {
    guard isBelowDay, let times, times.count == 1 else { return }
    event?.start.time = times[0]
    if event != nil { self.times = nil }
  }

  /// Returns the anchor of an element with `times`, which leave a single time of day to the anchor.
  func eventAnchor(besides times: [CivilTime], isAllDay: Bool) throws(InputError) -> EventAnchor? {
    guard var event else { return nil }
    let words = said[\PlanDraft.event] ?? ""
    if times.isEmpty { event.start.time = event.start.time ?? self.times?.min() }
    try PlanDraft.check(event.start, isTimed: isAllDay || !times.isEmpty, words)
    event.until = eventEnd
    guard let nextEvent else { return event }
    guard nextEvent == event.start.event, event.which == .each else {
      throw conflict(said[\PlanDraft.nextEvent] ?? "until the next", with: words)
    }
    event.replaces = true
    return event
  }
}
