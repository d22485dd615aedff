import Scheduling

/// A task summed up from the number of its occurrences and from its outcomes, without a list.
///
/// That can be done where nothing asks for single occurrences: outcomes name theirs, any outcome
/// completes one, no window is named, no hold suspends any, and all are over. It costs the periods and
/// the outcomes, however many occurrences there are.
struct CountedTask {
  private var locals: [Int64] = []
  private var counts: [Int] = []
  private var days = DayTable()
  private var found = FoundRows()

  /// The most elements that are asked one by one for their outcomes.
  fileprivate static let elementLimit = 16

  /// Adds the counts of the days of a query that are over.
  ///
  /// - Precondition: Nothing has been added to the periods yet.
  /// - Returns: The first day that was not counted; `nil`, with nothing added, where only a list can
  ///   tell.
  mutating func add(
    _ plan: TaskPlan, _ outcomes: OutcomeTable, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> CivilDate? {
    guard plan.isCountable(query) else { return nil }
    let facts = plan.facts
    var query = query
    let end = min(query.range.upperBound, moments.firstDayNotOver(facts))
    guard query.range.lowerBound < end, facts.allSatisfy(\.isCountable) else { return nil }
    query.range = query.range.lowerBound..<end
    guard days.cover(query.range.dayNumbers, moments), count(plan, facts, spans, query, moments)
    else { return nil }
    let first = spans.firstPosition(within: query.range) ?? 0
    let sums = plan.sums
    for (index, count) in counts.enumerated() where count > 0 {
      let (element, place) = index.quotientAndRemainder(dividingBy: locals.count - 1)
      periods[first + place].addMissed(count, sums[element].target)
    }
    if tally(outcomes, of: plan, facts, in: &periods, spans, query, moments) { return end }
    periods = spans.empty
    return nil
  }

  /// Counts the occurrences of each element in each period.
  private mutating func count(
    _ plan: TaskPlan, _ facts: [ElementFacts], _ spans: PeriodSpans, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) -> Bool {
    findLocals(spans, query, moments)
    counts.removeAll(keepingCapacity: true)
    return facts.indices.allSatisfy { element in
      plan.parts[0].occurrences.forEachPlannedCount(of: element, between: locals) { _, count in
        counts.append(count)
      }
    }
  }

  /// Finds the local times at which the query's periods begin, and the one at which the last ends.
  private mutating func findLocals(
    _ spans: PeriodSpans, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    func local(_ day: CivilDate) -> Int64 {
      Int64(day.dayNumber) * 86_400 + Int64(moments.boundary.secondOfDay)
    }
    locals.removeAll(keepingCapacity: true)
    guard let first = spans.firstPosition(within: query.range) else { return }
    for span in spans[first...].prefix(while: { $0.start < query.range.upperBound }) {
      locals.append(local(max(span.start, query.range.lowerBound)))
    }
    locals.append(local(query.range.upperBound))
  }
}

// Outcomes take the place of misses.
extension CountedTask {
  /// Adds all outcomes of the task; `false` where one is more than its row, or out of order.
  private mutating func tally(
    _ outcomes: OutcomeTable, of plan: TaskPlan, _ facts: [ElementFacts],
    in periods: inout [Adherence], _ spans: PeriodSpans, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) -> Bool {
    guard let task = outcomes.names.known(plan.last.task.id) else { return true }
    var elements = CountedElement.all(of: plan, facts, in: outcomes.names, near: query.range)
    var rest = outcomes.runs.indices.reduce(0) { count, run in
      outcomes.runs[run].task == task ? count + outcomes.rows(ofRun: run).count : count
    }
    for element in elements.indices {
      guard elements[element].find(outcomes, task, &found) else { return false }
      rest -= found.positions.count
      elements[element].tally(
        outcomes.rows, found, in: &periods, PeriodCursor(spans, within: query.range), days, moments,
        query)
    }
    // What is left names no element.
    return rest == 0
  }
}

/// The rows of one element, what they name, and where that starts.
private struct FoundRows {
  var positions: [Int] = []
  var nominals: [Int64] = []
  var starts: [Int64] = []

  mutating func removeAll() {
    positions.removeAll(keepingCapacity: true)
    nominals.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }
}

/// An element that takes its outcomes in order.
private struct CountedElement {
  /// The number of its id in the table of outcomes.
  let name: Int32?
  private let facts: ElementFacts
  private let units: CreditedUnits
  private let target: Double?
  private var finder: MemberFinder
  /// The nominal time found last; outcomes that come in order are of different occurrences.
  private var last = Int64.min

  static func all(
    of plan: TaskPlan, _ facts: [ElementFacts], in names: NameTable, near days: Range<CivilDate>
  ) -> [CountedElement] {
    let (units, sums) = (plan.units(in: names), plan.sums)
    let near = Int64(days.lowerBound.dayNumber) * 86_400
    return facts.indices.map { index in
      CountedElement(
        name: names.known(plan.parts[0].elements[index].id), facts: facts[index],
        units: units[index], target: sums[index].target,
        finder: MemberFinder(plan.parts[0].occurrences, element: index, near: near))
    }
  }

  /// Finds the occurrences that the rows of the element name.
  ///
  /// - Returns: `false` where a row is more than a row, or does not come in order.
  mutating func find(_ outcomes: OutcomeTable, _ task: Int32, _ found: inout FoundRows) -> Bool {
    found.removeAll()
    guard let name else { return true }
    for run in outcomes.runs.indices where outcomes.runs[run].task == task {
      for position in outcomes.rows(ofRun: run) {
        let row = outcomes.rows[position]
        if row.element != name { continue }
        guard row.isSimple, row.nominal > last, row.amount.isFinite,
          row.units < 0 || units.takes(Int32(row.units))
        else { return false }
        last = row.nominal
        found.positions.append(position)
        found.nominals.append(row.nominal)
      }
    }
    finder.appendStarts(of: found.nominals, to: &found.starts)
    return true
  }

  /// Counts the rows for which starts were found.
  func tally(
    _ rows: [OutcomeTable.Row], _ found: FoundRows, in periods: inout [Adherence],
    _ cursor: PeriodCursor, _ days: DayTable, _ moments: QueryMoments, _ query: AdherenceQuery
  ) {
    let boundary = Int64(moments.boundary.secondOfDay)
    let asOf = moments.asOf.seconds
    let absent = MemberFinder.absentStart
    var cursor = cursor
    var tally = Tally(target)
    var current = -1
    for (position, start) in zip(found.positions, found.starts) {
      let row = rows[position]
      let day = DayNumber.of(row.nominal &- boundary)
      guard row.time <= asOf, let period = cursor.position(of: day) else { continue }
      if period != current {
        if current >= 0 { periods[current].add(tally, isExcusing: query.excusesDeclined) }
        (current, tally) = (period, Tally(target))
      }
      if start == absent {
        tally.orphaned &+= 1
      } else if !row.marks.isDisjoint(with: .refused) {
        tally.declined &+= 1
      } else {
        tally.complete(row, facts.window(of: day, start, row.nominal, days))
      }
    }
    if current >= 0 { periods[current].add(tally, isExcusing: query.excusesDeclined) }
  }
}

/// What the outcomes of one element made of its occurrences in one period.
private struct Tally {
  var orphaned = 0
  var declined = 0
  var completed = 0
  var timings = TimingCounts()
  var value = 0.0
  var credited = 0.0
  let target: Double?
  private let most: Double

  init(_ target: Double?) {
    self.target = target
    most = target ?? .infinity
  }

  /// Counts an outcome; of elements that are counted every window is known.
  mutating func complete(_ row: OutcomeTable.Row, _ window: OccurrenceWindow?) {
    completed &+= 1
    value += row.amount
    credited += min(row.amount, most)
    if row.time == OutcomeTable.Row.none {
      timings.untimed &+= 1
    } else if let window {
      timings.add(window.timing(of: Instant(seconds: row.time)))
    }
  }
}

extension OutcomeTable.Row {
  /// Whether it names an occurrence and is no more than its row.
  fileprivate var isSimple: Bool {
    nominal != OutcomeTable.Row.none && marks.isDisjoint(with: [.detailed, .secondPass])
  }
}

// Counts of occurrences that are over, without a look at each.
extension Adherence {
  fileprivate mutating func addMissed(_ count: Int, _ target: Double?) {
    due += count
    missed += count
    self.target += Double(count) * (target ?? 0)
  }

  /// Puts what outcomes made of occurrences in the place of misses.
  fileprivate mutating func add(_ tally: Tally, isExcusing: Bool) {
    unscheduled += tally.orphaned
    missed -= tally.completed + tally.declined
    completed += tally.completed
    progress += Double(tally.completed)
    timings.merge(tally.timings)
    value += tally.value
    credited += tally.credited
    if isExcusing {
      due -= tally.declined
      target -= Double(tally.declined) * (tally.target ?? 0)
      excused += tally.declined
    } else {
      declined += tally.declined
    }
  }
}

extension TaskPlan {
  /// Whether counts may tell all about the task.
  fileprivate func isCountable(_ query: AdherenceQuery) -> Bool {
    parts.count == 1 && parts[0].displacement == 0 && !hasOverrides && suspensions.isEmpty
      && last.task.matching != .nearest && parts[0].elements.count <= CountedTask.elementLimit
      && (last.task.scoring ?? query.scoring) == .recorded
  }
}

extension ElementFacts {
  /// Whether counts may tell all about the element: it has neither a window nor more than a day.
  fileprivate var isCountable: Bool {
    if !hasOccurrences || isForeign || isAllDay || hasWindow { return false }
    return end(from: 0).map { $0 <= 86_400 } ?? false
  }
}

extension QueryMoments {
  /// The first day that holds occurrences whose time may not be over.
  ///
  /// Days end when the next begin, and what lasts may reach into it; near a change of clocks it takes a
  /// closer look to tell.
  fileprivate func firstDayNotOver(_ facts: [ElementFacts]) -> CivilDate {
    let today = day(of: zone.civil(at: asOf))
    let isEven =
      zone.offset(at: asOf.adding(seconds: -3 * 86_400))
      == zone.offset(at: asOf.adding(seconds: 86_400))
    if !isEven { return today.adding(days: -3) }
    return facts.contains(where: \.lasts) ? today.adding(days: -2) : today
  }
}

extension PeriodSpans {
  /// The position of the first period that has days of a range.
  fileprivate func firstPosition(within range: Range<CivilDate>) -> Int? {
    first.flatMap { position(of: Swift.max($0.start, range.lowerBound)) }
  }
}

extension Range<CivilDate> {
  /// The numbers of the days of a range that is not empty.
  fileprivate var dayNumbers: ClosedRange<Int> {
    lowerBound.dayNumber...(upperBound.dayNumber - 1)
  }
}
