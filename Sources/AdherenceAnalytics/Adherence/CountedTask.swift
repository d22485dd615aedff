import Scheduling

/// A task summed up from the number of its occurrences and from its outcomes, without a list.
///
/// That can be done where nothing asks for single occurrences: outcomes name theirs, any outcome
/// completes one, no window is named, no hold suspends any, and all are over. It costs the periods and
/// the outcomes, however many occurrences there are.
struct CountedTask {
  private var matching = OutcomeMatching()
  private var found: [Occurrence] = []
  private var units: [CreditedUnits] = []
  private var locals: [Int64] = []
  private var counts: [Int] = []
  private var days = DayTable()

  /// Adds the counts of the days of a query, all of which are over.
  ///
  /// - Returns: `false`, with nothing added, where only a list can tell.
  mutating func add(
    _ plan: TaskPlan, _ record: CareRecord, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> Bool {
    guard plan.isCountable(query) else { return false }
    let facts = plan.facts
    guard facts.allSatisfy(\.isCountable), record.suspensions(of: plan.task).isEmpty else {
      return false
    }
    matching.take(plan.task, from: record.outcomes, asOf: moments.asOf)
    units = plan.units(in: record.outcomes.names)
    guard areSimple(matching.outcomes), findNamed(plan),
      days.cover(query.range.dayNumbers, moments), count(plan, facts, spans, query, moments)
    else { return false }
    let first = spans.firstPosition(within: query.range) ?? 0
    for (index, count) in counts.enumerated() where count > 0 {
      let (element, place) = index.quotientAndRemainder(dividingBy: locals.count - 1)
      periods[first + place].addMissed(count, facts[element].sums)
    }
    addOutcomes(facts, to: &periods, spans, query, moments)
    return true
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
  /// Whether every outcome names an occurrence and is no more than its row.
  private func areSimple(_ outcomes: TaskOutcomes) -> Bool {
    outcomes.rows.allSatisfy { row in
      row.nominal != OutcomeTable.Row.none && !row.marks.contains(.detailed)
        && (row.units < 0 || units.allSatisfy { $0.takes(Int32(row.units)) })
    }
  }

  /// Finds the occurrences that outcomes name; `false` where several name one.
  private mutating func findNamed(_ plan: TaskPlan) -> Bool {
    let outcomes = matching.outcomes
    found.removeAll(keepingCapacity: true)
    plan.append(occurrencesAt: outcomes.rows, of: outcomes.table, to: &found)
    var last = Occurrence.absent
    for occurrence in found where occurrence != .absent {
      if last >= occurrence { return areDistinct(found) }
      last = occurrence
    }
    return true
  }

  private func areDistinct(_ found: [Occurrence]) -> Bool {
    let named = found.filter { $0 != .absent }
    return Set(named).count == named.count
  }

  private func addOutcomes(
    _ facts: [ElementFacts], to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    var cursor = PeriodCursor(spans, within: query.range)
    for (index, row) in matching.outcomes.rows.enumerated() {
      let day = moments.dayNumber(of: row)
      guard let period = cursor.position(of: day), row.time <= moments.asOf.seconds else {
        continue
      }
      if found[index] == .absent {
        periods[period].count(.orphaned)
      } else if let scored = scored(index, on: day, facts[found[index].element]) {
        periods[period].removeMiss(scored.sums)
        periods[period].add(scored, query, asOf: moments.asOf)
      }
    }
  }

  /// What an outcome has made of its occurrence.
  private func scored(_ index: Int, on day: Int, _ facts: ElementFacts) -> ScoredOccurrence? {
    let row = matching.outcomes.rows[index]
    let occurrence = found[index]
    guard
      let window = facts.window(of: day, occurrence.start.seconds, row.nominal, days)
    else { return nil }
    let isRefused = !row.marks.isDisjoint(with: .refused)
    let time = row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time)
    var sums = facts.sums
    if !isRefused { sums.value += row.amount }
    return ScoredOccurrence(
      occurrence: occurrence, day: CivilDate(dayNumber: day), window: window,
      state: isRefused ? .declined : .completed, timing: window.timing(of: time),
      progress: isRefused ? 0 : 1, sums: sums, time: time, events: 0)
  }
}

extension TaskPlan {
  /// Whether counts may tell all about the task.
  fileprivate func isCountable(_ query: AdherenceQuery) -> Bool {
    parts.count == 1 && parts[0].displacement == 0 && !hasOverrides && task.matching != .nearest
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

extension Adherence {
  /// Counts occurrences that are over and without an outcome.
  fileprivate mutating func addMissed(_ count: Int, _ sums: ScoredSums) {
    due += count
    missed += count
    target += Double(count) * (sums.target ?? 0)
  }

  /// Takes back one of them, for which there is an outcome.
  fileprivate mutating func removeMiss(_ sums: ScoredSums) {
    due -= 1
    missed -= 1
    target -= sums.target ?? 0
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
