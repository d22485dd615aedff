import Interchange
import Scheduling

/// The `repeat` of a Timing.
struct TimingRepeat {
  /// Where it stands; `nil` of a Timing without one.
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
  /// Times of day, ascending, each once.
  var times: [CivilTime] = []
  /// Events of the day, each once.
  var moments: [DayMoment] = []
  /// The minutes from the events.
  var offset: Int?

  /// Whether it says how often, rather than only when a course runs.
  var hasPattern: Bool {
    period != nil || !times.isEmpty || !moments.isEmpty || !days.isEmpty
  }
}

extension DosageFindings {
  /// Reads the values of the `repeat` of a Timing; ``check(_:_:)`` says how they go together.
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

  /// The minutes of an offset, a day at most.
  private func offset(_ node: JSONNode?) throws(InputError) -> Int? {
    guard let node else { return nil }
    guard let minutes = node.wholeNumber, 0...1440 ~= minutes else {
      throw malformed(node, "is no number of minutes, a day at most (as in 30)")
    }
    return minutes
  }
}

/// The lengths of a `repeat` before they are known to have units.
struct RepeatLengths {
  var duration: DecimalNumber?
  var durationMax: DecimalNumber?
  var durationUnit: UnitOfTime?
  var period: DecimalNumber?
  var periodMax: DecimalNumber?
  var periodUnit: UnitOfTime?
}

extension DosageFindings {
  /// Checks FHIR's rules of a `repeat`, and that upper ends are no less than lower ones.
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
  /// Takes the lengths that have units.
  fileprivate mutating func take(_ lengths: RepeatLengths) {
    if let unit = lengths.durationUnit {
      duration = lengths.duration.map { TimingLength(value: $0, unit: unit) }
    }
    if let unit = lengths.periodUnit {
      period = lengths.period.map { TimingLength(value: $0, unit: unit) }
      periodMax = lengths.periodMax.map { TimingLength(value: $0, unit: unit) }
    }
  }

  /// Whether an offset has no event to count from.
  fileprivate var isOffsetFromNothing: Bool {
    offset != nil && (moments.isEmpty || moments.contains(where: \.isWithMeal))
  }
}
