import Scheduling

/// The outcomes of one task, each given to an occurrence or accounted for otherwise.
///
/// The memory is used again from task to task and from patient to patient.
struct OutcomeMatching {
  /// By place in the timeline.
  var slots: [SlotOutcome] = []
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
  private(set) var conversions = UnitConversions.standard
  private(set) var holds: [Range<Instant>] = []
  private var asOf = Instant.earliest
  /// The second at which a day ends, and the number of the day of the report.
  private var boundary: Int64 = 0
  private var today = 0
  private(set) var joinsEvents = false
  /// Whether the scoring takes amounts for parts of one dose.
  private(set) var addsAmounts = false
  private var gathers = false
  /// Whether outcomes that are no more than their rows only add their amounts.
  private var addsRows = false
  /// Whether any outcome names its occurrence.
  private var hasKeys = false
  /// Whether any event to be matched is a denial.
  private(set) var hasDenials = false
  /// The occurrences whose sum of values depends on their order, once or more.
  private var crowded: [Int] = []
  /// What occurrences are about to get, in order.
  var gifts: [Gift] = []
  /// Until when events may still be the outcome of an occurrence that a key refuses, by place.
  private var refusals: [Int: Int64] = [:]
  /// Those without an occurrence, in order of time.
  private(set) var events: [Event] = []
  var byWindow = WindowMatching()
  /// The outcomes for which another one is counted.
  var parts = DoseParts()

  /// An outcome for an occurrence.
  struct Gift {
    var outcome: Int
    var place: Int
    /// How many events the occurrence has in all, where the outcome is one of them.
    var events: Int32 = 0
    /// Whether its amount joins the sum of another outcome.
    var joins = false
  }

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
    noteKnown(isKeyed: part.task.matching == .keyed)
  }

  /// Tells the outcomes that are not known yet, and when the last event was.
  private mutating func noteKnown(isKeyed: Bool) {
    let (rows, mayLackPlace, now) = (outcomes.rows, outcomes.table.mayLackPlace, asOf.seconds)
    var last = OutcomeTable.Row.none
    hasKeys = false
    for index in rows.indices {
      let isEvent = rows[index].nominal == OutcomeTable.Row.none
      if !isEvent { hasKeys = true }
      // What has a time that no calendar has is never known, whatever its key says.
      let lacksPlace = mayLackPlace && rows[index].lacksPlace
      if lacksPlace && !isEvent || rows[index].time > now && !isRecorded(index) {
        dispositions[index] = .notYetKnown
      } else if isEvent, !lacksPlace {
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
    gifts.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    units = timeline.plan.units(in: outcomes.table.names)
    slots.append(addingCapacity: timeline.rows.count) { slots in
      while !slots.isFull { slots.append(SlotOutcome()) }
    }
    if !holds.isEmpty {
      for (place, row) in timeline.rows.enumerated() {
        slots[place].isOnHold = holds.contains { $0.contains(row.start) }
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
    guard hasKeys else { return }
    let (rows, hasEvents) = (outcomes.rows, lastEvent != nil)
    var finder = KeyFinder(timeline.plan, outcomes.table.names, in: rows)
    var (last, mayRepeat) = (0, false)
    for index in rows.indices {
      let row = rows[index]
      if row.nominal == OutcomeTable.Row.none || dispositions[index] == .notYetKnown
        || row.lacksPlace
      {
        continue
      }
      let occurrence = finder.find(row)
      let place = timeline.place(of: occurrence, near: last)
      if place == nil, !occurrence.isAbsent, !timeline.isCancelled(occurrence) {
        dispositions[index] = .elsewhere
      } else if row.time == OutcomeTable.Row.none, isAhead(row, place, timeline),
        !isRecorded(index)
      {
        dispositions[index] = .notYetKnown
      } else if let place {
        if let gift = gifts.last, gift.place >= place { mayRepeat = true }
        gifts.append(Gift(outcome: index, place: place))
        last = place
        if hasEvents { noteRefusal(index, of: place) }
      } else {
        dispositions[index] = .orphaned
      }
    }
    if mayRepeat { joinKeyed(timeline) }
    handOver(timeline)
  }

  /// Whether an outcome without a time is about an occurrence of a day that is still to come.
  private func isAhead(
    _ row: OutcomeTable.Row, _ place: Int?, _ timeline: TaskTimeline
  ) -> Bool {
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

  /// Until when an event may be the outcome of an occurrence; `nil` where it is completed already.
  ///
  /// A denial does not complete an occurrence: the dose may still be taken later.
  @inline(__always)
  func lastMoment(forEventsOf place: Int) -> Int64? {
    switch slots[place].statement {
    case .none, .denial: .max
    case .refusal: refusals[place]
    case .completion: nil
    }
  }

  /// Whether an event denies that anything was done; a refusal is matched as doses are.
  @inline(__always)
  func isDenial(_ event: Event) -> Bool {
    hasDenials && outcomes.rows[event.outcome].isDenialAlone
  }

  /// Finds the events still without an occurrence, in order of time.
  private mutating func findEvents() {
    let (rows, mayLackPlace) = (outcomes.rows, outcomes.table.mayLackPlace)
    let dispositions = dispositions
    var (isSorted, denies, last) = (true, false, Int64.min)
    events.removeAll(keepingCapacity: true)
    events.append(addingCapacity: rows.count) { events in
      for index in rows.indices {
        let time = rows[index].time
        guard dispositions[index] == .unmatched, rows[index].nominal == OutcomeTable.Row.none,
          !(mayLackPlace && rows[index].lacksPlace)
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

  /// Whether an outcome is no more than its row, whose amount the occurrence's targets credit.
  @inline(__always)
  func addsPlainly(_ row: OutcomeTable.Row, at place: Int, _ timeline: TaskTimeline) -> Bool {
    addsRows && !row.marks.contains(.detailed) && row.amount.isPlain
      && (row.units < 0 || units[timeline.rows[place].element].takes(Int32(row.units)))
  }

  /// Hands over the gifts: in one pass what rows say by themselves, then what takes a closer look.
  ///
  /// The columns are held here meanwhile, as each write through the whole of this would ask whose they are.
  ///
  /// Safe: a place is one of occurrences, of which a task lists no more than some million.
  mutating func handOver(_ timeline: TaskTimeline) {
    let (rows, occurrences) = (outcomes.rows, timeline.rows)
    let (units, addsRows) = (units, addsRows)
    var closer: [Gift] = []
    var (slots, dispositions, places) = (slots, dispositions, places)
    (self.slots, self.dispositions, self.places) = ([], [], [])
    do {
      var ownSlots = slots.mutableSpan
      var ownDispositions = dispositions.mutableSpan
      var ownPlaces = places.mutableSpan
      for gift in gifts {
        let row = rows[gift.outcome]
        let statement = Statement(row)
        let isRefusal = statement == .refusal
        let isPlain =
          addsRows && !row.marks.contains(.detailed) && row.amount.isPlain
          && (row.units < 0 || units[occurrences[gift.place].element].takes(Int32(row.units)))
        ownDispositions[gift.outcome] = gift.joins ? .joined : .matched
        ownPlaces[gift.outcome] = Int32(truncatingIfNeeded: gift.place)
        let isCrowded = ownSlots[gift.place].take(
          row, as: statement, joins: gift.joins, adds: isPlain && !isRefusal)
        if gift.events > 0 { ownSlots[gift.place].events = gift.events }
        if isCrowded { crowded.append(gift.place) }
        if !isPlain, !isRefusal { closer.append(gift) }
      }
    }
    (self.slots, self.dispositions, self.places) = (slots, dispositions, places)
    if gathers {
      for gift in gifts where rows[gift.outcome].marks.isDisjoint(with: .refused) {
        given[gift.place].append(gift.outcome)
      }
    }
    gifts.removeAll(keepingCapacity: true)
    for gift in closer { credit(gift, timeline) }
  }

  /// Adds the values of an outcome to what an occurrence got.
  ///
  /// Safe: it counts values in memory.
  private mutating func credit(_ gift: Gift, _ timeline: TaskTimeline) {
    let place = gift.place
    let targets = timeline.plan.targets(of: timeline.rows[place])
    for value in targets.converting(outcomes.values(at: gift.outcome), by: conversions) {
      if value.isCredited(by: targets) {
        slots[place].add(value.amount)
      } else {
        slots[place].uncredited &+= 1
      }
    }
    if slots[place].isCrowded { crowded.append(place) }
  }

  /// Says what becomes of an event in the time of an occurrence that has its outcome.
  mutating func giveExtra(_ event: Event, to place: Int, _ timeline: TaskTimeline) {
    let isRefusal = !outcomes.rows[event.outcome].marks.isDisjoint(with: .refused)
    if joinsEvents, !isRefusal, timeline.sums(of: timeline.rows[place]).target != nil {
      gifts.append(Gift(outcome: event.outcome, place: place, joins: true))
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
      amounts[place]? += targets.credited(outcomes.values(at: index), by: conversions)
    }
    for (place, amounts) in amounts { slots[place].value = amounts.orderlessSum }
  }
}
