import Scheduling

/// The sums of a task from the number of its occurrences and its outcomes, without listing occurrences.
///
/// Possible if single occurrences are not needed: outcomes have keys, any outcome completes an occurrence,
/// there are no explicit windows or holds, and all occurrences are over. The cost depends on the numbers of
/// periods and outcomes only.
struct CountedTask {
  private var begins = PeriodBegins()
  private var counts: [Int] = []
  private var days = DayTables()

  /// The maximum number of elements, each of which takes a pass over the outcomes.
  fileprivate static let elementLimit = 16

  /// Adds the counts of the days of a query that are over.
  ///
  /// - Precondition: Nothing has been added to the periods yet.
  /// - Returns: The first day that was not counted; `nil`, with nothing added, if occurrences have to be
  ///   listed.
  mutating func add(
    _ plan: TaskPlan, _ outcomes: OutcomeTable, to periods: inout [Adherence], _ spans: PeriodSpans,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> CivilDate? {
    guard plan.isCountable(query), !outcomes.mayLackTime else { return nil }
    let facts = plan.facts
    var query = query
    let end = min(query.range.upperBound, moments.firstDayNotOver(facts))
    guard query.range.lowerBound < end, facts.allSatisfy(\.isCountable) else { return nil }
    query.range = query.range.lowerBound..<end
    guard let days = days.table(covering: query.range.dayNumbers, moments) else { return nil }
    begins.find(spans, query.range, moments.boundary)
    if count(plan, in: &periods),
      tally(outcomes, of: plan, facts, in: &periods, spans, days, query, moments)
    {
      return end
    }
    periods = spans.empty
    return nil
  }

  /// Counts the occurrences of each element in each period as missed; returns `false` if they have to be
  /// listed.
  private mutating func count(_ plan: TaskPlan, in periods: inout [Adherence]) -> Bool {
    let part = plan.parts[0]
    for element in part.elements.indices {
      counts.removeAll(keepingCapacity: true)
      guard
        part.occurrences.appendPlannedCounts(of: element, between: begins.locals, to: &counts)
      else { return false }
      let target = part.sums[element].target ?? 0
      var periods = periods.mutableSpan
      for index in counts.indices where counts[index] > 0 {
        periods[begins.first + index].addMissed(counts[index], target)
      }
    }
    return true
  }
}

/// The local times at which the periods of a query begin, cached for patients with the same query.
struct PeriodBegins {
  /// The index of the first period.
  private(set) var first = 0
  /// The starts of the periods, and the end of the last.
  private(set) var locals: [Int64] = []
  private var spans: PeriodSpans?
  private var range = CivilDate.first..<CivilDate.first
  private var boundary = CivilTime.midnight

  mutating func find(_ spans: PeriodSpans, _ range: Range<CivilDate>, _ boundary: CivilTime) {
    if self.spans == spans, self.range == range, self.boundary == boundary { return }
    (self.spans, self.range, self.boundary) = (spans, range, boundary)
    locals.removeAll(keepingCapacity: true)
    guard let first = spans.firstPosition(within: range) else { return }
    self.first = first
    for span in spans[first...].prefix(while: { $0.start < range.upperBound }) {
      locals.append(local(max(span.start, range.lowerBound)))
    }
    locals.append(local(range.upperBound))
  }

  private func local(_ day: CivilDate) -> Int64 {
    let midnight = Int64(day.dayNumber) * 86_400
    // Times before the first day's boundary are attributed to it.
    return day == .first ? midnight : midnight + Int64(boundary.secondOfDay)
  }
}

// Replacement of misses by outcomes.
extension CountedTask {
  /// Adds all outcomes of the task; returns `false` if one has details, or is out of order.
  private func tally(
    _ outcomes: OutcomeTable, of plan: TaskPlan, _ facts: [ElementFacts],
    in periods: inout [Adherence], _ spans: PeriodSpans, _ days: DayTable, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) -> Bool {
    guard let task = outcomes.names.known(plan.last.task.id) else { return true }
    var rest = outcomes.runs.indices.reduce(0) { count, run in
      outcomes.runs[run].task == task ? count + outcomes.rows(ofRun: run).count : count
    }
    for element in facts.indices {
      var element = CountedElement(
        element, of: plan, facts, in: outcomes.names, begins, query, moments)
      guard
        let count = element.tally(outcomes, task, in: &periods, from: begins.first, days)
      else { return false }
      rest -= count
    }
    if rest == 0 { return true }
    // Events of keyed tasks have no occurrence; others have to be matched.
    guard plan.last.task.matching == .keyed else { return false }
    return rest
      == countEvents(
        outcomes, of: task, in: &periods, PeriodCursor(spans, within: query.range), moments)
  }

  /// Counts the events without a key, which are not matched.
  ///
  /// - Returns: The number of events without details.
  private func countEvents(
    _ outcomes: OutcomeTable, of task: Int32, in periods: inout [Adherence],
    _ cursor: PeriodCursor, _ moments: QueryMoments
  ) -> Int {
    var cursor = cursor
    var count = 0
    for run in outcomes.runs.indices where outcomes.runs[run].task == task {
      for position in outcomes.rows(ofRun: run) where outcomes.rows[position].isEvent {
        let row = outcomes.rows[position]
        count += 1
        guard row.time <= moments.asOf.seconds,
          let period = cursor.position(of: moments.dayNumber(of: row))
        else { continue }
        periods[period].unscheduled += 1
      }
    }
    return count
  }
}

// Conditions for counting without a list.
extension Adherence {
  fileprivate mutating func addMissed(_ count: Int, _ target: Double) {
    due += count
    missed += count
    targetSum += Double(count) * target
  }
}

extension TaskPlan {
  /// Returns whether the task can be evaluated by counting.
  fileprivate func isCountable(_ query: AdherenceQuery) -> Bool {
    parts.count == 1 && parts[0].displacement == 0 && !hasOverrides && suspensions.isEmpty
      && last.task.matching != .nearest && parts[0].elements.count <= CountedTask.elementLimit
      && (last.task.scoring ?? query.scoring) == .recorded
      && parts[0].elements.allSatisfy { $0.targets.areCountable }
  }
}

extension [ScheduleElement.Target] {
  /// Whether the targets can be evaluated by counting: their sums are exact, and one value is credited by
  /// amount.
  fileprivate var areCountable: Bool {
    if areBounded, count > 1 || self[0].kind != nil || !self[0].asksForAmount { return false }
    return allSatisfy { $0.bounds.least.addsExactly }
  }
}

extension ElementFacts {
  /// Whether the element can be evaluated by counting: it has no window and does not last more than a day.
  fileprivate var isCountable: Bool {
    if !hasOccurrences || isForeign || isAllDay || hasWindow { return false }
    return end(from: 0).map { $0 <= 86_400 } ?? false
  }
}

extension QueryMoments {
  /// Returns the first day with occurrences that may not be over.
  ///
  /// A day ends when the next begins, and a duration may extend into it; near a change of offset, earlier
  /// days are included.
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
  /// Returns the index of the first period that has days of a range.
  fileprivate func firstPosition(within range: Range<CivilDate>) -> Int? {
    first.flatMap { position(of: Swift.max($0.start, range.lowerBound)) }
  }
}

extension Range<CivilDate> {
  /// The numbers of the days of a non-empty range.
  fileprivate var dayNumbers: ClosedRange<Int> {
    lowerBound.dayNumber...(upperBound.dayNumber - 1)
  }
}
