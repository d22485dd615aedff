import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed `Timing.repeat`.
struct TimingRepeat {
  /// The node; `nil` for a Timing without a `repeat`.
  var node: JSONNode?
  var bounds: TimingBounds?
  var count: Int?
  var countMax: Int?
  var duration: TimingLength?
  var frequency: Int?
  var frequencyMax: Int?
  var period: TimingLength?
  var periodMax: TimingLength?
  var days = ListedDays()
  /// The times of day, sorted and unique.
  var times: [CivilTime] = []
  /// The events of the day, unique.
  var moments: [DayMoment] = []
  /// The offset from the events in minutes.
  var offset: Int?

  /// Whether it gives a frequency rather than only bounds.
  var hasPattern: Bool {
    period != nil || !times.isEmpty || !moments.isEmpty || !days.isEmpty
  }
}

extension DosageFindings {
  /// Parses the `repeat` of a Timing; ``check(_:_:)`` validates the combination.
  mutating func timingRepeat(
    of timing: JSONNode
  ) throws(InputError) -> (rule: TimingRepeat, lengths: RepeatLengths) {
    guard let node = timing["repeat"] else { return (TimingRepeat(), RepeatLengths()) }
    try object(node)
    var rule = TimingRepeat(node: node)
    rule.bounds = try bounds(node)
    rule.count = try positive(node["count"])
    rule.countMax = try positive(node["countMax"])
    rule.frequency = try positive(node["frequency"])
    rule.frequencyMax = try positive(node["frequencyMax"])
    rule.offset = try offset(node["offset"])
    rule.days.weekdays = try weekdays(node["dayOfWeek"])
    rule.days.monthDays = try monthDays(timing)
    rule.times = try times(node["timeOfDay"])
    rule.moments = try moments(node["when"])
    let lengths = try lengths(node)
    rule.take(lengths)
    return (rule, lengths)
  }

  private func lengths(_ node: JSONNode) throws(InputError) -> RepeatLengths {
    RepeatLengths(
      duration: try decimal(node["duration"]), durationMax: try decimal(node["durationMax"]),
      durationUnit: try unit(node["durationUnit"]), period: try decimal(node["period"]),
      periodMax: try decimal(node["periodMax"]), periodUnit: try unit(node["periodUnit"]))
  }

  /// Returns an offset in minutes, at most one day.
  private func offset(_ node: JSONNode?) throws(InputError) -> Int? {
    guard let node else { return nil }
    guard let minutes = node.wholeNumber, 0...1440 ~= minutes else {
      throw malformed(node, "is not a number of minutes up to one day (as in 30)")
    }
    return minutes
  }
}

/// The lengths of a `repeat` before their units are validated.
struct RepeatLengths {
  var duration: DecimalNumber?
  var durationMax: DecimalNumber?
  var durationUnit: UnitOfTime?
  var period: DecimalNumber?
  var periodMax: DecimalNumber?
  var periodUnit: UnitOfTime?
}

extension DosageFindings {
  /// Checks FHIR's constraints on a `repeat`, and that upper ends are not below lower ends.
  func check(_ rule: TimingRepeat, _ lengths: RepeatLengths) throws(InputError) {
    guard let node = rule.node else { return }
    let (period, duration) = (lengths.period, lengths.duration)
    let rules: [(isBroken: Bool, InputError.Rule, StaticString)] = [
      (duration != nil && lengths.durationUnit == nil, .durationWithoutUnit, "duration"),
      (period != nil && lengths.periodUnit == nil, .periodWithoutUnit, "period"),
      (duration.map { $0.sign < 0 } ?? false, .negativeDuration, "duration"),
      (period.map { $0.sign < 0 } ?? false, .negativePeriod, "period"),
      (lengths.periodMax != nil && period == nil, .periodMaxAlone, "periodMax"),
      (lengths.durationMax != nil && duration == nil, .durationMaxAlone, "durationMax"),
      (rule.countMax != nil && rule.count == nil, .countMaxAlone, "countMax"),
      (rule.isOffsetFromNothing, .offsetWithoutEvent, "offset"),
      (!rule.times.isEmpty && !rule.moments.isEmpty, .timesBesideEvents, "timeOfDay"),
      (isReversed(period, lengths.periodMax), .reversedRange, "periodMax"),
      (isReversed(duration, lengths.durationMax), .reversedRange, "durationMax"),
      (isReversed(rule.frequency, rule.frequencyMax), .reversedRange, "frequencyMax"),
      (isReversed(rule.count, rule.countMax), .reversedRange, "countMax"),
      (period.map { $0.sign == 0 } ?? false, .zeroPeriod, "period"),
    ]
    if let broken = rules.first(where: \.isBroken) { throw error(broken.1, at: node[broken.2]) }
  }

  private func isReversed<Number: Comparable>(_ low: Number?, _ high: Number?) -> Bool {
    guard let low, let high else { return false }
    return high < low
  }
}

extension TimingRepeat {
  /// Sets the lengths that have units.
  fileprivate mutating func take(_ lengths: RepeatLengths) {
    if let unit = lengths.durationUnit {
      duration = lengths.duration.map { TimingLength(value: $0, unit: unit) }
    }
    if let unit = lengths.periodUnit {
      period = lengths.period.map { TimingLength(value: $0, unit: unit) }
      periodMax = lengths.periodMax.map { TimingLength(value: $0, unit: unit) }
    }
  }

  /// Whether there is an offset without an event that it applies to.
  fileprivate var isOffsetFromNothing: Bool {
    offset != nil && (moments.isEmpty || moments.contains(where: \.isWithMeal))
  }
}

/// The bounds of a course, from `bounds[x]`.
enum TimingBounds: Hashable, Sendable {
  case period(start: FHIRDateTime?, end: FHIRDateTime?)
  /// A length from the start; for a range its lower end.
  case length(TimingLength)
}

extension DosageFindings {
  /// Parses the bounds of a `repeat`.
  mutating func bounds(_ node: JSONNode) throws(InputError) -> TimingBounds? {
    let (period, duration, range) = (
      node["boundsPeriod"], node["boundsDuration"], node["boundsRange"]
    )
    if let second = duration ?? range, period != nil || duration != nil && range != nil {
      throw malformed(second, "cannot be combined with other bounds (keep one of them)")
    }
    if let period {
      try object(period)
      let start = try dateTime(period["start"])
      if let start, start.isPartial { note(.partialDate, at: period["start"]) }
      let end = try dateTime(period["end"])
      if let end, end.isPartial { note(.partialDate, at: period["end"]) }
      return .period(start: start, end: end)
    }
    if let length = try length(duration) { return .length(length) }
    guard let range else { return nil }
    try object(range)
    let (low, high) = (try length(range["low"]), try length(range["high"]))
    return (low ?? high).map(TimingBounds.length)
  }

  /// Checks that a range's low is not above its high.
  func checkRange(_ node: JSONNode?) throws(InputError) {
    guard let node, let low = try length(node["low"]), let high = try length(node["high"]) else {
      return
    }
    let (least, most) = (
      try period(low, at: node["low"]), try period(high, at: node["high"])
    )
    if least.usualSeconds > most.usualSeconds { throw error(.rangeReversed, at: node) }
  }
}

/// The UCUM units of time in a Timing.
enum UnitOfTime: String, CaseIterable, Hashable, Sendable {
  case s, min, h, d, wk, mo, a
}

/// A length in a Timing, such as 1.5 d.
struct TimingLength: Hashable, Sendable {
  var value: DecimalNumber
  var unit: UnitOfTime

  /// The maximum length.
  private static let longest = ISODuration.limits

  /// Returns the period: civil for whole days and months, elapsed otherwise.
  ///
  /// - Throws: The reason why it is not a period.
  func period() throws(Rejection) -> ISODuration {
    if isTooLong { throw .tooLong }
    switch unit {
    case .s, .min, .h: return ISODuration(seconds: try seconds(of: unit.seconds))
    case .d, .wk:
      let days = unit == .d ? 1 : 7
      if let whole = value.multiple(of: days) { return ISODuration(days: whole) }
      return ISODuration(seconds: try seconds(of: days * 86_400))
    case .mo, .a:
      guard let months = value.multiple(of: unit == .mo ? 1 : 12) else { throw .fraction }
      return ISODuration(months: months)
    }
  }

  /// Why a length is not a period.
  enum Rejection: Error { case fraction, tooLong }

  private func seconds(of unit: Int) throws(Rejection) -> Int {
    guard let seconds = value.multiple(of: unit) else { throw .fraction }
    return seconds
  }

  private var isTooLong: Bool {
    let value = value.approximate
    switch unit {
    case .s, .min, .h, .d, .wk:
      return value * Double(unit.seconds) > Double(TimingLength.longest.days) * 86_400
    case .mo, .a: return value * (unit == .mo ? 1 : 12) > Double(TimingLength.longest.months)
    }
  }
}

extension UnitOfTime {
  /// The length in seconds; months have 30 days.
  var seconds: Int {
    switch self {
    case .s: 1
    case .min: 60
    case .h: 3600
    case .d: 86_400
    case .wk: 604_800
    case .mo: 2_592_000
    case .a: 31_536_000
    }
  }
}

extension ISODuration {
  /// The nominal length in seconds; months have 30 days, years 365.
  var usualSeconds: Int {
    ((months / 12 * 365 + months % 12 * 30) + days) * 86_400 + seconds
  }
}
