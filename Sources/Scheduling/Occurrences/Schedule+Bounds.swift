extension Schedule {
  /// Keeps what occurs in a stretch of local time; ordinals and keys stay.
  ///
  /// - Parameters:
  ///   - from: The first local time that is kept; `nil` keeps the beginning.
  ///   - to: The first local time that is not; `nil` keeps the end.
  /// - Returns: The schedule without the elements of which nothing is left.
  public func clipped(from: CivilDateTime? = nil, to: CivilDateTime? = nil) -> Schedule {
    var schedule = self
    schedule.elements = elements.map { element in
      var element = element
      if let from { element.begin = element.begin.later(of: .local(from)) }
      if let to { element.end = element.end.earlier(of: .local(to)) }
      return element
    }
    schedule.elements.removeAll(where: \.isOverBeforeItBegins)
    return schedule.keepingExceptions
  }

  /// Keeps the first occurrences, counted over all elements before exclusions and overrides.
  ///
  /// Elements without occurrences end with the day of the last one.
  ///
  /// - Parameters:
  ///   - count: How many to keep.
  ///   - zone: The zone whose order counts, where elements follow different clocks.
  /// - Returns: The schedule with a count for each element, without those of which nothing is left; an
  ///   invalid one as it is.
  public func limited(to count: Int, in zone: Zone = .utc) -> Schedule {
    guard count > 0 else { return Schedule([]) }
    let plan = try? Occurrences(of: self, in: zone).withoutExceptions
    guard let plan, let last = plan.occurrence(at: count - 1) else { return self }
    var schedule = self
    let day = plan.nominal(of: last).date.adding(days: 1)
    schedule.elements = elements.enumerated().compactMap { index, element in
      if !element.recurrence.hasOccurrences { return element.ending(before: day) }
      // Of those that start together, the elements up to the last one's come first.
      let end = last.start.adding(seconds: index > last.element ? 0 : 1)
      let own = try? Occurrences(of: Schedule([element]), in: zone)
      guard let kept = own?.previous(before: end)?.ordinal else { return nil }
      var element = element
      element.count = index == last.element ? last.ordinal + 1 : kept + 1
      return element
    }
    return schedule.keepingExceptions
  }

  /// Moves the whole plan later: anchors, bounds, exclusions and overrides.
  ///
  /// Days and months are civil; what a rule itself says, such as a weekday, stays.
  public func shifted(by period: Period) -> Schedule { mappingTimes { $0.adding(period) } }

  /// The plan with every time changed; instants change as UTC's clock shows them.
  package func mappingTimes(_ change: (CivilDateTime) -> CivilDateTime) -> Schedule {
    var schedule = self
    schedule.elements = elements.map { $0.mappingTimes(change) }
    schedule.exclusions = exclusions.map { exclusion in
      Exclusion(
        from: change(exclusion.from), to: exclusion.to.map(change), element: exclusion.element)
    }
    schedule.overrides = [:]
    for (key, override) in overrides {
      var (key, override) = (key, override)
      key.nominal = change(key.nominal)
      override.start = override.start?.mapping(change)
      schedule.overrides[key] = override
    }
    return schedule
  }

  /// The same without exclusions and overrides of elements that are gone.
  private var keepingExceptions: Schedule {
    let ids = Set(elements.map(\.id))
    var schedule = self
    schedule.exclusions.removeAll { $0.element.map { !ids.contains($0) } ?? false }
    schedule.overrides = overrides.filter { ids.contains($0.key.element) }
    return schedule
  }
}

extension ScheduleElement {
  /// The element until a day; `nil` where nothing of it is left.
  func ending(before day: CivilDate) -> ScheduleElement? {
    var element = self
    element.end = end.earlier(of: .local(CivilDateTime(date: day)))
    return element.isOverBeforeItBegins ? nil : element
  }

  /// Whether its end comes before anything can occur.
  fileprivate var isOverBeforeItBegins: Bool {
    guard case .local(let end)? = end else { return false }
    if case .local(let start) = start, end <= start { return true }
    if case .local(let begin)? = begin, end <= begin { return true }
    return false
  }

  fileprivate func mappingTimes(_ change: (CivilDateTime) -> CivilDateTime) -> ScheduleElement {
    var element = self
    element.start = start.mapping(change)
    element.begin = begin?.mapping(change)
    element.end = end?.mapping(change)
    if case .rule(var rule) = recurrence, let until = rule.until {
      rule.until = until.mapping(change)
      element.recurrence = .rule(rule)
    }
    return element
  }
}

extension RecurrenceRule.Until {
  fileprivate func mapping(_ change: (CivilDateTime) -> CivilDateTime) -> RecurrenceRule.Until {
    switch self {
    case .date(let date): .date(change(CivilDateTime(date: date)).date)
    case .moment(let moment): .moment(moment.mapping(change))
    }
  }
}

extension CivilDateTime {
  /// The local time a period later, all of it counted on the calendar and clock.
  func adding(_ period: Period) -> CivilDateTime {
    let date = date.adding(months: period.months).adding(days: period.days)
    let local = CivilDateTime(date: date, time: time).localSeconds
    return CivilDateTime(clamping: local + Int64(period.seconds))
  }
}

extension Moment {
  fileprivate func mapping(_ change: (CivilDateTime) -> CivilDateTime) -> Moment {
    switch self {
    case .local(let local): .local(change(local))
    case .instant(let instant):
      .instant(Instant(seconds: change(Zone.utc.civil(at: instant)).localSeconds))
    }
  }

  /// Where it lies when only an order is wanted: an instant counts as UTC's clock shows it.
  fileprivate var order: CivilDateTime { civil(in: .utc) }
}

extension Moment? {
  fileprivate func later(of other: Moment) -> Moment {
    guard let self else { return other }
    return self.order < other.order ? other : self
  }

  fileprivate func earlier(of other: Moment) -> Moment {
    guard let self else { return other }
    return self.order < other.order ? self : other
  }
}
