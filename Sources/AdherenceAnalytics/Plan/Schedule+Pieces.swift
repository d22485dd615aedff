import Scheduling

extension Schedule {
  /// Returns the schedule with some elements, and the exclusions and overrides that apply to them.
  func keeping(_ positions: [Int]) -> Schedule {
    guard positions.count < elements.count else { return self }
    var schedule = self
    schedule.elements = positions.map { elements[$0] }
    let ids = Set(schedule.elements.map(\.id))
    schedule.exclusions = exclusions.filter { $0.element.map(ids.contains) ?? true }
    schedule.overrides = overrides.filter { ids.contains($0.key.element) }
    return schedule
  }

  /// Returns the part of the schedule planned in a range, displaced by its pauses.
  ///
  /// Bounds compare with starts, but ranges with nominal times, so that adjacent ranges neither share nor
  /// lose an occurrence at changes of offset. Elements that follow no wall clock have no nominal times of
  /// their own, and are compared by starts.
  ///
  /// - Parameters:
  ///   - piece: The range.
  ///   - zone: The zone of the elements' clock.
  ///   - displaced: The zone with its clocks behind by the range's displacement.
  /// - Returns: The schedule, to be compiled in `displaced`.
  func within(_ piece: ClockPiece, in zone: Zone, _ displaced: Zone) -> Schedule {
    var schedule = self
    for index in elements.indices {
      if piece.displacement != 0 {
        schedule.elements[index].displace(by: piece.delay, from: zone, to: displaced)
      }
      schedule.bound(elementAt: index, within: piece, in: displaced)
    }
    if piece.displacement != 0 {
      schedule.overrides = schedule.overrides.mapValues { $0.displaced(in: zone) }
    }
    schedule.overrides = schedule.overrides.filter { piece.contains($0.key.nominal) }
    return schedule
  }

  private mutating func bound(elementAt index: Int, within piece: ClockPiece, in zone: Zone) {
    let id = elements[index].id
    if elements[index].followsInstants {
      elements[index].bound(within: piece, in: zone)
      return
    }
    if let from = piece.from, from > .first {
      exclusions.append(Exclusion(from: .first, to: from, element: id))
    }
    if let to = piece.to { exclusions.append(Exclusion(from: to, to: nil, element: id)) }
  }
}

extension ClockPiece {
  fileprivate func contains(_ nominal: CivilDateTime) -> Bool {
    from.map { $0 <= nominal } ?? true && to.map { nominal < $0 } ?? true
  }
}

extension ScheduleElement {
  /// Whether the occurrences depend on elapsed time.
  fileprivate var followsInstants: Bool {
    if case .every(let period) = recurrence { return period.seconds > 0 }
    return false
  }

  /// Whether the period has only elapsed parts.
  private var isElapsed: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }

  fileprivate mutating func bound(within piece: ClockPiece, in zone: Zone) {
    if let first = piece.begin {
      begin = .instant(begin.map { max($0.instant(in: zone), first) } ?? first)
    }
    if let last = piece.end {
      end = .instant(end.map { min($0.instant(in: zone), last) } ?? last)
    }
  }

  /// Converts the element to displaced clocks, in which its local times correspond to later ones of the zone;
  /// instants are first converted to local times of the zone.
  fileprivate mutating func displace(by delay: Int64, from zone: Zone, to displaced: Zone) {
    if isElapsed, let first = firstInstant(in: zone) {
      start = .instant(first.adding(seconds: delay))
    } else {
      start = .local(anchor(in: zone))
    }
    begin = begin.map { .local($0.civil(in: zone)) }
    // Times displaced beyond the calendar are clamped to its end.
    end = end.map {
      .instant(displaced.firstInstant(atOrAfter: $0.civil(in: zone)).adding(seconds: 0))
    }
    if case .rule(var rule) = recurrence, case .moment(let last)? = rule.until {
      rule.until = .moment(.local(last.civil(in: zone)))
      recurrence = .rule(rule)
    }
    if case .fixed = clockBinding { clockBinding = .fixed(displaced) }
  }

  /// Returns the first start, regardless of bounds.
  private func firstInstant(in zone: Zone) -> Instant? {
    var element = ScheduleElement(id, from: start)
    element.clockBinding = clockBinding
    element.recurrence = recurrence
    (element.gap, element.overlap) = (gap, overlap)
    let occurrences = try? Occurrences(of: Schedule([element]), in: zone)
    return occurrences?.first(startingAtOrAfter: .earliest)?.start
  }
}

extension Schedule.Override {
  fileprivate func displaced(in zone: Zone) -> Schedule.Override {
    var override = self
    override.start = start.map { .local($0.civil(in: zone)) }
    return override
  }
}
