/// The days of a rule and their times.
///
/// Safe: days are those of the calendar, and no day has more than 86,400 times.
struct UnitDays: Sendable {
  /// Days that recur periodically, such as those of a cycle or of every other week: the first `on` days of
  /// each period.
  struct PeriodicDays {
    var origin: Int
    var period: Int
    var on: Int

    func contains(_ day: Int) -> Bool { (day - origin).modulo(period) < on }

    /// Returns the number of days before a day, counted from the origin.
    func days(before day: Int) -> Int {
      let turn = (day - origin).flooredQuotient(period)
      return turn * on + min(day - origin - turn * period, on)
    }
  }

  let phase: DayPhase
  /// The days of each kind of year.
  private let sets: [DaySet]
  private let periodicDays: PeriodicDays?
  /// Whether all days of a year are included, apart from `periodicDays`.
  private let isWhole: Bool
  /// The number of units of every day, if all are equal.
  private let unitsOfEach: Int64?
  private let countsByFirst: [UInt16]
  /// Cumulative numbers of units of consecutive days, if they can be precomputed.
  private let totals: UnitTotals?

  init(_ phase: DayPhase, on days: RuleDays? = nil, in periodicDays: PeriodicDays? = nil) {
    self.phase = phase
    self.periodicDays = periodicDays
    isWhole = days == nil
    sets = (0..<14).map { index in
      let kind = YearKind(index: index)
      let whole = DaySet(0..<kind.length)
      return days.map { $0.set(in: kind) & whole } ?? whole
    }
    unitsOfEach = phase.isDaily ? phase.units(from: phase.first(onDay: 0), before: 86_400) : nil
    let counts = phase.countsByFirst()
    countsByFirst = counts
    totals =
      periodicDays != nil || phase.isDaily
      ? nil : UnitTotals(phase) { UnitDays.units(from: $0, of: phase, counts) }
  }

  /// Whether no day has any time.
  var isEmpty: Bool {
    sets.allSatisfy { $0 == .empty } || phase.offsets.isEmpty || unitsOfEach == 0
      || (phase.isLimited && unitsOfEach == nil && countsByFirst.allSatisfy { $0 == 0 })
  }

  private func set(of year: Int) -> DaySet { sets[YearKind(year: year).index] }

  /// Returns the number of times on a day of the set.
  private func count(onDay day: Int) -> Int64 {
    if let periodicDays, !periodicDays.contains(day) { return 0 }
    return units(onDay: day) * Int64(phase.offsets.count)
  }

  private func units(onDay day: Int) -> Int64 {
    unitsOfEach ?? units(from: phase.first(onDay: day))
  }

  private func units(from first: Int64) -> Int64 {
    UnitDays.units(from: first, of: phase, countsByFirst)
  }

  private static func units(
    from first: Int64, of phase: DayPhase, _ countsByFirst: [UInt16]
  ) -> Int64 {
    if first >= 86_400 { return 0 }
    return phase.isLimited
      ? Int64(countsByFirst[phase.position(ofFirst: first)])
      : phase.units(from: first, before: 86_400)
  }

  /// Returns the number of times of a year before a day, or of all its days.
  func count(ofYear year: Int, before day: Int? = nil) -> Int64 {
    let begin = YearKind.begin(ofYear: year)
    let set = set(of: year) & DaySet(0..<max(0, day.map { $0 - begin } ?? 366))
    let each = Int64(phase.offsets.count)
    if let unitsOfEach, let days = self.days(of: set, from: begin) {
      return Int64(days) * unitsOfEach * each
    }
    if let totals, let days = set.range {
      return totals.units(of: begin + days.lowerBound..<begin + days.upperBound) * each
    }
    var (units, first, next): (Int64, Int64, Int) = (0, 0, -1)
    set.forEach { day in
      first = day == next ? phase.first(after: first) : phase.first(onDay: begin + day)
      next = day + 1
      if periodicDays?.contains(begin + day) != false {
        units += unitsOfEach ?? self.units(from: first)
      }
    }
    return units * each
  }

  /// Returns the number of days of a set, in the year that begins on a day, that are included in `periodicDays`;
  /// `nil` if each has to be tested.
  private func days(of set: DaySet, from begin: Int) -> Int? {
    guard let periodicDays else { return set.count }
    return isWhole
      ? periodicDays.days(before: begin + set.count) - periodicDays.days(before: begin) : nil
  }

  /// Returns the number of times of a year before a local time in that year.
  func count(ofYear year: Int, beforeLocal local: Int64) -> Int64 {
    let day = Int(local.flooredQuotient(86_400))
    let before = count(ofYear: year, before: day)
    guard has(day, of: year) else { return before }
    let (first, second) = (phase.first(onDay: day), local.modulo(86_400))
    guard first <= second else { return before }
    // The last unit that begins at or before the time may have some of its times before it.
    let last = first + (second - first) / phase.step * phase.step
    let units = phase.units(from: first, before: last)
    let within = phase.isLeft(last) ? phase.offsets.partitionPoint { $0 < second - last } : 0
    return before + units * Int64(phase.offsets.count) + Int64(within)
  }

  private func has(_ day: Int, of year: Int) -> Bool {
    set(of: year).has(day - YearKind.begin(ofYear: year)) && periodicDays?.contains(day) != false
  }

  /// Returns the first day with times, at or after a day of a year; `nil` if the year has none.
  func day(from day: Int, of year: Int) -> Int? {
    let (begin, set) = (YearKind.begin(ofYear: year), set(of: year))
    var next = set.day(from: day - begin)
    while let candidate = next, count(onDay: begin + candidate) == 0 {
      next = set.day(from: candidate + 1)
    }
    return next.map { begin + $0 }
  }

  /// Returns the day of the time at an index within a year, and the index of the time on that day.
  func day(ofYear year: Int, after others: Int64) -> (day: Int, others: Int64) {
    let (begin, set) = (YearKind.begin(ofYear: year), set(of: year))
    if periodicDays == nil, let unitsOfEach {
      let (days, rest) = others.quotientAndRemainder(
        dividingBy: unitsOfEach * Int64(phase.offsets.count))
      return (begin + (set.day(after: Int(days)) ?? 0), rest)
    }
    var (others, day) = (others, set.day(from: 0))
    while let candidate = day, case let count = count(onDay: begin + candidate), count <= others {
      others -= count
      day = set.day(from: candidate + 1)
    }
    return (begin + (day ?? 0), others)
  }
}

/// The numbers of units of consecutive days, if they differ from day to day.
///
/// Safe: days are those of the calendar, each of at most 86,400 units.
struct UnitTotals {
  private let phase: DayPhase
  /// The cumulative units of the days in one cycle; empty without filters.
  private let sums: [Int64]

  /// Precomputes the sums from the number of units of a day by the second of its first unit; `nil` if the
  /// cycle is too long.
  init?(_ phase: DayPhase, unitsFrom first: (Int64) -> Int64) {
    self.phase = phase
    guard phase.isLimited else {
      sums = []
      return
    }
    let days = Int(phase.step) / greatestCommonDivisor(Int(phase.step), 86_400)
    guard days <= UnitSequence.mostListed else { return nil }
    sums = (0..<days).reduce(into: [0]) { sums, day in
      sums.append(sums[day] + first(phase.first(onDay: day)))
    }
  }

  /// Returns the number of units on the days of a range.
  func units(of days: Range<Int>) -> Int64 {
    units(before: days.upperBound) - units(before: days.lowerBound)
  }

  /// Returns the number of units before a day, relative to a fixed origin.
  private func units(before day: Int) -> Int64 {
    guard let all = sums.last, sums.count > 1 else {
      return (Int64(day) * 86_400 - phase.origin - 1).flooredQuotient(phase.step) + 1
    }
    let rounds = day.flooredQuotient(sums.count - 1)
    return Int64(rounds) * all + sums[day - rounds * (sums.count - 1)]
  }
}
