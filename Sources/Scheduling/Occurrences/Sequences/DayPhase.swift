/// The times of day of a rule below a day: units at an interval, those that its limits leave, and the
/// seconds within each unit.
struct DayPhase {
  /// The seconds from one unit that the interval meets to the next.
  let step: Int64
  /// The local second at which the anchor's unit begins.
  let origin: Int64
  /// The seconds of each unit, ascending.
  let offsets: [Int64]
  private let rule: RecurrenceRule
  /// The number of units that the limits leave on a day, by the second of its first one; empty where
  /// there are no limits, or where a day has few units.
  private var counts: [Int32] = []

  init(_ rule: RecurrenceRule, anchor: CivilDateTime) {
    let unit = rule.frequency.seconds
    self.rule = rule
    step = unit * Int64(rule.interval)
    origin = anchor.localSeconds.flooredQuotient(unit) * unit
    offsets = rule.offsets(at: anchor.time)
  }

  /// The same phase, ready to count times on days without a look at each.
  func counting() -> DayPhase {
    var phase = self
    if isLimited, step < 3600 {
      phase.counts = (0..<step).map { Int32(units(from: $0).count) }
    }
    return phase
  }

  /// Whether every day has the same times.
  var isDaily: Bool { 86_400 % step == 0 }

  /// Whether the rule leaves out units by their time of day.
  var isLimited: Bool {
    !rule.hours.isEmpty || (rule.frequency != .hourly && !rule.minutes.isEmpty)
      || (rule.frequency == .secondly && !rule.seconds.isEmpty)
  }

  /// The second of the day at which its first unit begins, limits aside; beyond the day where it has none.
  func first(onDay day: Int) -> Int64 { (origin - Int64(day) * 86_400).modulo(step) }

  /// The units of a day that the limits leave, in seconds, ascending.
  private func units(from first: Int64) -> [Int64] {
    guard first < 86_400 else { return [] }
    return stride(from: first, to: 86_400, by: Int64.Stride(step)).filter(isLeft)
  }

  /// The times of a day, in seconds, ascending.
  func times(onDay day: Int) -> [Int64] {
    units(from: first(onDay: day)).flatMap { unit in offsets.map { unit + $0 } }
  }

  /// The time at a place among those of a day, where there is one.
  func time(at place: Int, onDay day: Int) -> Int64 {
    let (place, offset) = place.quotientAndRemainder(dividingBy: offsets.count)
    var unit = first(onDay: day)
    if !isLimited { return unit + Int64(place) * step + offsets[offset] }
    var before = 0
    while !isLeft(unit) || before < place {
      before += isLeft(unit) ? 1 : 0
      unit += step
    }
    return unit + offsets[offset]
  }

  /// The number of times of a day on which the first unit begins at a second.
  func count(from first: Int64) -> Int {
    guard first < 86_400 else { return 0 }
    if !isLimited { return Int((86_399 - first) / step + 1) * offsets.count }
    return (counts.isEmpty ? units(from: first).count : Int(counts[Int(first)])) * offsets.count
  }

  /// Whether the limits leave a unit that begins at a second of the day.
  func isLeft(_ second: Int64) -> Bool {
    let (hour, minute) = (Int(second / 3600), Int(second / 60 % 60))
    return (rule.hours.isEmpty || rule.hours.contains(hour))
      && (rule.frequency == .hourly || rule.minutes.isEmpty || rule.minutes.contains(minute))
      && (rule.frequency != .secondly || rule.seconds.isEmpty
        || rule.seconds.contains(Int(second % 60)))
  }
}

extension RecurrenceRule.Frequency {
  /// The length of a unit below a day; a day of those above.
  var seconds: Int64 {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    default: 86_400
    }
  }
}

extension RecurrenceRule {
  /// The seconds that the rule means within each of its units up to a day, ascending: expanded by the
  /// parts below the unit, or the anchor's, and then picked by BYSETPOS.
  func offsets(at anchor: CivilTime) -> [Int64] {
    if frequency.seconds == 86_400, !namesTimes { return [Int64(anchor.secondOfDay)] }
    var offsets: Set<Int64> = [0]
    func expand(_ values: [Int], _ own: Int, _ length: Int64) {
      let values = values.isEmpty ? [own] : values
      offsets = Set(offsets.flatMap { offset in values.map { offset + Int64($0) * length } })
    }
    if frequency.seconds > 3600 { expand(hours, anchor.hour, 3600) }
    if frequency.seconds > 60 { expand(minutes, anchor.minute, 60) }
    if frequency.seconds > 1 { expand(seconds, anchor.second, 1) }
    return picksDays ? offsets.sorted() : picked(offsets.sorted())
  }

  /// Whether the rule says anything about times of day, by itself or with BYSETPOS.
  private var namesTimes: Bool {
    !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty || !(setPositions.isEmpty || picksDays)
  }

  /// The members of a unit that BYSETPOS means.
  func picked(_ members: [Int64]) -> [Int64] {
    guard !setPositions.isEmpty else { return members }
    let places = setPositions.map { $0 > 0 ? $0 - 1 : members.count + $0 }
    return Set(places).sorted().filter(members.indices.contains).map { members[$0] }
  }
}
