import Scheduling

extension Schedule {
  /// Returns the schedule with its elements that follow events replaced by one ordinary element for each event.
  ///
  /// Their ids, and so the keys of their occurrences, have the name and number of the event, such as
  /// `stitches@surgery#1`.
  func dated(by events: KnownEvents) -> Schedule {
    var schedule = self
    schedule.elements = []
    schedule.exclusions = exclusions.filter { exclusion in
      !elements.contains { $0.id == exclusion.element && $0.followsEvents }
    }
    for element in elements {
      let dated = element.dated(by: events)
      schedule.elements += dated
      guard element.followsEvents else { continue }
      for exclusion in exclusions where exclusion.element == element.id {
        schedule.exclusions += dated.map {
          Exclusion(from: exclusion.from, to: exclusion.to, element: $0.id)
        }
      }
    }
    return schedule
  }

  /// Returns the events and completions without which some elements have no dates, each once.
  func eventsMissing(among events: KnownEvents) -> [FollowedEvent] {
    var missing: [FollowedEvent] = []
    for start in elements.compactMap(\.after?.start)
    where events.followed(by: start).isEmpty && !missing.contains(FollowedEvent(start)) {
      missing.append(FollowedEvent(start))
    }
    return missing
  }
}

extension ScheduleElement {
  /// Returns an ordinary element for each event that the element follows, without those that would be empty;
  /// the element itself if it follows none.
  ///
  /// Those that would start at the same time are one: that after the event recorded first, with the latest end.
  fileprivate func dated(by events: KnownEvents) -> [ScheduleElement] {
    guard let after else { return [self] }
    let all = events.followed(by: after.start)
    let followed =
      switch after.which {
      case .first: all.prefix(1)
      case .last: all.suffix(1)
      case .each: all[...]
      }
    let elements = followed.indices.compactMap { index in
      let next = after.replaces && index + 1 < all.endIndex ? all[index + 1] : nil
      return dated(after, all[index], endingWith: next, events).map { (all[index].number, $0) }
    }
    return joined(elements, in: clock(events.zone))
  }

  /// Joins elements that start at the same time.
  private func joined(_ dated: [(number: Int, element: ScheduleElement)], in zone: Zone)
    -> [ScheduleElement]
  {
    var joined: [(number: Int, element: ScheduleElement)] = []
    var positions: [LocalOrInstant: Int] = [:]
    for next in dated {
      guard let position = positions[next.element.start] else {
        positions[next.element.start] = joined.count
        joined.append(next)
        continue
      }
      let end = joined[position].element.end.latest(next.element.end, in: zone)
      if next.number < joined[position].number { joined[position] = next }
      joined[position].element.end = end
    }
    return joined.map(\.element)
  }

  /// Returns the zone of the element's clock.
  func clock(_ patientZone: Zone) -> Zone {
    if case .fixed(let own) = clockBinding { own } else { patientZone }
  }

  private func dated(
    _ after: EventAnchor, _ event: KnownEvents.Event, endingWith next: KnownEvents.Event?,
    _ events: KnownEvents
  ) -> ScheduleElement? {
    let zone = clock(events.zone)
    guard let start = moment(of: after.start, event, events.zone, zone) else { return nil }
    var element = self
    element.after = nil
    element.id = "\(after.idStem(of: id))\(event.number)"
    element.start = start
    var ends: [LocalOrInstant?] = [end]
    if let until = after.until, let last = events.ending(event, of: after.start, until) {
      let last = moment(of: until, last, events.zone, zone)
      if last == nil, until.offset.isBefore { return nil }
      ends.append(last)
    }
    if let next {
      ends.append(.instant(next.instant))
      ends.append(moment(of: after.start, next, events.zone, zone))
    }
    element.end = ends.reduce(nil) { $0.earlier(of: $1, in: zone) }
    if let end = element.end, end.instant(in: zone) <= start.instant(in: zone) { return nil }
    return element
  }

  /// Returns the time relative to an event, on the clock of the element; `nil` outside the calendar.
  func moment(
    of relative: EventTime, _ event: KnownEvents.Event, _ patientZone: Zone, _ zone: Zone
  ) -> LocalOrInstant? {
    let (period, isBefore) = (relative.offset.period, relative.offset.isBefore)
    if period.seconds > 0 {
      let instant =
        isBefore
        ? zone.instant(period, before: event.instant) : zone.instant(period, after: event.instant)
      return instant <= .earliest || instant >= .latest ? nil : .instant(instant)
    }
    let local =
      zone == patientZone ? event.time.civil(in: zone) : zone.civil(at: event.instant)
    let sign = isBefore ? -1 : 1
    let date = local.date.adding(months: sign * period.months).adding(days: sign * period.days)
    guard date != .first, date != .last else { return nil }
    let isDaily = isAllDay || !times.isEmpty
    return .local(
      CivilDateTime(date: date, time: relative.time ?? (isDaily ? .midnight : local.time)))
  }
}

extension LocalOrInstant? {
  /// Returns the later of two ends, where `nil` is open.
  fileprivate func latest(_ other: LocalOrInstant?, in zone: Zone) -> LocalOrInstant? {
    self == nil || other == nil ? nil : later(of: other, in: zone)
  }
}
