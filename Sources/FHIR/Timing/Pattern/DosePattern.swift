import Diagnostics
import Formats
import Interchange
import Scheduling

/// The frequency of doses, from a `repeat` or a code.
struct DosePattern {
  /// The number of doses per period; `nil` for as many as the listed times and days.
  var frequency: Int?
  /// The upper end of the frequency.
  var allowed: Int?
  /// The minimum period; `nil` if none is given.
  var period: ISODuration?
  /// The requested period.
  var pace: ISODuration?
  var days = ListedDays()
  /// The times of day in seconds from midnight, ascending.
  var slots: [Int] = []
  var source = Source.none

  /// The origin of the times of day.
  enum Source { case none, stated, moments, profile }

  /// The number of slots, at least one.
  var slotCount: Int { max(1, slots.count) }

  /// Whether times of day or calendar days are listed.
  var hasClockPart: Bool { !slots.isEmpty || !days.isEmpty }
}

extension DosePattern {
  /// Creates the pattern of a code.
  init(_ code: TimingCode, _ profile: DosingProfile) {
    frequency = code.frequency
    allowed = code.frequencyMax
    setSlots(code.moments, offset: nil, profile)
    if !code.times.isEmpty {
      slots = code.times.map(\.secondOfDay)
      source = .profile
      (frequency, allowed) = (nil, nil)
    }
    let (low, high) = (code.length(code.period), code.length(code.periodMax ?? code.period))
    (period, pace) = (low, high)
    countHoursAsDays(of: code.unit)
    // The times of a profile apply to every day, so a code in elapsed time becomes daily.
    if source == .profile, let own = pace, !own.isCivil {
      (period, pace) = (ISODuration(days: 1), ISODuration(days: 1))
    }
  }

  /// Creates the pattern of a `repeat`.
  init(
    _ rule: TimingRepeat, _ profile: DosingProfile, _ findings: DosageFindings
  ) throws(InputError) {
    frequency = rule.frequency
    allowed = rule.frequencyMax
    days = rule.days
    slots = rule.times.map(\.secondOfDay)
    source = slots.isEmpty ? .none : .stated
    setSlots(rule.moments, offset: rule.offset, profile)
    if let length = rule.period {
      period = try findings.period(length, at: rule.node?["period"])
      pace = period
      if let length = rule.periodMax {
        pace = try findings.period(length, at: rule.node?["periodMax"])
      }
      countHoursAsDays(of: length.unit)
    }
  }

  private mutating func setSlots(_ moments: [DayMoment], offset: Int?, _ profile: DosingProfile) {
    var single: [DayMoment] = []
    for moment in moments.lazy.flatMap(\.single)
    where moment != .immediately && !single.contains(moment) {
      single.append(moment)
    }
    if single.isEmpty { return }
    slots = single.map { profile.second(of: $0, offset: offset) }.sorted()
    source = .moments
  }

  /// Converts whole days written in hours to civil days if a time of day, a listed day or a
  /// frequency above one is given.
  private mutating func countHoursAsDays(of unit: UnitOfTime) {
    guard unit == .h, hasClockPart || (frequency ?? 1) > 1, let low = period, let high = pace,
      low.seconds.isMultiple(of: 86_400), high.seconds.isMultiple(of: 86_400)
    else { return }
    period = ISODuration(days: low.seconds / 86_400)
    pace = ISODuration(days: high.seconds / 86_400)
  }
}

extension TimingCode {
  fileprivate func length(_ count: Int) -> ISODuration {
    switch unit {
    case .s, .min, .h: ISODuration(seconds: count * unit.seconds)
    case .d: ISODuration(days: count)
    case .wk: ISODuration(days: count * 7)
    case .mo: ISODuration(months: count)
    case .a: ISODuration(months: count * 12)
    }
  }
}

extension DosePattern {
  /// Returns whether a code is equivalent: same frequency, same period, no listed days, and the
  /// same events if it has any.
  func agrees(with code: TimingCode, _ moments: [DayMoment]) -> Bool {
    let own = DosePattern(code, .standard)
    let day = ISODuration(days: 1)
    let single = Set(moments.flatMap(\.single))
    return days.isEmpty && (frequency ?? slotCount) == (own.frequency ?? own.slotCount)
      && (period ?? day) == own.period && (pace ?? day) == own.pace
      && (code.moments.isEmpty || !single.isEmpty && single.isSubset(of: code.moments))
  }
}
