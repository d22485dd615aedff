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

  /// Adds the counts of the days of a query, all of which are over.
  ///
  /// - Returns: `false` where only a list can tell; what was added is then of no use.
  mutating func add(
    _ plan: TaskPlan, _ outcomes: OutcomeTable, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> Bool {
    guard plan.isCountable(query) else { return false }
    let facts = plan.facts
    guard facts.allSatisfy(\.isCountable), days.cover(query.range.dayNumbers, moments),
      count(plan, facts, spans, query, moments)
    else { return false }
    let first = spans.firstPosition(within: query.range) ?? 0
    for (index, count) in counts.enumerated() where count > 0 {
      let (element, place) = index.quotientAndRemainder(dividingBy: locals.count - 1)
      periods[first + place].addMissed(count, facts[element].sums)
    }
    var tally = OutcomeTally(plan, facts, outcomes, days, spans, query, moments)
    return tally.add(to: &periods)
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

/// Puts outcomes in the place of misses.
private struct OutcomeTally {
  private struct Element {
    let facts: ElementFacts
    let units: CreditedUnits
    /// The number of its id in the table.
    let name: Int32?
    var finder: MemberFinder
    /// The ordinal found last; outcomes that come in order are of different occurrences.
    var last = -1
  }

  private let task: Int32?
  private let outcomes: OutcomeTable
  private let excusesDeclined: Bool
  private let asOf: Int64
  private let boundary: Int64
  private let days: DayTable
  private var elements: [Element]
  private var cursor: PeriodCursor

  init(
    _ plan: TaskPlan, _ facts: [ElementFacts], _ outcomes: OutcomeTable, _ days: DayTable,
    _ spans: PeriodSpans, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    task = outcomes.names.known(plan.task.id)
    self.outcomes = outcomes
    self.days = days
    excusesDeclined = query.excusesDeclined
    asOf = moments.asOf.seconds
    boundary = Int64(moments.boundary.secondOfDay)
    cursor = PeriodCursor(spans, within: query.range)
    let units = plan.units(in: outcomes.names)
    let near = Int64(query.range.lowerBound.dayNumber) * 86_400
    elements = facts.indices.map { index in
      Element(
        facts: facts[index], units: units[index],
        name: outcomes.names.known(plan.parts[0].elements[index].id),
        finder: MemberFinder(plan.parts[0].occurrences, element: index, near: near))
    }
  }

  /// Adds all outcomes of the task; `false` where one is more than its row, or in no order.
  mutating func add(to periods: inout [Adherence]) -> Bool {
    for (index, run) in outcomes.runs.enumerated() where run.task == task {
      let next = index + 1
      let end = next < outcomes.runs.count ? outcomes.runs[next].start : outcomes.rows.count
      for position in run.start..<end {
        guard add(outcomes.rows[position], to: &periods) else { return false }
      }
    }
    return true
  }

  private mutating func add(_ row: OutcomeTable.Row, to periods: inout [Adherence]) -> Bool {
    guard row.nominal != OutcomeTable.Row.none, !row.marks.contains(.detailed) else { return false }
    let day = DayNumber.of(row.nominal &- boundary)
    guard row.time <= asOf, let period = cursor.position(of: day) else { return true }
    for index in elements.indices where elements[index].name == row.element {
      let isSecondPass = row.marks.contains(.secondPass)
      let found = elements[index].finder.find(row.nominal, isSecondPass: isSecondPass)
      if found == .absent { break }
      let isNew = found.ordinal > elements[index].last
      elements[index].last = found.ordinal
      return isNew && settle(row, found, on: day, elements[index], in: &periods[period])
    }
    periods[period].count(.orphaned)
    return true
  }

  private func settle(
    _ row: OutcomeTable.Row, _ occurrence: Occurrence, on day: Int, _ element: Element,
    in adherence: inout Adherence
  ) -> Bool {
    let sums = element.facts.sums
    if !row.marks.isDisjoint(with: .refused) {
      adherence.declineMiss(sums, isExcused: excusesDeclined)
      return true
    }
    guard row.amount.isFinite, row.units < 0 || element.units.takes(Int32(row.units)),
      let window = element.facts.window(of: day, occurrence.start.seconds, row.nominal, days)
    else { return false }
    let time = row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time)
    adherence.completeMiss(row.amount, sums, window.timing(of: time))
    return true
  }
}

// Counts of occurrences that are over, without a look at each.
extension Adherence {
  fileprivate mutating func addMissed(_ count: Int, _ sums: ScoredSums) {
    due += count
    missed += count
    target += Double(count) * (sums.target ?? 0)
  }

  fileprivate mutating func completeMiss(_ amount: Double, _ sums: ScoredSums, _ timing: Timing) {
    missed -= 1
    completed += 1
    timings.add(timing)
    progress += 1
    value += amount
    credited += min(amount, sums.target ?? amount)
  }

  fileprivate mutating func declineMiss(_ sums: ScoredSums, isExcused: Bool) {
    missed -= 1
    if isExcused {
      due -= 1
      target -= sums.target ?? 0
      excused += 1
    } else {
      declined += 1
    }
  }
}

extension TaskPlan {
  /// Whether counts may tell all about the task.
  fileprivate func isCountable(_ query: AdherenceQuery) -> Bool {
    parts.count == 1 && parts[0].displacement == 0 && !hasOverrides && suspensions.isEmpty
      && task.matching != .nearest
      && (task.scoring ?? query.scoring) == .recorded
  }
}

extension ElementFacts {
  /// Whether counts may tell all about the element: it has neither a window nor more than a day.
  fileprivate var isCountable: Bool {
    if isForeign || isAllDay || hasWindow { return false }
    return end(from: 0).map { $0 <= 86_400 } ?? false
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
