extension Schedule {
  /// Returns the schedule restricted to a range of local time; ordinals and keys stay the same.
  ///
  /// - Parameters:
  ///   - from: The first local time; `nil` for no lower bound.
  ///   - to: The end of the range (exclusive); `nil` for no upper bound.
  /// - Returns: The schedule without elements that become empty.
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

  /// Returns the schedule restricted to the first occurrences, counted over all elements before exclusions
  /// and overrides.
  ///
  /// Elements without occurrences end with the day of the last one.
  ///
  /// - Parameters:
  ///   - count: The number of occurrences to keep.
  ///   - zone: The zone that determines the order, relevant if elements follow different clocks.
  /// - Returns: The schedule with a count for each element, without elements that become empty; unchanged if
  ///   it is invalid, or elements follow events, whose order is unknown without a patient.
  public func limited(to count: Int, in zone: Zone = .utc) -> Schedule {
    guard count > 0 else { return Schedule([]) }
    let plan = try? Occurrences(of: self, in: zone).withoutExceptions
    guard let plan, let last = plan.occurrence(at: count - 1) else { return self }
    var schedule = self
    let day = plan.nominal(of: last).date.adding(days: 1)
    schedule.elements = elements.enumerated().compactMap { index, element in
      if !element.recurrence.hasOccurrences { return element.ending(before: day) }
      // Of simultaneous occurrences, those of earlier elements come first.
      let end = last.start.adding(seconds: index > last.element ? 0 : 1)
      let own = try? Occurrences(of: Schedule([element]), in: zone)
      guard let kept = own?.previous(before: end)?.ordinal else { return nil }
      var element = element
      element.count = index == last.element ? last.ordinal + 1 : kept + 1
      return element
    }
    return schedule.keepingExceptions
  }

  /// Returns the plan moved later: anchors, bounds, exclusions and overrides.
  ///
  /// Days and months are civil; the parts of a rule, such as weekdays, are not changed.
  public func shifted(by period: ISODuration) -> Schedule { mappingTimes { $0.adding(period) } }

  /// Returns the plan with every time mapped; instants are mapped by their local time in UTC.
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

  /// The schedule without exclusions and overrides of removed elements.
  private var keepingExceptions: Schedule {
    let ids = Set(elements.map(\.id))
    var schedule = self
    schedule.exclusions.removeAll { $0.element.map { !ids.contains($0) } ?? false }
    schedule.overrides = overrides.filter { ids.contains($0.key.element) }
    return schedule
  }
}

extension ScheduleElement {
  /// Returns the element ended before a day; `nil` if it becomes empty.
  func ending(before day: CivilDate) -> ScheduleElement? {
    var element = self
    element.end = end.earlier(of: .local(CivilDateTime(date: day)))
    return element.isOverBeforeItBegins ? nil : element
  }

  /// Whether the end precedes the first possible occurrence.
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
  /// Returns the local time a period later, with all parts added in local time.
  func adding(_ period: ISODuration) -> CivilDateTime {
    let date = date.adding(months: period.months).adding(days: period.days)
    let local = CivilDateTime(date: date, time: time).localSeconds
    return CivilDateTime(clamping: local + Int64(period.seconds))
  }
}

extension LocalOrInstant {
  fileprivate func mapping(_ change: (CivilDateTime) -> CivilDateTime) -> LocalOrInstant {
    switch self {
    case .local(let local): .local(change(local))
    case .instant(let instant):
      .instant(Instant(seconds: change(Zone.utc.civil(at: instant)).localSeconds))
    }
  }

  /// A sort key: instants are ordered by their local time in UTC.
  fileprivate var order: CivilDateTime { civil(in: .utc) }
}

extension LocalOrInstant? {
  fileprivate func later(of other: LocalOrInstant) -> LocalOrInstant {
    guard let self else { return other }
    return self.order < other.order ? other : self
  }

  fileprivate func earlier(of other: LocalOrInstant) -> LocalOrInstant {
    guard let self else { return other }
    return self.order < other.order ? self : other
  }
}
