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
