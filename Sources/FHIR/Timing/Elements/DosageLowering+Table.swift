import Diagnostics
import Interchange
import Scheduling

// Patterns by period. FHIR leaves open how frequency, times and days combine.
extension DosageLowering {
  /// Appends the elements of a pattern.
  mutating func append(_ pattern: DosePattern) throws(InputError) {
    let duration = try duration(within: pattern)
    let day = ISODuration(days: 1)
    let pace = pattern.pace ?? day
    if !pace.isCivil {
      try appendElapsed(pattern, every: pace, duration)
    } else if pace == day {
      try checkFrequencyWithoutPeriod(pattern)
      try appendDaily(pattern, on: .every(day), duration)
    } else if pattern.days.isEmpty {
      try appendIntervals(pattern, of: pace, duration)
    } else {
      try appendOnDays(pattern, of: pace, duration)
    }
    allow(pattern.allowed, inAll: rule?.countMax)
  }

  /// Returns the duration of a dose.
  func duration() throws(InputError) -> ISODuration? {
    guard let length = rule?.duration else { return nil }
    return try findings.period(length, at: node("duration"))
  }

  private mutating func duration(within pattern: DosePattern) throws(InputError) -> ISODuration? {
    let duration = try duration()
    let period = pattern.period ?? ISODuration(days: 1)
    if let duration, duration.usualSeconds > period.usualSeconds {
      note(.durationExceedsPeriod, at: "duration")
    }
    return duration
  }

  /// Checks a frequency without a period, which is per day, or over all listed days.
  private func checkFrequencyWithoutPeriod(_ pattern: DosePattern) throws(InputError) {
    guard pattern.period == nil, let frequency = pattern.frequency else { return }
    let (slots, days) = (pattern.slotCount, pattern.days)
    if frequency == slots { return }
    if !days.isEmpty, !days.areBoth, frequency == days.count * slots { return }
    throw findings.error(.frequencyWithoutPeriod, at: node("frequency"))
  }

  /// Appends *n* doses on each day or each listed day.
  private mutating func appendDaily(
    _ pattern: DosePattern, on every: DoseSeries.Days, _ duration: ISODuration?
  ) throws(InputError) {
    let perDay = pattern.period == nil ? pattern.slotCount : pattern.frequency ?? pattern.slotCount
    let days = pattern.days.isEmpty ? every : .each(1, pattern.days)
    try appendDoses(perDay, pattern, on: days, duration)
  }

  /// Appends *n* doses per day, at the listed times if their number agrees.
  private mutating func appendDoses(
    _ perDay: Int, _ pattern: DosePattern, on days: DoseSeries.Days, _ duration: ISODuration?,
    window: ((DoseSlot) -> ScheduleElement.Window)? = nil
  ) throws(InputError) {
    let slots = try slots(perDay, pattern)
    try append(
      DoseSeries(days, slots.slots, in: course), slots.hours, duration: duration, window: window)
  }

  /// Returns the times of *n* doses per day.
  private mutating func slots(
    _ perDay: Int, _ pattern: DosePattern
  ) throws(InputError) -> (slots: [DoseSlot], hours: DosedPart.Hours) {
    if perDay > DosingProfile.mostPerDay { throw findings.error(.tooMany, at: node("frequency")) }
    let all = pattern.slots
    if !all.isEmpty, perDay == all.count {
      return (all.map { DoseSlot(second: $0, isAllDay: false) }, pattern.hours)
    }
    if pattern.source == .stated {
      throw findings.error(.timesContradictFrequency, at: node("frequency"))
    }
    if !all.isEmpty { note(.whenChoice, at: "when") }
    if !all.isEmpty, profile.givesTimes, perDay < all.count {
      let chosen = (0..<perDay).map { all[$0 * (all.count - 1) / max(1, perDay - 1)] }
      return (chosen.map { DoseSlot(second: $0, isAllDay: false) }, .profile)
    }
    let isTimed = profile.givesTimes && all.isEmpty
    let times = profile.times(perDay: perDay).map {
      DoseSlot(second: $0.secondOfDay, isAllDay: !isTimed)
    }
    return (times, isTimed ? .profile : .none)
  }
}

extension DosageLowering {
  /// Appends doses every *n* days or months, without listed days.
  private mutating func appendIntervals(
    _ pattern: DosePattern, of pace: ISODuration, _ duration: ISODuration?
  ) throws(InputError) {
    let (frequency, slots) = (pattern.frequency ?? pattern.slotCount, pattern.slotCount)
    if frequency == slots || frequency == 1 && pattern.source != .stated {
      let window = IntervalWindow(period: pattern.period ?? pace, pace: pace)
      return try appendDoses(
        frequency, pattern, on: .every(pace), duration, window: window.callAsFunction)
    }
    let isWhole = frequency.isMultiple(of: slots)
    if pattern.source == .stated, !isWhole {
      throw findings.error(.timesContradictFrequency, at: node("frequency"))
    }
    if profile.givesTimes, isWhole, pace.days > 0 {
      return try appendSpread(pattern, frequency / slots, over: pace.days, duration)
    }
    if !pattern.slots.isEmpty { note(.timesNotHeld, at: pattern.slotName) }
    if !isWhole { note(.whenChoice, at: "when") }
    try appendQuota(frequency, per: pace, duration)
  }

  /// Appends doses on *k* of every *n* days, evenly spaced.
  private mutating func appendSpread(
    _ pattern: DosePattern, _ days: Int, over length: Int, _ duration: ISODuration?
  ) throws(InputError) {
    if days * pattern.slotCount > DosingProfile.mostPerDay {
      throw findings.error(.tooMany, at: node("frequency"))
    }
    let seconds =
      pattern.slots.isEmpty ? profile.times(perDay: 1).map(\.secondOfDay) : pattern.slots
    let series = DoseSeries(
      .every(ISODuration(days: length)), seconds.map { DoseSlot(second: $0, isAllDay: false) },
      offsets: (0..<days).map { $0 * length / days }, in: course)
    try append(series, .profile, duration: duration)
  }

  /// Appends doses every *n* weeks or months, on listed days.
  private mutating func appendOnDays(
    _ pattern: DosePattern, of pace: ISODuration, _ duration: ISODuration?
  ) throws(InputError) {
    let (days, isWeekly) = (pattern.days, pace.days > 0)
    try checkDays(days, of: pace)
    let turns = isWeekly ? pace.days / 7 : pace.months
    if days.areBoth {
      if pattern.frequency == nil {
        return try appendDoses(pattern.slotCount, pattern, on: .months(turns, days), duration)
      }
      throw findings.error(.daysContradictFrequency, at: node("frequency"))
    }
    let each: DoseSeries.Days = isWeekly ? .weeks(turns, days) : .months(turns, days)
    let areListed = isWeekly || days.weekdays == 0
    let all = days.count * pattern.slotCount
    let frequency = pattern.frequency ?? (areListed ? all : 1)
    if areListed, frequency == all {
      try appendDoses(pattern.slotCount, pattern, on: each, duration)
    } else if frequency == 1, days.count > 1 {
      throw findings.error(.daysContradictFrequency, at: node("frequency"))
    } else if areListed, pattern.source != .stated, frequency.isMultiple(of: days.count) {
      try appendDoses(frequency / days.count, pattern, on: each, duration)
    } else {
      try appendQuota(frequency, onSomeOf: pattern, per: pace, duration)
    }
  }

  /// Rejects days that the period cannot have: weeks have weekdays, months have dates too.
  private func checkDays(_ days: ListedDays, of pace: ISODuration) throws(InputError) {
    if pace.months > 0 { return }
    let areOfWeeks = pace.days.isMultiple(of: 7)
    // Days that match both are searched for in every week, which covers every month.
    let areFound = days.monthDays == 0 || days.areBoth && pace.days == 7
    if !areOfWeeks || !areFound { throw findings.error(.daysContradictPeriod, at: node("period")) }
  }

  /// Appends a quota: doses on some of the listed days, without a given choice.
  private mutating func appendQuota(
    _ frequency: Int, onSomeOf pattern: DosePattern, per pace: ISODuration, _ duration: ISODuration?
  ) throws(InputError) {
    let days = pattern.days
    if pattern.source == .stated, pattern.slotCount > 1 || frequency >= days.count {
      throw findings.error(.timesContradictFrequency, at: node("frequency"))
    }
    note(.dayChoice, at: days.weekdays != 0 ? "dayOfWeek" : "extension")
    if !pattern.slots.isEmpty { note(.timesNotHeld, at: pattern.slotName) }
    try appendQuota(frequency, per: pace, duration)
  }

  /// Appends doses at a fixed elapsed interval.
  private mutating func appendElapsed(
    _ pattern: DosePattern, every pace: ISODuration, _ duration: ISODuration?
  ) throws(InputError) {
    if pattern.hasClockPart {
      throw findings.error(
        .clockContradictsPeriod, at: node(pattern.slots.isEmpty ? "dayOfWeek" : pattern.slotName))
    }
    let frequency = pattern.frequency ?? 1
    guard pace.seconds.isMultiple(of: frequency) else {
      throw findings.error(.fractionalPeriod, at: node("period"))
    }
    if frequency > 1 { note(.evenlySpaced, at: "frequency") }
    let seconds = pace.seconds / frequency
    if seconds < 60 { throw findings.error(.tooMany, at: node("period")) }
    let least = (pattern.period ?? pace).seconds / frequency
    let start = course.start
    var element = ScheduleElement(nextID, from: .instant(start.instant))
    element.recurrence = .every(ISODuration(seconds: seconds))
    element.count = rule?.count
    element.end = course.end?.moment
    element.window = ScheduleElement.Window(elapsed: seconds, least: least)
    append(.elapsed, course.isTimeAssumed ? .profile : .anchor, element, duration: duration)
    if let count = rule?.count {
      let (length, overflow) = Int64(seconds).multipliedReportingOverflow(by: Int64(count))
      let instant = start.instant.adding(seconds: overflow ? .max : length)
      end(at: CourseMoment(.instant(instant), isDate: false, in: course.zone))
    }
  }
}

extension DosePattern {
  /// The origin of the times of its slots.
  fileprivate var hours: DosedPart.Hours { source == .stated ? .stated : .profile }

  /// The name of the element that lists its slots.
  fileprivate var slotName: StaticString { source == .stated ? "timeOfDay" : "when" }
}

extension DoseSeries.Days {
  /// Listed days of every `turns` weeks or months.
  fileprivate static func each(_ turns: Int, _ days: ListedDays) -> DoseSeries.Days {
    days.monthDays == 0 ? .weeks(turns, days) : .months(turns, days)
  }
}

/// The window of doses on counted days: it tolerates a small deviation, and a dose is late until
/// the next one could be due.
struct IntervalWindow {
  /// The minimum interval.
  var period: ISODuration
  /// The requested interval.
  var pace: ISODuration

  /// Returns the window of a slot, from the start of its day to the end.
  func callAsFunction(_ slot: DoseSlot) -> ScheduleElement.Window {
    let second = slot.isAllDay ? 0 : slot.timeOfDay.secondOfDay
    let closes = slot.isAllDay ? ISODuration(days: 1) : ISODuration(seconds: 86_400 - second)
    var opens = slack
    opens.seconds += second
    let isLonger = period.usualSeconds >= closes.usualSeconds
    return .init(opensBefore: opens, closesAfter: closes, lateUntil: isLonger ? period : closes)
  }

  /// How much earlier than requested a dose may be due.
  private var slack: ISODuration {
    let isAlike = (period.months > 0) == (pace.months > 0) && period.isCivil && pace.isCivil
    if isAlike {
      return ISODuration(
        months: max(0, pace.months - period.months), days: max(0, pace.days - period.days))
    }
    return ISODuration(seconds: max(0, pace.usualSeconds - period.usualSeconds))
  }
}

extension ScheduleElement.Window {
  /// Creates the window of doses more than a day apart: half a day on either side, and late until
  /// the next window opens.
  ///
  /// - Parameters:
  ///   - pace: The requested interval in seconds.
  ///   - least: The minimum interval in seconds.
  init?(elapsed pace: Int, least: Int) {
    guard pace > 86_400 else { return nil }
    let around = min(43_200, least / 2)
    self.init(
      opensBefore: ISODuration(seconds: around + pace - least),
      closesAfter: ISODuration(seconds: around),
      lateUntil: ISODuration(seconds: max(around, least - around)))
  }
}
