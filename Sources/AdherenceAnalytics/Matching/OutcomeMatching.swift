import Scheduling

/// The outcomes of one task, each given to an occurrence or accounted for otherwise.
struct OutcomeMatching {
  /// What one occurrence got.
  struct SlotOutcome {
    var time: Instant?
    var isRefused = false
    var sums: ScoredSums
    /// What was recorded, where the scoring asks for more than sums.
    var values: [OutcomeValue] = []
    /// The events in its time; the one that is its outcome included.
    var events = 0
    var exists = false
  }

  private let timeline: TaskTimeline
  private let outcomes: [Outcome]
  private let scoring: Scoring
  /// By slot.
  private(set) var slots: [SlotOutcome]
  /// By outcome.
  private(set) var dispositions: [Disposition]

  /// Matches outcomes of the timeline's task: first those with keys, then events.
  init(
    _ outcomes: [Outcome], to timeline: TaskTimeline, holds: [Range<Instant>], asOf: Instant,
    scoring: Scoring
  ) {
    self.timeline = timeline
    self.outcomes = outcomes
    self.scoring = scoring
    slots = timeline.slots.map { slot in
      SlotOutcome(sums: ScoredSums(targets: timeline.occurrences.targets(of: slot.occurrence)))
    }
    dispositions = outcomes.map { outcome in
      outcome.time.map { $0 > asOf } == true ? .notYetKnown : .unmatched
    }
    matchKeys()
    switch timeline.task.matching {
    case .keyed: break
    case .nearest: matchNearest(holds: holds)
    case .window: matchWindows()
    }
  }

  /// How much of what a slot asks for was done; nothing where it was refused.
  func progress(of slot: Int) -> Double {
    let outcome = slots[slot]
    guard outcome.exists, !outcome.isRefused else { return 0 }
    guard scoring.needsValues else { return scoring.progress(of: outcome.sums) }
    let targets = timeline.occurrences.targets(of: timeline.slots[slot].occurrence)
    return scoring.progress(of: outcome.values, against: targets)
  }

  private mutating func matchKeys() {
    for (index, outcome) in outcomes.enumerated() where dispositions[index] != .notYetKnown {
      guard let key = outcome.key else { continue }
      if let occurrence = timeline.plan.occurrence(for: key) {
        if let slot = timeline.slot(of: occurrence) {
          give(index, to: slot, as: .matched)
        } else {
          dispositions[index] = timeline.isCancelled(occurrence) ? .orphaned : .elsewhere
        }
      } else {
        dispositions[index] = .orphaned
      }
    }
  }

  /// Events still without an occurrence, in order of time.
  private func events() -> [Event] {
    outcomes.indices.compactMap { index in
      guard dispositions[index] == .unmatched, outcomes[index].key == nil,
        let time = outcomes[index].time
      else { return nil }
      return Event(time: time, outcome: index)
    }.sorted { ($0.time, $0.outcome) < ($1.time, $1.outcome) }
  }

  private mutating func give(_ outcome: Int, to slot: Int, as disposition: Disposition) {
    dispositions[outcome] = disposition
    let targets = timeline.occurrences.targets(of: timeline.slots[slot].occurrence)
    if outcomes[outcome].status == .completed {
      for value in outcomes[outcome].values { slots[slot].sums.add(value, targets: targets) }
      if scoring.needsValues { slots[slot].values += outcomes[outcome].values }
    }
    guard disposition == .matched else { return }
    if let time = outcomes[outcome].time {
      slots[slot].time = slots[slot].time.map { min($0, time) } ?? time
    }
    slots[slot].exists = true
    slots[slot].isRefused = slots[slot].isRefused || outcomes[outcome].status != .completed
  }

  /// Says what becomes of an event in the time of a slot that has its outcome.
  private mutating func giveExtra(_ event: Event, to slot: Int) {
    let isSum = scoring == .summed && slots[slot].sums.target != nil
    if isSum, outcomes[event.outcome].status == .completed {
      give(event.outcome, to: slot, as: .joined)
    } else {
      dispositions[event.outcome] = .extra
    }
  }
}

// By nearest: electronic monitoring.
extension OutcomeMatching {
  private mutating func matchNearest(holds: [Range<Instant>]) {
    var filter = MinWaitFilter(wait: timeline.task.minWait)
    var owned: [Event] = []
    var owner: Int?
    for event in events() {
      guard let slot = timeline.owner(of: event.time) else { continue }
      if holds.contains(where: { $0.contains(event.time) }) {
        dispositions[event.outcome] = .held
      } else if !filter.keeps(event) {
        dispositions[event.outcome] = .tooSoon
      } else {
        if slot != owner { settle(owned, in: owner) }
        owned = slot == owner ? owned + [event] : [event]
        owner = slot
      }
    }
    settle(owned, in: owner)
  }

  /// Gives a slot the nearest of its own events; of two as near, the earlier.
  private mutating func settle(_ owned: [Event], in slot: Int?) {
    guard let slot else { return }
    let start = timeline.slots[slot].start
    slots[slot].events = owned.count
    let nearest = owned.indices.min { abs(owned[$0].time - start) < abs(owned[$1].time - start) }
    let chosen = slots[slot].exists ? nil : nearest
    if let chosen { give(owned[chosen].outcome, to: slot, as: .matched) }
    for index in owned.indices where index != chosen { giveExtra(owned[index], to: slot) }
  }
}

// By window.
extension OutcomeMatching {
  private mutating func matchWindows() {
    var filter = MinWaitFilter(wait: timeline.task.minWait)
    var kept: [Event] = []
    for event in events() {
      if filter.keeps(event) { kept.append(event) } else { dispositions[event.outcome] = .tooSoon }
    }
    guard !kept.isEmpty else { return }
    let free = timeline.slots.indices.filter { !slots[$0].exists }
    let assigned = WindowAssignment(slots: free.map { timeline.slots[$0] }, events: kept).solve()
    for (slot, event) in zip(free, assigned) {
      guard let event else { continue }
      slots[slot].events = 1
      give(kept[event].outcome, to: slot, as: .matched)
    }
    matchRest(kept)
  }

  private mutating func matchRest(_ kept: [Event]) {
    let nearest = WindowAssignment(slots: timeline.slots, events: kept).nearestSlots()
    for (event, slot) in zip(kept, nearest) {
      guard let slot, dispositions[event.outcome] == .unmatched, slots[slot].exists else {
        continue
      }
      slots[slot].events += 1
      giveExtra(event, to: slot)
    }
  }
}
