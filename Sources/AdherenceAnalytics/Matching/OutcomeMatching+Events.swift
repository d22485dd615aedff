import Scheduling

// Matching by nearest: electronic monitoring.
extension OutcomeMatching {
  mutating func matchNearest(_ timeline: TaskTimeline) {
    var filter = MinWaitFilter(wait: timeline.plan.last.task.minWait)
    let (events, ownership) = (events, timeline.ownership)
    // The first occurrence whose time has not begun, the one that owns the current time, and its events.
    var (next, owner) = (0, -1)
    var owned = 0..<0
    for index in events.indices {
      let time = events[index].time.seconds
      while next < ownership.count, ownership[next] <= time { next += 1 }
      if next == 0 || next == ownership.count { continue }
      if next - 1 != owner {
        settle(owned, in: owner, timeline)
        (owner, owned) = (next - 1, index..<index)
      }
      let isDenial = isDenial(events[index])
      if !filter.keeps(events[index], isDenial: isDenial) {
        drop(events[index], after: filter.kept(isDenial: isDenial), at: owner, timeline)
      }
      owned = owned.lowerBound..<(index + 1)
    }
    settle(owned, in: owner, timeline)
    applyAssignments(timeline)
  }

  /// Assigns to an occurrence the nearest of its own events, the earlier of two.
  ///
  /// A denial is its outcome only if all of them are denials.
  @inline(__always)
  private mutating func settle(
    _ owned: Range<Int>, in position: Int, _ timeline: TaskTimeline
  ) {
    if owned.isEmpty { return }
    if owned.count > 1 || slots[position].exists || slots[position].isOnHold {
      return settleClosely(owned, in: position, timeline)
    }
    let event = events[owned.lowerBound]
    if dispositions[event.outcome] == .unmatched {
      assignments.append(
        Assignment(outcome: event.outcome, position: position, events: isDenial(event) ? 0 : 1))
    }
  }

  private mutating func settleClosely(
    _ owned: Range<Int>, in position: Int, _ timeline: TaskTimeline
  ) {
    if slots[position].isOnHold { hold(owned) }
    formDoses(events[owned], at: position, timeline)
    let start = timeline.rows[position].start
    let last = lastMoment(forEventsOf: position) ?? .min
    var (chosen, count) = (-1, Int32(0))
    var least = (penalty: 1, distance: Int64.max)
    for index in owned {
      let event = events[index]
      guard dispositions[event.outcome] == .unmatched else { continue }
      let penalty = isDenial(event) ? 1 : 0
      if penalty == 0 { count += 1 }
      let distance = abs(event.time - start)
      if event.time.seconds > last || (penalty, distance) >= least { continue }
      (chosen, least) = (event.outcome, (penalty, distance))
    }
    slots[position].events = count
    if chosen >= 0 {
      assignments.append(Assignment(outcome: chosen, position: position, events: count))
    }
    if owned.count == 1, chosen >= 0 { return }
    for index in owned
    where dispositions[events[index].outcome] == .unmatched && events[index].outcome != chosen {
      assignExtra(events[index], to: position, timeline)
    }
  }

  /// Sets the disposition of an on-hold occurrence's events that are in a hold themselves.
  private mutating func hold(_ owned: Range<Int>) {
    for index in owned where isHeld(events[index]) {
      dispositions[events[index].outcome] = .held
    }
  }

  private func isHeld(_ event: Event) -> Bool { holds.contains { $0.contains(event.time) } }

  /// Returns whether an event with the key of the occurrence that it completes by its time is in a hold, as the
  /// occurrence.
  func isHeld(_ row: OutcomeTable.Row, at position: Int) -> Bool {
    slots[position].isOnHold && row.marks.contains(.placed)
      && holds.contains { $0.contains(Instant(seconds: row.time)) }
  }
}

// Matching by window.
extension OutcomeMatching {
  mutating func matchWindows(_ timeline: TaskTimeline) {
    byWindow.begin()
    byWindow.events += events
    let wait = timeline.plan.last.task.minWait
    if wait != nil || addsAmounts && events.count > 1 { formDoses(wait: wait, timeline) }
    if hasDenials {
      let (kept, rows) = (byWindow.events, outcomes.rows)
      for areDenials in [false, true] {
        byWindow.begin()
        byWindow.events += kept.filter { rows[$0.outcome].isDenialAlone == areDenials }
        assignByWindow(timeline)
      }
      byWindow.events = kept
    } else {
      assignByWindow(timeline)
    }
    matchRest(timeline)
    applyAssignments(timeline)
  }

  /// Assigns the remaining events to occurrences without an outcome.
  private mutating func assignByWindow(_ timeline: TaskTimeline) {
    for position in slots.indices {
      guard let last = lastMoment(forEventsOf: position) else { continue }
      byWindow.add(position, of: timeline, through: last)
    }
    byWindow.assign()
    for (position, index) in zip(byWindow.positions, byWindow.chosen) where index >= 0 {
      let event = byWindow.events[Int(index)]
      if slots[position].isOnHold, isHeld(event) {
        dispositions[event.outcome] = .held
      } else {
        assignments.append(
          Assignment(outcome: event.outcome, position: position, events: isDenial(event) ? 0 : 1))
      }
    }
    applyAssignments(timeline)
  }

  /// Drops events that follow the last kept one too soon, and merges those that make up one dose; events in
  /// no window are ignored.
  private mutating func formDoses(wait: Int?, _ timeline: TaskTimeline) {
    byWindow.findNearest(in: timeline)
    let nearest = byWindow.chosen
    var filter = MinWaitFilter(wait: wait)
    for (event, position) in zip(events, nearest) where position >= 0 {
      let isDenial = isDenial(event)
      if !filter.keeps(event, isDenial: isDenial) {
        drop(event, after: filter.kept(isDenial: isDenial), at: Int(position), timeline)
      }
    }
    if addsAmounts {
      for run in nearest.runs where nearest[run.lowerBound] >= 0 {
        formDoses(events[run], at: Int(nearest[run.lowerBound]), timeline)
      }
    }
    byWindow.begin()
    byWindow.events += events.filter { dispositions[$0.outcome] == .unmatched }
  }

  private mutating func matchRest(_ timeline: TaskTimeline) {
    byWindow.events.removeAll { dispositions[$0.outcome] != .unmatched }
    if byWindow.events.isEmpty { return }
    byWindow.findNearest(in: timeline)
    for (event, position) in zip(byWindow.events, byWindow.chosen.lazy.map(Int.init))
    where position >= 0 {
      if slots[position].isOnHold, isHeld(event) {
        dispositions[event.outcome] = .held
      } else if slots[position].exists {
        if !isDenial(event) { slots[position].events += 1 }
        assignExtra(event, to: position, timeline)
      }
    }
  }
}

extension [Int32] {
  /// The ranges of equal consecutive elements, in order.
  fileprivate var runs: [Range<Int>] {
    var (runs, start) = ([Range<Int>](), 0)
    for index in indices where index + 1 == count || self[index + 1] != self[index] {
      runs.append(start..<index + 1)
      start = index + 1
    }
    return runs
  }
}
