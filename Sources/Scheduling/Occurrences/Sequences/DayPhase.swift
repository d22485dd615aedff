/// The times of day of a rule: units at an interval, those that its limits leave, and the seconds within
/// each unit.
///
/// Units are seconds, minutes, hours or days; nothing here is listed but what the rule itself lists.
///
/// Safe: seconds of a day, and the lengths of units and steps, are far below what an integer holds.
struct DayPhase {
  /// The seconds from one unit that the interval meets to the next.
  let step: Int64
  /// The local second at which the anchor's unit begins.
  let origin: Int64
  /// The seconds of each unit, ascending.
  let offsets: [Int64]
  private let unit: Int64
  private let limits: ClockLimits
  /// The units of each hour and of each minute that is left, where all have as many.
  private let counts: (ofHour: Int64?, ofMinute: Int64?)
  /// How much sooner a day's first unit begins than that of the day before.
  private let shift: Int64

  /// The times of a rule below a day.
  init(_ rule: RecurrenceRule, anchor: CivilDateTime) {
    unit = rule.frequency.seconds
    step = unit * Int64(rule.interval)
    shift = 86_400 % step
    origin = anchor.localSeconds.flooredQuotient(unit) * unit
    offsets = rule.offsets(at: anchor.time)
    limits = ClockLimits(rule)
    counts = limits.counts(from: origin, every: step)
  }

  /// The same times on every so many days from a day on.
  init(_ times: [Int64], every days: Int, from day: Int) {
    unit = 86_400
    step = Int64(days) * 86_400
    shift = 86_400 % step
    origin = Int64(day) * 86_400
    offsets = times
    limits = .none
    counts = (nil, nil)
  }

  /// Whether every day has the same times.
  var isDaily: Bool { 86_400 % step == 0 }

  /// Whether the rule leaves out units by their time of day.
  var isLimited: Bool { limits != .none }

  /// The second of the day at which its first unit begins, limits aside; beyond the day where it has none.
  func first(onDay day: Int) -> Int64 { (origin - Int64(day) * 86_400).modulo(step) }

  /// The same of the next day.
  func first(after first: Int64) -> Int64 { first < shift ? first - shift + step : first - shift }

  /// Whether the limits leave a unit that begins at a second of the day.
  func isLeft(_ second: Int64) -> Bool { limits.leave(second) }

  /// The first unit that the limits leave from one that the interval meets; beyond the day where there is
  /// none.
  func unit(from unit: Int64) -> Int64 {
    isLimited ? pass(0, from: unit, before: 86_400).unit : unit
  }

  /// The number of units before a second of the day, from its first one on.
  func units(from first: Int64, before second: Int64) -> Int64 {
    guard first < second else { return 0 }
    return isLimited
      ? pass(.max, from: first, before: second).count : (second - 1 - first) / step + 1
  }

  /// The unit that lies so many behind the first of a day; there is one.
  func unit(_ place: Int64, from first: Int64) -> Int64 {
    isLimited ? pass(place, from: first, before: 86_400).unit : first + place * step
  }

  /// Passes so many units, or all before a second, and stops at the next that is left.
  ///
  /// Hours and minutes that are left out, or lie within what is passed, take one step each.
  private func pass(
    _ most: Int64, from first: Int64, before second: Int64
  ) -> (unit: Int64, count: Int64) {
    var (unit, count): (Int64, Int64) = (first, 0)
    while unit < second {
      if let end = limits.endOfMissing(unit) {
        unit += (end - unit + step - 1) / step * step
      } else if let each = counts.ofHour, unit % 3600 < step, unit - unit % 3600 + 3600 <= second,
        each <= most - count
      {
        (unit, count) = (unit + 3600, count + each)
      } else if let each = counts.ofMinute, unit % 60 < step, unit - unit % 60 + 60 <= second,
        each <= most - count
      {
        (unit, count) = (unit + 60, count + each)
      } else if isLeft(unit) {
        if count == most { break }
        (unit, count) = (unit + step, count + 1)
      } else {
        unit += step
      }
    }
    return (unit, count)
  }

  /// The units of a day that begins with one, for each second at which that can begin, in units; of those
  /// with limits, whose days differ.
  func countsByFirst() -> [UInt16] {
    guard isLimited, !isDaily else { return [] }
    var counts = [UInt16](repeating: 0, count: Int(86_400 / unit))
    let stride = Int(step / unit)
    for place in counts.indices.reversed() {
      let later = place + stride < counts.count ? counts[place + stride] : 0
      counts[place] = later + (isLeft(Int64(place) * unit) ? 1 : 0)
    }
    return Array(counts.prefix(stride))
  }

  /// The place in ``countsByFirst()`` of a day whose first unit begins at a second.
  func place(ofFirst first: Int64) -> Int { Int(first / unit) }

  /// The times of a day, in seconds, ascending, where all days have the same.
  var times: [Int64] {
    stride(from: first(onDay: 0), to: 86_400, by: Int(step)).filter(isLeft).flatMap { unit in
      offsets.map { unit + $0 }
    }
  }
}

/// What BYHOUR, BYMINUTE and BYSECOND leave of units that they limit: a bit for each.
///
/// Safe: seconds are those of a day, so that no bit is asked for beyond the sixtieth.
private struct ClockLimits: Equatable {
  private var hours: UInt64 = .max
  private var minutes: UInt64 = .max
  private var seconds: UInt64 = .max

  static let none = ClockLimits()

  private init() {}

  init(_ rule: RecurrenceRule) {
    func bits(_ values: [Int], _ limits: Bool) -> UInt64 {
      limits && !values.isEmpty ? values.reduce(0) { $0 | 1 << $1 } : .max
    }
    hours = bits(rule.hours, rule.frequency.seconds <= 3600)
    minutes = bits(rule.minutes, rule.frequency.seconds <= 60)
    seconds = bits(rule.seconds, rule.frequency.seconds <= 1)
  }

  /// Whether a second of the day is left.
  func leave(_ second: Int64) -> Bool {
    let second = UInt64(second)
    let minute = second / 60
    let both = hours &>> (minute / 60) & minutes &>> (minute % 60)
    return both & seconds &>> (second % 60) & 1 == 1
  }

  /// The end of the hour or minute of a second of the day, where nothing of that is left.
  func endOfMissing(_ second: Int64) -> Int64? {
    let minute = second / 60
    if hours &>> UInt64(minute / 60) & 1 == 0 { return (minute / 60 + 1) * 3600 }
    return minutes &>> UInt64(minute % 60) & 1 == 0 ? (minute + 1) * 60 : nil
  }

  /// The units that are left of each hour and of each minute that is, of an interval that divides them.
  func counts(from origin: Int64, every step: Int64) -> (ofHour: Int64?, ofMinute: Int64?) {
    func count(_ length: Int64, _ isLeft: (UInt64) -> Bool) -> Int64? {
      guard length % step == 0 else { return nil }
      let units = stride(from: origin.modulo(step), to: length, by: Int(step))
      return Int64(units.lazy.map { UInt64($0) }.filter(isLeft).count)
    }
    return (
      count(3600) { minutes &>> ($0 / 60) & seconds &>> ($0 % 60) & 1 == 1 },
      count(60) { seconds &>> $0 & 1 == 1 }
    )
  }
}

extension RecurrenceRule.Frequency {
  /// The length of a unit below a day; a day of those above.
  package var seconds: Int64 {
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
    var offsets: [Int64] = [0]
    // Each part stays below the one before it, so that what was in order stays so.
    func expand(_ values: [Int], _ own: Int, _ length: Int64) {
      let values = values.isEmpty ? [own] : Set(values).sorted()
      offsets = offsets.flatMap { offset in values.map { offset + Int64($0) * length } }
    }
    if frequency.seconds > 3600 { expand(hours, anchor.hour, 3600) }
    if frequency.seconds > 60 { expand(minutes, anchor.minute, 60) }
    if frequency.seconds > 1 { expand(seconds, anchor.second, 1) }
    return picksDays ? offsets : picked(offsets)
  }

  /// Whether the rule says anything about times of day, by itself or with BYSETPOS.
  private var namesTimes: Bool {
    !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty || !(setPositions.isEmpty || picksDays)
  }

  /// The members of a unit that BYSETPOS means.
  func picked(_ members: [Int64]) -> [Int64] {
    setPositions.isEmpty ? members : places(among: members.count).map { members[$0] }
  }

  /// The places among so many members that BYSETPOS means, from 0, ascending.
  func places(among count: Int) -> [Int] {
    var places = setPositions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { 0..<count ~= $0 }
    if places.count < 2 { return places }
    places.sort()
    return places.indices.filter { $0 == 0 || places[$0 - 1] < places[$0] }.map { places[$0] }
  }
}
