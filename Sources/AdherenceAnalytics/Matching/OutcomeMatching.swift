import Scheduling

/// The outcomes of one task, each assigned to an occurrence or given another disposition.
///
/// The memory is reused from task to task and from patient to patient.
struct OutcomeMatching {
  /// The combined outcomes, by index in the timeline.
  var slots: [SlotOutcome] = []
  /// The dispositions, by outcome of the task.
  var dispositions: [Disposition] = []
  /// The index of the occurrence that each outcome was assigned to; −1 for none.
  private(set) var positions: [Int32] = []
  /// The outcomes of each occurrence, if the scoring needs their values individually.
  private(set) var given: [[Int]] = []
  private(set) var outcomes = TaskOutcomes()
  /// The latest known event that is matched by time; `nil` without any.
  private(set) var lastEvent: Instant?
  /// The credited units, by element.
  private var units: [CreditedUnits] = []
  private(set) var conversions = UnitConversions.standard
  private(set) var holds: [Range<Instant>] = []
  private var asOf = Instant.earliest
  /// The end of the day in seconds, and the number of the day of the report.
  private var boundary: Int64 = 0
  private var today = 0
  private(set) var joinsEvents = false
  /// Whether amounts may be parts of one dose.
  private(set) var addsAmounts = false
  private var gathers = false
  /// Whether the amounts of outcomes stored as rows can be added without reading their values.
  private var addsRows = false
  /// Whether any outcome has a key.
  private var hasKeys = false
  /// Whether any event to be matched is a denial.
  private(set) var hasDenials = false
  /// The occurrences whose sum of values depends on their order, possibly repeated.
  private var crowded: [Int] = []
  /// The assignments to be applied, in order.
  var assignments: [Assignment] = []
  /// The latest time of an event that may still be the outcome of an occurrence refused by key, by index.
  private var refusals: [Int: Int64] = [:]
  /// The events without an occurrence, in order of time.
  private(set) var events: [Event] = []
  var byWindow = WindowMatching()
  /// The outcomes merged into another one.
  var parts = DoseParts()

  /// An outcome assigned to an occurrence.
  struct Assignment {
    var outcome: Int
    var position: Int
    /// The number of all events of the occurrence, including the outcome.
    var events: Int32 = 0
    /// Whether its amount is added to another outcome.
    var joins = false
  }

  /// Copies a task's outcomes, and marks those that are not known yet.
  mutating func take(
    _ part: TaskPlan.Part, from table: OutcomeTable, since first: Int64? = nil,
    _ moments: QueryMoments
  ) {
    outcomes.take(part.task.id, from: table, since: first)
    dispositions.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    lastEvent = nil
    (asOf, boundary) = (moments.asOf, Int64(moments.boundary.secondOfDay))
    today = DayNumber.of(moments.zone.civil(at: asOf).localSeconds, boundary: boundary)
    dispositions += repeatElement(.unmatched, count: outcomes.count)
    positions += repeatElement(-1, count: outcomes.count)
    noteKnown(isKeyed: part.task.matching == .keyed)
  }

  /// Marks the outcomes that are not known yet, and finds the last event.
  private mutating func noteKnown(isKeyed: Bool) {
    let (rows, mayLackTime, now) = (outcomes.rows, outcomes.table.mayLackTime, asOf.seconds)
    var last = OutcomeTable.Row.none
    hasKeys = false
    for index in rows.indices {
      let isEvent = rows[index].nominal == OutcomeTable.Row.none
      let isPlaced = rows[index].marks.contains(.placed)
      if !isEvent { hasKeys = true }
      // An outcome with a time outside the calendar is never known, regardless of its key.
      let lacksTime = mayLackTime && rows[index].lacksTime
      if lacksTime && !isEvent || rows[index].time > now && !isRecorded(index) {
        dispositions[index] = .notYetKnown
      } else if isEvent || isPlaced, !lacksTime {
        last = max(last, rows[index].time)
      }
    }
    if !isKeyed, last != OutcomeTable.Row.none { lastEvent = Instant(seconds: last) }
  }

  /// Matches the outcomes: first those with keys, then events.
  mutating func match(
    to timeline: TaskTimeline, _ holds: [Range<Instant>], _ scoring: Scoring,
    _ conversions: UnitConversions
  ) {
    self.conversions = conversions
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
    if !parts.isEmpty { settleParts(timeline) }
    if !crowded.isEmpty { sumAnew(timeline) }
  }

  private mutating func begin(
    _ timeline: TaskTimeline, _ holds: [Range<Instant>], _ scoring: Scoring
  ) {
    self.holds = holds
    joinsEvents = scoring.joinsEvents
    addsAmounts = scoring.addsAmounts && timeline.asksForAmounts
    parts.removeAll()
    gathers = scoring.needsValues || timeline.hasBoundedTargets
    crowded.removeAll(keepingCapacity: true)
    addsRows = !timeline.hasOverrides
    assignments.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    units = timeline.plan.units(in: outcomes.table.names)
    slots.append(addingCapacity: timeline.rows.count) { slots in
      while !slots.isFull { slots.append(SlotOutcome()) }
    }
    if !holds.isEmpty {
      for (position, row) in timeline.rows.enumerated() {
        slots[position].isOnHold = holds.contains { $0.contains(row.start) }
      }
    }
    given = gathers ? Array(repeating: [], count: slots.count) : []
  }

  /// Returns whether an outcome had been recorded by the time of the report.
  private func isRecorded(_ index: Int) -> Bool {
    guard outcomes.rows[index].marks.contains(.detailed) else { return false }
    return outcomes[index].recordedAt.map { $0 <= asOf } ?? false
  }

  private mutating func matchKeys(_ timeline: TaskTimeline) {
    refusals.removeAll(keepingCapacity: true)
    guard hasKeys else { return }
    let (rows, hasEvents) = (outcomes.rows, lastEvent != nil)
    var finder = KeyFinder(timeline.plan, outcomes.table.names, in: rows)
    var (last, mayRepeat) = (0, false)
    for index in rows.indices {
      let row = rows[index]
      if row.nominal == OutcomeTable.Row.none || dispositions[index] == .notYetKnown
        || row.lacksTime
      {
        continue
      }
      let occurrence = finder.find(row)
      let position = timeline.position(of: occurrence, near: last)
      if position == nil, !occurrence.isAbsent, !timeline.isCancelled(occurrence) {
        dispositions[index] = .elsewhere
      } else if row.time == OutcomeTable.Row.none, isAhead(row, position, timeline),
        !isRecorded(index)
      {
        dispositions[index] = .notYetKnown
      } else if let position, isHeld(row, at: position) {
        dispositions[index] = .held
      } else if let position {
        if let assignment = assignments.last, assignment.position >= position { mayRepeat = true }
        let isEvent = row.marks.contains(.placed) && !row.isDenialAlone
        assignments.append(
          Assignment(outcome: index, position: position, events: isEvent ? 1 : 0))
        last = position
        if hasEvents { noteRefusal(index, of: position) }
      } else {
        dispositions[index] = .orphaned
      }
    }
    if mayRepeat { joinKeyed(timeline) }
    applyAssignments(timeline)
  }

  /// Returns whether an outcome without a time is for an occurrence on a future day.
  private func isAhead(
    _ row: OutcomeTable.Row, _ position: Int?, _ timeline: TaskTimeline
  ) -> Bool {
    if let position { return timeline.ownDay(of: position) > today }
    return DayNumber.of(row.nominal, boundary: boundary) > today
  }

  /// Stores when an occurrence was refused by key: events up to then still count.
  private mutating func noteRefusal(_ index: Int, of position: Int) {
    let row = outcomes.rows[index]
    if row.marks.isDisjoint(with: .refused) { return }
    var moment = row.time
    if moment == OutcomeTable.Row.none {
      let isDetailed = row.marks.contains(.detailed)
      moment = (isDetailed ? outcomes[index].recordedAt?.seconds : nil) ?? .max
    }
    refusals[position] = min(moment, refusals[position] ?? .max)
  }

  /// Returns the latest time of an event that may be the outcome of an occurrence; `nil` if it is completed
  /// already.
  ///
  /// A denial does not complete an occurrence: the dose may still be taken later.
  @inline(__always)
  func lastMoment(forEventsOf position: Int) -> Int64? {
    switch slots[position].statement {
    case .none, .denial: .max
    case .refusal: refusals[position]
    case .completion: nil
    }
  }

  /// Returns whether an event is a denial; a refusal is matched as doses are.
  @inline(__always)
  func isDenial(_ event: Event) -> Bool {
    hasDenials && outcomes.rows[event.outcome].isDenialAlone
  }

  /// Finds the events without an occurrence, in order of time.
  private mutating func findEvents() {
    let (rows, mayLackTime) = (outcomes.rows, outcomes.table.mayLackTime)
    let dispositions = dispositions
    var (isSorted, denies, last) = (true, false, Int64.min)
    events.removeAll(keepingCapacity: true)
    events.append(addingCapacity: rows.count) { events in
      for index in rows.indices {
        let time = rows[index].time
        guard dispositions[index] == .unmatched, rows[index].nominal == OutcomeTable.Row.none,
          !(mayLackTime && rows[index].lacksTime)
        else { continue }
        if time < last { isSorted = false }
        if rows[index].isDenialAlone { denies = true }
        last = time
        events.append(Event(time: Instant(seconds: time), outcome: index))
      }
    }
    if !isSorted { events.sort { ($0.time, $0.outcome) < ($1.time, $1.outcome) } }
    hasDenials = denies
  }

  /// Returns whether an outcome is stored as a row alone, with an amount that the occurrence's targets
  /// credit.
  @inline(__always)
  func addsPlainly(_ row: OutcomeTable.Row, at position: Int, _ timeline: TaskTimeline) -> Bool {
    addsRows && !row.marks.contains(.detailed) && row.amount.isPlain
      && (row.units < 0 || units[timeline.rows[position].element].takes(Int32(row.units)))
  }

  /// Applies the assignments: first, in one pass, those of rows alone, then those that need their values.
  ///
  /// The columns are moved into local variables meanwhile, which avoids exclusivity and uniqueness checks for
  /// each write.
  ///
  /// Safe: an index is one of occurrences, of which a task lists no more than some million.
  mutating func applyAssignments(_ timeline: TaskTimeline) {
    let (rows, occurrences) = (outcomes.rows, timeline.rows)
    let (units, addsRows) = (units, addsRows)
    var closer: [Assignment] = []
    var (slots, dispositions, positions) = (slots, dispositions, positions)
    (self.slots, self.dispositions, self.positions) = ([], [], [])
    do {
      var ownSlots = slots.mutableSpan
      var ownDispositions = dispositions.mutableSpan
      var ownPositions = positions.mutableSpan
      for assignment in assignments {
        let row = rows[assignment.outcome]
        let statement = Statement(row)
        let isRefusal = statement == .refusal
        let isPlain =
          addsRows && !row.marks.contains(.detailed) && row.amount.isPlain
          && (row.units < 0
            || units[occurrences[assignment.position].element].takes(Int32(row.units)))
        ownDispositions[assignment.outcome] = assignment.joins ? .joined : .matched
        ownPositions[assignment.outcome] = Int32(truncatingIfNeeded: assignment.position)
        let isCrowded = ownSlots[assignment.position].take(
          row, as: statement, joins: assignment.joins, adds: isPlain && !isRefusal)
        if assignment.events > 0 { ownSlots[assignment.position].events = assignment.events }
        if isCrowded { crowded.append(assignment.position) }
        if !isPlain, !isRefusal { closer.append(assignment) }
      }
    }
    (self.slots, self.dispositions, self.positions) = (slots, dispositions, positions)
    if gathers {
      for assignment in assignments where rows[assignment.outcome].marks.isDisjoint(with: .refused)
      {
        given[assignment.position].append(assignment.outcome)
      }
    }
    assignments.removeAll(keepingCapacity: true)
    for assignment in closer { credit(assignment, timeline) }
  }

  /// Adds the values of an outcome to an occurrence.
  ///
  /// Safe: it counts values in memory.
  private mutating func credit(_ assignment: Assignment, _ timeline: TaskTimeline) {
    let position = assignment.position
    let targets = timeline.plan.targets(of: timeline.rows[position])
    for value in targets.converting(outcomes.values(at: assignment.outcome), by: conversions) {
      if value.isCredited(by: targets) {
        slots[position].add(value.amount)
      } else {
        slots[position].uncredited &+= 1
      }
    }
    if slots[position].isCrowded { crowded.append(position) }
  }

  /// Sets the disposition of an event in the time of an occurrence that already has an outcome.
  mutating func assignExtra(_ event: Event, to position: Int, _ timeline: TaskTimeline) {
    let isRefusal = !outcomes.rows[event.outcome].marks.isDisjoint(with: .refused)
    if joinsEvents, !isRefusal, timeline.sums(of: timeline.rows[position]).target != nil {
      assignments.append(Assignment(outcome: event.outcome, position: position, joins: true))
    } else {
      dispositions[event.outcome] = .extra
    }
  }
}

// Sums independent of the order of rows.
extension OutcomeMatching {
  /// Recomputes order-dependent sums in ascending order of the amounts.
  private mutating func sumAnew(_ timeline: TaskTimeline) {
    var amounts: [Int: [Double]] = [:]
    for position in crowded { amounts[position] = [] }
    for index in outcomes.indices {
      let position = Int(positions[index])
      guard amounts[position] != nil, outcomes.rows[index].marks.isDisjoint(with: .refused) else {
        continue
      }
      let targets = timeline.plan.targets(of: timeline.rows[position])
      amounts[position]? += targets.credited(outcomes.values(at: index), by: conversions)
    }
    for (position, amounts) in amounts { slots[position].value = amounts.orderlessSum }
  }
}
