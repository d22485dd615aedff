/// The times of day of a rule: units at an interval, filtered by BYHOUR, BYMINUTE and BYSECOND, and the
/// offsets within each unit.
///
/// Units are seconds, minutes, hours or days; only values that the rule itself lists are stored.
///
/// Safe: seconds of a day, and the lengths of units and steps, are far below the largest integer.
struct DayPhase {
  /// The seconds from one unit of the interval to the next.
  let step: Int64
  /// The local second at which the anchor's unit begins.
  let origin: Int64
  /// The offsets within each unit, in seconds, ascending.
  let offsets: [Int64]
  private let unit: Int64
  private let limits: ClockLimits
  /// The number of units in each hour and in each minute that is included, if all are equal.
  private let counts: (ofHour: Int64?, ofMinute: Int64?)
  /// The difference between the first units of consecutive days, in seconds.
  private let shift: Int64

  /// Creates the times of a rule with a unit below a day.
  init(_ rule: RecurrenceRule, anchor: CivilDateTime) {
    unit = rule.frequency.seconds
    step = unit * Int64(rule.interval)
    shift = 86_400 % step
    origin = anchor.localSeconds.flooredQuotient(unit) * unit
    offsets = rule.offsets(at: anchor.time)
    limits = ClockLimits(rule)
    counts = limits.counts(from: origin, every: step)
  }

  /// Creates the same times on every *n*-th day from a day on.
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

  /// Whether the rule filters units by time of day.
  var isLimited: Bool { limits != .none }

  /// Returns the second of the day at which its first unit begins, before filtering; beyond the day if it has
  /// none.
  func first(onDay day: Int) -> Int64 { (origin - Int64(day) * 86_400).modulo(step) }

  /// Returns ``first(onDay:)`` of the next day.
  func first(after first: Int64) -> Int64 { first < shift ? first - shift + step : first - shift }

  /// Returns whether the unit that begins at a second of the day passes the filters.
  func isLeft(_ second: Int64) -> Bool { limits.leave(second) }

  /// Returns the first unit that passes the filters, at or after a unit of the interval; beyond the day if
  /// there is none.
  func unit(from unit: Int64) -> Int64 {
    isLimited ? pass(0, from: unit, before: 86_400).unit : unit
  }

  /// Returns the number of units before a second of the day, from `first` on.
  func units(from first: Int64, before second: Int64) -> Int64 {
    guard first < second else { return 0 }
    return isLimited
      ? pass(.max, from: first, before: second).count : (second - 1 - first) / step + 1
  }

  /// Returns the unit at an index, counted from `first`; it must exist.
  func unit(_ position: Int64, from first: Int64) -> Int64 {
    isLimited ? pass(position, from: first, before: 86_400).unit : first + position * step
  }

  /// Skips `most` units, or all before a second, and returns the next that passes the filters.
  ///
  /// Hours and minutes that are excluded or skipped entirely take one step each.
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

  /// Returns the number of units of a day by the position of its first unit, in units; empty unless days
  /// differ because of filters.
  func countsByFirst() -> [UInt16] {
    guard isLimited, !isDaily else { return [] }
    var counts = [UInt16](repeating: 0, count: Int(86_400 / unit))
    let stride = Int(step / unit)
    for position in counts.indices.reversed() {
      let later = position + stride < counts.count ? counts[position + stride] : 0
      counts[position] = later + (isLeft(Int64(position) * unit) ? 1 : 0)
    }
    return Array(counts.prefix(stride))
  }

  /// Returns the index in ``countsByFirst()`` of a day whose first unit begins at a second.
  func position(ofFirst first: Int64) -> Int { Int(first / unit) }

  /// The times of day, in seconds, ascending, if all days have the same.
  var times: [Int64] {
    stride(from: first(onDay: 0), to: 86_400, by: Int(step)).filter(isLeft).flatMap { unit in
      offsets.map { unit + $0 }
    }
  }
}

/// The filters BYHOUR, BYMINUTE and BYSECOND as bit masks.
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

  /// Returns whether a second of the day passes the filters.
  func leave(_ second: Int64) -> Bool {
    let second = UInt64(second)
    let minute = second / 60
    let both = hours &>> (minute / 60) & minutes &>> (minute % 60)
    return both & seconds &>> (second % 60) & 1 == 1
  }

  /// Returns the end of the hour or minute that contains a second of the day, if it is excluded entirely.
  func endOfMissing(_ second: Int64) -> Int64? {
    let minute = second / 60
    if hours &>> UInt64(minute / 60) & 1 == 0 { return (minute / 60 + 1) * 3600 }
    return minutes &>> UInt64(minute % 60) & 1 == 0 ? (minute + 1) * 60 : nil
  }

  /// Returns the number of units in each hour and in each included minute, if the interval divides them.
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
  /// The length of a unit below a day, in seconds; that of a day for longer units.
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
  /// Returns the offsets of the rule within each of its units (up to a day), in seconds, ascending: expanded
  /// by the parts below the unit, or by the anchor, and then selected by BYSETPOS.
  func offsets(at anchor: CivilTime) -> [Int64] {
    if frequency.seconds == 86_400, !namesTimes { return [Int64(anchor.secondOfDay)] }
    var offsets: [Int64] = [0]
    // Each part is smaller than the previous one's unit, so the order is preserved.
    func expand(_ values: [Int], _ own: Int, _ length: Int64) {
      let values = values.isEmpty ? [own] : Set(values).sorted()
      offsets = offsets.flatMap { offset in values.map { offset + Int64($0) * length } }
    }
    if frequency.seconds > 3600 { expand(hours, anchor.hour, 3600) }
    if frequency.seconds > 60 { expand(minutes, anchor.minute, 60) }
    if frequency.seconds > 1 { expand(seconds, anchor.second, 1) }
    return picksDays ? offsets : picked(offsets)
  }

  /// Whether the rule determines times of day, by BY parts or BYSETPOS.
  private var namesTimes: Bool {
    !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty || !(setPositions.isEmpty || picksDays)
  }

  /// Returns the members of a unit that BYSETPOS selects.
  func picked(_ members: [Int64]) -> [Int64] {
    setPositions.isEmpty ? members : positions(among: members.count).map { members[$0] }
  }

  /// Returns the zero-based positions that BYSETPOS selects among `count` members, ascending.
  func positions(among count: Int) -> [Int] {
    var positions = setPositions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { 0..<count ~= $0 }
    if positions.count < 2 { return positions }
    positions.sort()
    return positions.indices.filter { $0 == 0 || positions[$0 - 1] < positions[$0] }.map {
      positions[$0]
    }
  }
}
