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
  /// Those that would start at the same time are one, with the latest end.
  fileprivate func dated(by events: KnownEvents) -> [ScheduleElement] {
    guard let after else { return [self] }
    let all = events.followed(by: after.start)
    let followed =
      switch after.which {
      case .first: all.prefix(1)
      case .last: all.suffix(1)
      case .each: all[...]
      }
    let numbers = numbers(after, events)
    let elements = followed.indices.compactMap { index in
      let next = after.replaces && index + 1 < all.endIndex ? all[index + 1] : nil
      return dated(after, all[index], numbers, endingWith: next, events)
    }
    return joined(elements, in: clock(events.zone))
  }

  /// Joins elements that start at the same time.
  private func joined(_ dated: [ScheduleElement], in zone: Zone) -> [ScheduleElement] {
    var joined: [ScheduleElement] = []
    var positions: [LocalOrInstant: Int] = [:]
    for next in dated {
      if let position = positions[next.start] {
        joined[position].end = joined[position].end.latest(next.end, in: zone)
      } else {
        positions[next.start] = joined.count
        joined.append(next)
      }
    }
    return joined
  }

  /// Returns the number of each start: the first of all events after which the element would start then.
  ///
  /// Withdrawn events and those that are not followed count, so that withdrawing one of two entries of an event
  /// does not change the keys of occurrences after the other.
  private func numbers(_ after: EventAnchor, _ events: KnownEvents) -> [LocalOrInstant: Int] {
    let all = events.all(of: after.start)
    if all.count < 2 { return [:] }
    let zone = clock(events.zone)
    var numbers: [LocalOrInstant: Int] = [:]
    for event in all {
      guard let start = moment(of: after.start, event, events.zone, zone) else { continue }
      numbers[start] = min(event.number, numbers[start] ?? event.number)
    }
    return numbers
  }

  /// Returns the zone of the element's clock.
  func clock(_ patientZone: Zone) -> Zone {
    if case .fixed(let own) = clockBinding { own } else { patientZone }
  }

  private func dated(
    _ after: EventAnchor, _ event: KnownEvents.Event, _ numbers: [LocalOrInstant: Int],
    endingWith next: KnownEvents.Event?, _ events: KnownEvents
  ) -> ScheduleElement? {
    let zone = clock(events.zone)
    guard let start = moment(of: after.start, event, events.zone, zone) else { return nil }
    var element = self
    element.after = nil
    element.id = "\(after.idStem(of: id))\(numbers[start] ?? event.number)"
    element.start = start
    var ends: [LocalOrInstant?] = [end]
    if let until = after.until, let last = events.ending(event, of: after.start, until) {
      let last = end(of: until, last, events.zone, zone)
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

  /// Returns the end relative to an event, which is the event itself if there is no offset; `nil` outside the
  /// calendar.
  ///
  /// Days are counted as for the start, so that a number of days has as many times of day.
  func end(of until: EventTime, _ event: KnownEvents.Event, _ patientZone: Zone, _ zone: Zone)
    -> LocalOrInstant?
  {
    if !isAllDay, until.time == nil, until.offset.period.isZero {
      return zone == patientZone ? event.time : .instant(event.instant)
    }
    return moment(of: until, event, patientZone, zone)
  }

  /// Returns the time relative to an event, on the clock of the element; `nil` outside the calendar.
  private func moment(
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
