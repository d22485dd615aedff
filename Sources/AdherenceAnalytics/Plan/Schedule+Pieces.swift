import Scheduling

extension Schedule {
  /// Keeps some elements, with what is said of them.
  func keeping(_ positions: [Int]) -> Schedule {
    guard positions.count < elements.count else { return self }
    var schedule = self
    schedule.elements = positions.map { elements[$0] }
    let ids = Set(schedule.elements.map(\.id))
    schedule.exclusions = exclusions.filter { $0.element.map(ids.contains) ?? true }
    schedule.overrides = overrides.filter { ids.contains($0.key.element) }
    return schedule
  }

  /// Keeps what is planned for a stretch, moved as its pauses have it.
  ///
  /// Unlike bounds, which compare with starts, a stretch tells by nominal times, so that two that meet
  /// neither share an occurrence nor lose one, whatever clocks do there. Elements that follow no wall
  /// clock have no nominal times of their own, and are told by starts.
  ///
  /// - Parameters:
  ///   - piece: The stretch.
  ///   - zone: The zone of the elements' clock.
  ///   - displaced: The same with clocks that are behind by the stretch's displacement.
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
  /// Whether elapsed time plays a part in when it occurs.
  fileprivate var followsInstants: Bool {
    if case .every(let period) = recurrence { return period.seconds > 0 }
    return false
  }

  /// Whether it is all elapsed time.
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

  /// Makes the element the same for clocks that are behind, by which its local times are later ones of
  /// the zone; what was meant as a moment is first taken as a local time of the zone.
  fileprivate mutating func displace(by delay: Int64, from zone: Zone, to displaced: Zone) {
    if isElapsed, let first = firstInstant(in: zone) {
      start = .instant(first.adding(seconds: delay))
    } else {
      start = .local(anchor(in: zone))
    }
    begin = begin.map { .local($0.civil(in: zone)) }
    // What moves beyond the calendar ends with it.
    end = end.map {
      .instant(displaced.firstInstant(atOrAfter: $0.civil(in: zone)).adding(seconds: 0))
    }
    if case .rule(var rule) = recurrence, case .moment(let last)? = rule.until {
      rule.until = .moment(.local(last.civil(in: zone)))
      recurrence = .rule(rule)
    }
    if case .fixed = frame { frame = .fixed(displaced) }
  }

  /// When the first occurrence starts, whatever bounds say.
  private func firstInstant(in zone: Zone) -> Instant? {
    var element = ScheduleElement(id, from: start)
    element.frame = frame
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
