import Scheduling

/// The outcomes of one task, each given to an occurrence or accounted for otherwise.
///
/// The memory is used again from task to task and from patient to patient.
struct OutcomeMatching {
  /// By place in the timeline.
  private(set) var slots: [SlotOutcome] = []
  /// By outcome of the task.
  var dispositions: [Disposition] = []
  /// The place of the occurrence that each outcome was given to; -1 without one.
  private(set) var places: [Int32] = []
  /// Which outcomes each occurrence got, where a scoring looks at their values one by one.
  private(set) var given: [[Int]] = []
  private(set) var outcomes = TaskOutcomes()
  /// The latest known event that is matched by time; `nil` without any.
  private(set) var lastEvent: Instant?
  /// The units that are credited, by element.
  private var units: [CreditedUnits] = []
  private var holds: [Range<Instant>] = []
  private var asOf = Instant.earliest
  /// The second at which a day ends, and the number of the day of the report.
  private var boundary: Int64 = 0
  private var today = 0
  private var joinsEvents = false
  private var gathers = false
  /// The occurrences whose sum of values depends on their order, once or more.
  private var crowded: [Int] = []
  private var keyed: [Int] = []
  private var keys: [OutcomeTable.Row] = []
  private var found: [Occurrence] = []
  /// Until when events may still be the outcome of an occurrence that a key refuses, by place.
  private var refusals: [Int: Int64] = [:]
  private var events: [Event] = []
  private var byWindow = WindowMatching()

  /// Takes a task's outcomes, and tells those that are not known yet.
  ///
  /// - Parameters:
  ///   - part: A part of the task's plan.
  ///   - table: The outcomes of the record.
  ///   - first: The local second before which outcomes with keys play no part.
  ///   - moments: The query in the patient's zone.
  mutating func take(
    _ part: TaskPlan.Part, from table: OutcomeTable, since first: Int64? = nil,
    _ moments: QueryMoments
  ) {
    outcomes.take(part.task.id, from: table, since: first)
    dispositions.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    lastEvent = nil
    (asOf, boundary) = (moments.asOf, Int64(moments.boundary.secondOfDay))
    today = DayNumber.of(moments.zone.civil(at: asOf).localSeconds, boundary: boundary)
    dispositions += repeatElement(.unmatched, count: outcomes.count)
    places += repeatElement(-1, count: outcomes.count)
    let (matching, mayLackPlace) = (part.task.matching, table.mayLackPlace)
    for (index, row) in outcomes.rows.enumerated() {
      // What has a time that no calendar has is never known, whatever its key says.
      let lacksPlace = mayLackPlace && row.lacksPlace
      let isNowhere = lacksPlace && row.nominal != OutcomeTable.Row.none
      if isNowhere || row.time > asOf.seconds && !isRecorded(index) {
        dispositions[index] = .notYetKnown
      } else if row.nominal == OutcomeTable.Row.none, !lacksPlace, matching != .keyed {
        lastEvent = max(lastEvent ?? .earliest, Instant(seconds: row.time))
      }
    }
  }

  /// Matches the outcomes: first those with keys, then events.
  mutating func match(
    to timeline: TaskTimeline, _ holds: [Range<Instant>], _ scoring: Scoring
  ) {
    begin(timeline, holds, scoring)
    matchKeys(timeline)
    if lastEvent != nil {
      findEvents()
      if timeline.plan.last.task.matching == .nearest {
        matchNearest(timeline)
      } else {
        matchWindows(timeline)
      }
    }
    if !crowded.isEmpty { sumAnew(timeline) }
  }

  private mutating func begin(
    _ timeline: TaskTimeline, _ holds: [Range<Instant>], _ scoring: Scoring
  ) {
    self.holds = holds
    joinsEvents = scoring.joinsEvents
    gathers = scoring.needsValues || timeline.hasBoundedTargets
    crowded.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    slots.reserveCapacity(timeline.rows.count)
    units = timeline.plan.units(in: outcomes.table.names)
    slots += repeatElement(SlotOutcome(), count: timeline.rows.count)
    if !holds.isEmpty {
      for (place, row) in timeline.rows.enumerated() {
        slots[place].isSuspended = holds.contains { $0.contains(row.start) }
      }
    }
    given = gathers ? Array(repeating: [], count: slots.count) : []
  }

  /// Whether an outcome had been recorded by the moment of the report, whatever it is about.
  private func isRecorded(_ index: Int) -> Bool {
    guard outcomes.rows[index].marks.contains(.detailed) else { return false }
    return outcomes[index].recordedAt.map { $0 <= asOf } ?? false
  }

  private mutating func matchKeys(_ timeline: TaskTimeline) {
    refusals.removeAll(keepingCapacity: true)
    keyed.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    for (index, row) in outcomes.rows.enumerated()
    where row.nominal != OutcomeTable.Row.none && dispositions[index] != .notYetKnown
      && !row.lacksPlace
    {
      keyed.append(index)
      keys.append(row)
    }
    timeline.plan.append(occurrencesAt: keys, of: outcomes.table, to: &found)
    var last = 0
    for (index, occurrence) in zip(keyed, found) {
      let place = timeline.place(of: occurrence, near: last)
      if place == nil, occurrence != .absent, !timeline.isCancelled(occurrence) {
        dispositions[index] = .elsewhere
      } else if isAhead(index, place, timeline), !isRecorded(index) {
        dispositions[index] = .notYetKnown
      } else if let place {
        give(index, to: place, as: .matched, timeline)
        last = place
        if lastEvent != nil { noteRefusal(index, of: place) }
      } else {
        dispositions[index] = .orphaned
      }
    }
  }

  /// Whether an outcome without a time is about an occurrence of a day that is still to come.
  private func isAhead(_ index: Int, _ place: Int?, _ timeline: TaskTimeline) -> Bool {
    let row = outcomes.rows[index]
    guard row.time == OutcomeTable.Row.none else { return false }
    if let place { return timeline.ownDay(of: place) > today }
    return DayNumber.of(row.nominal, boundary: boundary) > today
  }

  /// Notes when an occurrence was refused by its key: what was done by then is not taken back.
  private mutating func noteRefusal(_ index: Int, of place: Int) {
    let row = outcomes.rows[index]
    if row.marks.isDisjoint(with: .refused) { return }
    var moment = row.time
    if moment == OutcomeTable.Row.none {
      let isDetailed = row.marks.contains(.detailed)
      moment = (isDetailed ? outcomes[index].recordedAt?.seconds : nil) ?? .max
    }
    refusals[place] = min(moment, refusals[place] ?? .max)
  }

  /// Until when an event may be the outcome of an occurrence; `nil` where a key has settled it.
  @inline(__always)
  private func lastMoment(forEventsOf place: Int) -> Int64? {
    guard slots[place].exists else { return .max }
    return slots[place].isRefused ? refusals[place] : nil
  }

  /// Finds the events still without an occurrence, in order of time.
  private mutating func findEvents() {
    events.removeAll(keepingCapacity: true)
    let mayLackPlace = outcomes.table.mayLackPlace
    var isSorted = true
    for (index, row) in outcomes.rows.enumerated()
    where dispositions[index] == .unmatched && row.nominal == OutcomeTable.Row.none
      && !(mayLackPlace && row.lacksPlace)
    {
      if let last = events.last, last.time.seconds > row.time { isSorted = false }
      events.append(Event(time: Instant(seconds: row.time), outcome: index))
    }
    if !isSorted { events.sort { ($0.time, $0.outcome) < ($1.time, $1.outcome) } }
  }

  private mutating func give(
    _ index: Int, to place: Int, as disposition: Disposition, _ timeline: TaskTimeline
  ) {
    let row = outcomes.rows[index]
    let isRefusal = !row.marks.isDisjoint(with: .refused)
    dispositions[index] = disposition
    places[index] = Int32(truncatingIfNeeded: place)
    // Spelled out here: a call would copy all of this, or the timeline, for each outcome.
    let isPlain =
      !gathers && !timeline.hasOverrides && !row.marks.contains(.detailed) && row.amount.isFinite
      && (row.units < 0 || units[timeline.rows[place].element].takes(Int32(row.units)))
    var slot = slots[place]
    if disposition == .matched { slot.take(row.time, isRefusal: isRefusal) }
    if isPlain, !isRefusal { slot.add(row.amount) }
    slots[place] = slot
    if isRefusal { return }
    if !isPlain { credit(index, to: place, timeline) }
    // Two numbers have one sum, three have one for each order.
    if slots[place].isRounded, slots[place].parts > 2 { crowded.append(place) }
  }

  /// Adds the values of an outcome to what an occurrence got.
  private mutating func credit(_ index: Int, to place: Int, _ timeline: TaskTimeline) {
    if gathers { given[place].append(index) }
    let targets = timeline.plan.targets(of: timeline.rows[place])
    for value in outcomes[index].values {
      if value.isCredited(by: targets) {
        slots[place].add(value.amount)
      } else {
        slots[place].uncredited &+= 1
      }
    }
  }

  /// Says what becomes of an event in the time of an occurrence that has its outcome.
  private mutating func giveExtra(_ event: Event, to place: Int, _ timeline: TaskTimeline) {
    let isRefusal = !outcomes.rows[event.outcome].marks.isDisjoint(with: .refused)
    if joinsEvents, !isRefusal, timeline.sums(of: timeline.rows[place]).target != nil {
      give(event.outcome, to: place, as: .joined, timeline)
    } else {
      dispositions[event.outcome] = .extra
    }
  }
}

// Sums that do not depend on the order of rows.
extension OutcomeMatching {
  /// Adds up anew, from the least to the greatest, what crowded occurrences got.
  private mutating func sumAnew(_ timeline: TaskTimeline) {
    var amounts: [Int: [Double]] = [:]
    for place in crowded { amounts[place] = [] }
    for index in outcomes.indices {
      let place = Int(places[index])
      guard amounts[place] != nil, outcomes.rows[index].marks.isDisjoint(with: .refused) else {
        continue
      }
      let targets = timeline.plan.targets(of: timeline.rows[place])
      amounts[place]? += outcomes[index].values.filter { $0.isCredited(by: targets) }.map(\.amount)
    }
    for (place, amounts) in amounts { slots[place].value = amounts.orderlessSum }
  }
}

// By nearest: electronic monitoring.
extension OutcomeMatching {
  private mutating func matchNearest(_ timeline: TaskTimeline) {
    var filter = MinWaitFilter(wait: timeline.plan.last.task.minWait)
    var owner = 0
    var owned = 0..<0
    for index in events.indices {
      let time = events[index].time.seconds
      guard let place = timeline.owner(of: time, near: owner) else { continue }
      if place != owner {
        settle(owned, in: owner, timeline)
        (owner, owned) = (place, index..<index)
      }
      if !filter.keeps(events[index]) { dispositions[events[index].outcome] = .tooSoon }
      owned = owned.isEmpty ? index..<(index + 1) : owned.lowerBound..<(index + 1)
    }
    settle(owned, in: owner, timeline)
  }

  /// Gives an occurrence the nearest of the events that are its own; of two as near, the earlier.
  private mutating func settle(
    _ owned: Range<Int>, in place: Int, _ timeline: TaskTimeline
  ) {
    if owned.isEmpty { return }
    if slots[place].isSuspended { hold(owned) }
    let start = timeline.rows[place].start
    let last = lastMoment(forEventsOf: place) ?? .min
    var nearest: Event?
    var count: Int32 = 0
    for index in owned where dispositions[events[index].outcome] == .unmatched {
      let event = events[index]
      count += 1
      if event.time.seconds > last { continue }
      if let best = nearest, abs(best.time - start) <= abs(event.time - start) { continue }
      nearest = event
    }
    slots[place].events = count
    let chosen = nearest?.outcome
    if let chosen { give(chosen, to: place, as: .matched, timeline) }
    if count == (chosen == nil ? 0 : 1) { return }
    for index in owned where dispositions[events[index].outcome] == .unmatched {
      giveExtra(events[index], to: place, timeline)
    }
  }

  /// Sets aside the events of a suspended occurrence that lie in a hold themselves.
  private mutating func hold(_ owned: Range<Int>) {
    for index in owned where isHeld(events[index]) {
      dispositions[events[index].outcome] = .held
    }
  }

  private func isHeld(_ event: Event) -> Bool { holds.contains { $0.contains(event.time) } }
}

// By window.
extension OutcomeMatching {
  private mutating func matchWindows(_ timeline: TaskTimeline) {
    byWindow.begin()
    byWindow.events += events
    if let wait = timeline.plan.last.task.minWait { dropTooSoon(wait, timeline) }
    for place in slots.indices {
      guard let last = lastMoment(forEventsOf: place) else { continue }
      byWindow.add(place, of: timeline, through: last)
    }
    byWindow.assign()
    for (place, index) in zip(byWindow.places, byWindow.chosen) where index >= 0 {
      let event = byWindow.events[Int(index)]
      if slots[place].isSuspended, isHeld(event) {
        dispositions[event.outcome] = .held
      } else {
        slots[place].events = 1
        give(event.outcome, to: place, as: .matched, timeline)
      }
    }
    matchRest(timeline)
  }

  /// Drops events that follow the last kept one too soon; those in no window play no part.
  private mutating func dropTooSoon(_ wait: Int, _ timeline: TaskTimeline) {
    var filter = MinWaitFilter(wait: wait)
    byWindow.findNearest(in: timeline)
    for (event, place) in zip(events, byWindow.chosen) where place >= 0 {
      if !filter.keeps(event) { dispositions[event.outcome] = .tooSoon }
    }
    byWindow.begin()
    byWindow.events += events.filter { dispositions[$0.outcome] != .tooSoon }
  }

  private mutating func matchRest(_ timeline: TaskTimeline) {
    byWindow.events.removeAll { dispositions[$0.outcome] != .unmatched }
    if byWindow.events.isEmpty { return }
    byWindow.findNearest(in: timeline)
    for (event, place) in zip(byWindow.events, byWindow.chosen.lazy.map(Int.init)) where place >= 0
    {
      if slots[place].isSuspended, isHeld(event) {
        dispositions[event.outcome] = .held
      } else if slots[place].exists {
        slots[place].events += 1
        giveExtra(event, to: place, timeline)
      }
    }
  }
}
