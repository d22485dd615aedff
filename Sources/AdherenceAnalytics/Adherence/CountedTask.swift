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
    let sums = plan.sums
    for (index, count) in counts.enumerated() where count > 0 {
      let (element, place) = index.quotientAndRemainder(dividingBy: locals.count - 1)
      periods[first + place].addMissed(count, sums[element].target)
    }
    return tally(outcomes, of: plan, facts, in: &periods, spans, query, moments)
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

// Outcomes take the place of misses. What is read and what changes are apart, so that nothing is
// copied or counted from outcome to outcome.
extension CountedTask {
  /// Adds all outcomes of the task; `false` where one is more than its row, or in no order.
  private func tally(
    _ outcomes: OutcomeTable, of plan: TaskPlan, _ facts: [ElementFacts],
    in periods: inout [Adherence], _ spans: PeriodSpans, _ query: AdherenceQuery,
    _ moments: QueryMoments
  ) -> Bool {
    let (rows, runs, days) = (outcomes.rows, outcomes.runs, days)
    let task = outcomes.names.known(plan.task.id)
    let boundary = Int64(moments.boundary.secondOfDay)
    let asOf = moments.asOf.seconds
    var cursor = PeriodCursor(spans, within: query.range)
    var elements = CountedElement.all(of: plan, facts, in: outcomes.names, near: query.range)
    for run in runs.indices where runs[run].task == task {
      let end = run + 1 < runs.count ? runs[run + 1].start : rows.count
      for position in runs[run].start..<end {
        let row = rows[position]
        guard row.isSimple else { return false }
        let day = DayNumber.of(row.nominal &- boundary)
        guard row.time <= asOf, let period = cursor.position(of: day) else { continue }
        let index = elements.firstIndex { $0.name == row.element }
        switch index.map({ elements[$0].take(row, on: day, days) }) ?? .orphaned {
        case .orphaned: periods[period].count(.orphaned)
        case .declined(let target):
          periods[period].declineMiss(target, isExcused: query.excusesDeclined)
        case .completed(let timing, let target):
          periods[period].completeMiss(row.amount, target, timing)
        case .unclear: return false
        }
      }
    }
    return true
  }
}

/// An element that takes its outcomes in order.
private struct CountedElement {
  /// What an outcome does.
  enum Effect {
    case completed(Timing, target: Double?)
    case declined(target: Double?)
    case orphaned
    /// It takes a list to tell.
    case unclear
  }

  /// The number of its id in the table of outcomes.
  let name: Int32?
  private let facts: ElementFacts
  private let units: CreditedUnits
  private let target: Double?
  private var finder: MemberFinder
  /// The ordinal found last; outcomes that come in order are of different occurrences.
  private var last = -1

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

  mutating func take(_ row: OutcomeTable.Row, on day: Int, _ days: DayTable) -> Effect {
    let found = finder.find(row.nominal, isSecondPass: row.marks.contains(.secondPass))
    if found == .absent { return .orphaned }
    let ordinal = found.ordinal
    guard ordinal > last else { return .unclear }
    last = ordinal
    if !row.marks.isDisjoint(with: .refused) { return .declined(target: target) }
    guard row.amount.isFinite, row.units < 0 || units.takes(Int32(row.units)),
      let window = facts.window(of: day, found.start.seconds, row.nominal, days)
    else { return .unclear }
    let time = row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time)
    return .completed(window.timing(of: time), target: target)
  }
}

extension OutcomeTable.Row {
  /// Whether it names an occurrence and is no more than its row.
  fileprivate var isSimple: Bool {
    nominal != OutcomeTable.Row.none && !marks.contains(.detailed)
  }
}

// Counts of occurrences that are over, without a look at each.
extension Adherence {
  fileprivate mutating func addMissed(_ count: Int, _ target: Double?) {
    due += count
    missed += count
    self.target += Double(count) * (target ?? 0)
  }

  fileprivate mutating func completeMiss(_ amount: Double, _ target: Double?, _ timing: Timing) {
    missed -= 1
    completed += 1
    timings.add(timing)
    progress += 1
    value += amount
    credited += min(amount, target ?? amount)
  }

  fileprivate mutating func declineMiss(_ target: Double?, isExcused: Bool) {
    missed -= 1
    if isExcused {
      due -= 1
      self.target -= target ?? 0
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
    if !hasOccurrences || isForeign || isAllDay || hasWindow { return false }
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
