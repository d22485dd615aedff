extension RecurrenceRule {
  /// Returns the local times of the rule in the simplest suitable representation.
  func sequence(from anchor: CivilDateTime, times: [Int64], monthEnd: MonthEndPolicy?)
    -> NominalSequence
  {
    if frequency.seconds < 86_400 { return belowDay(DayPhase(self, anchor: anchor), anchor) }
    let times = times.isEmpty ? offsets(at: anchor.time) : picksDays ? times : picked(times)
    if hasYearlyParts {
      if hasDayPhase, interval > KnownPages.most, !picksDays { return countedByDay(anchor, times) }
      return yearly(
        RulePages(self, anchor: anchor.date, missing: missing(monthEnd), times: times), anchor)
    }
    return frequency == .weekly ? weekly(anchor, times) : daily(anchor, times)
  }

  /// Whether the days depend on more than weeks and an interval.
  private var hasYearlyParts: Bool {
    frequency == .yearly || frequency == .monthly || !months.isEmpty || !daysOfTheMonth.isEmpty
      || !daysOfTheYear.isEmpty
  }

  /// Returns how missing dates are resolved; frequencies that only limit days never generate missing ones.
  private func missing(_ monthEnd: MonthEndPolicy?) -> RuleDays.Missing {
    guard frequency == .monthly || frequency == .yearly else { return .omit }
    return switch (skip, monthEnd) {
    case (.backward, _), (.omit, .clamp): .last
    case (.forward, _): .firstOfNext
    case (.omit, .overflow): .overflow
    case (.omit, _): .omit
    }
  }

  private func yearly(_ pages: RulePages, _ anchor: CivilDateTime) -> NominalSequence {
    let year = anchor.date.year
    let base = weeks.isEmpty ? year : weekYear(of: anchor.date)
    return .yearly(
      YearlySequence(
        YearPages(pages, base: base, step: yearStep, last: lastYear, count: count ?? .max),
        from: anchor.localSeconds))
  }

  private var lastYear: Int {
    switch until {
    case nil: 9999
    case .date(let date): date.year
    case .moment(let moment): moment.civil(in: .utc).date.adding(days: 1).year
    }
  }

  /// Returns the year whose weeks contain a day, which may be just outside the calendar.
  private func weekYear(of date: CivilDate) -> Int {
    let fourth = date.dayNumber + 3 - date.weekday.days(after: weekStart)
    if fourth < CivilDate.first.dayNumber { return CivilDate.first.year - 1 }
    if fourth > CivilDate.last.dayNumber { return CivilDate.last.year + 1 }
    return CivilDate(dayNumber: fourth).year
  }

  private func daily(_ anchor: CivilDateTime, _ times: [Int64]) -> NominalSequence {
    let turns = weekdays.isEmpty || interval.isMultiple(of: 7) ? 1 : 7
    let days = (0..<turns).map { $0 * interval }.filter { offset in
      isNamed(Weekday(index: (anchor.date.weekday.rawValue + offset).modulo(7)))
    }
    if days.count > 1, days.count * times.count > UnitSequence.mostListed {
      return countedByDay(anchor, times)
    }
    return .periodic(
      on: days, of: turns * interval, times: times, from: anchor)
  }

  private func weekly(_ anchor: CivilDateTime, _ times: [Int64]) -> NominalSequence {
    let begin = weekBegin(anchor.date.dayNumber)
    let days = (0..<7).filter { turn in
      let weekday = Weekday(index: (weekStart.rawValue + turn) % 7)
      return weekdays.isEmpty ? weekday == anchor.date.weekday : isNamed(weekday)
    }
    if !picksDays, days.count > 1, days.count * times.count > UnitSequence.mostListed {
      return countedByDay(anchor, times)
    }
    let members = days.flatMap { turn in times.map { Int64(turn) * 86_400 + $0 } }
    return .periodic(
      origin: Int64(begin) * 86_400, period: Int64(interval) * 604_800,
      offsets: picked(members), from: anchor.localSeconds)
  }

  private func isNamed(_ weekday: Weekday) -> Bool {
    weekdays.isEmpty || weekdays.contains(.every(weekday))
  }

  private func belowDay(_ phase: DayPhase, _ anchor: CivilDateTime) -> NominalSequence {
    // If BYSETPOS selects positions that no unit has, the sequence is empty.
    if phase.offsets.isEmpty {
      return .periodic(
        origin: phase.origin, period: phase.step, offsets: [], from: anchor.localSeconds)
    }
    if !hasYearlyParts { return belowWeek(phase, anchor) }
    let most = 86_400 / phase.step * Int64(phase.offsets.count)
    guard phase.isDaily, most <= UnitSequence.mostListed else { return counted(phase, anchor) }
    return yearly(
      RulePages(self, anchor: anchor.date, missing: .omit, times: phase.times), anchor)
  }

  /// Returns the local times of a rule whose limits repeat weekly.
  private func belowWeek(_ phase: DayPhase, _ anchor: CivilDateTime) -> NominalSequence {
    let length: Int64 = weekdays.isEmpty ? 86_400 : 604_800
    let isFree = weekdays.isEmpty && !phase.isLimited
    let period =
      isFree
      ? phase.step
      : phase.step / Int64(greatestCommonDivisor(Int(phase.step), Int(length))) * length
    // A period may be longer than the calendar.
    let end = min(period, CivilDateTime.last.localSeconds + 1 - phase.origin)
    if !isFree, end / phase.step * Int64(phase.offsets.count) > UnitSequence.mostListed {
      return counted(phase, anchor)
    }
    let units = stride(from: 0, to: end, by: Int64.Stride(phase.step)).filter { unit in
      isFree || isLeft(phase.origin + unit, phase)
    }
    return .periodic(
      origin: phase.origin, period: period,
      offsets: units.flatMap { unit in phase.offsets.map { unit + $0 } },
      from: anchor.localSeconds)
  }

  private func isLeft(_ local: Int64, _ phase: DayPhase) -> Bool {
    let day = Int(local.flooredQuotient(86_400))
    return isNamed(Weekday(index: (day + 3).modulo(7))) && phase.isLeft(local.modulo(86_400))
  }

  /// Returns the local times of a daily or weekly rule whose days are counted.
  private func countedByDay(_ anchor: CivilDateTime, _ times: [Int64]) -> NominalSequence {
    let day = anchor.date.dayNumber
    if frequency == .daily {
      return counted(DayPhase(times, every: interval, from: day), anchor)
    }
    let weeks = UnitDays.PeriodicDays(origin: weekBegin(day), period: interval * 7, on: 7)
    return counted(DayPhase(times, every: 1, from: day), anchor, in: weeks)
  }

  private func counted(
    _ phase: DayPhase, _ anchor: CivilDateTime, in periodicDays: UnitDays.PeriodicDays? = nil
  ) -> NominalSequence {
    let days = RuleDays(self, anchor: anchor.date, missing: .omit)
    return .counted(
      UnitSequence(
        UnitDays(phase, on: days, in: periodicDays), from: anchor, last: lastYear,
        count: count ?? .max))
  }
}
