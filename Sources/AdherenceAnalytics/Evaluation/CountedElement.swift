import Scheduling

/// The rows of one element, what they name, and where that starts.
struct FoundRows {
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
struct CountedElement {
  /// The number of its id in the table of outcomes.
  let name: Int32?
  private let facts: ElementFacts
  private let units: CreditedUnits
  private let sums: ScoredSums
  /// Whether the order in which elements are added may change a digit.
  private let hasNeighbours: Bool
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
        units: units[index], sums: sums[index], hasNeighbours: facts.count > 1,
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
          row.units < 0 || units.takes(Int32(row.units)),
          !hasNeighbours || row.amount.addsExactly
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
    var tally = Tally(sums)
    var current = -1
    for (position, start) in zip(found.positions, found.starts) {
      let row = rows[position]
      let day = DayNumber.of(row.nominal, boundary: boundary)
      guard row.time <= asOf, let period = cursor.position(of: day) else { continue }
      if period != current {
        if current >= 0 { periods[current].add(tally, isExcusing: query.excusesDeclined) }
        (current, tally) = (period, Tally(sums))
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
  /// What is credited at most, and beyond which nothing is.
  private let most: Double
  private let limit: Double

  init(_ sums: ScoredSums) {
    target = sums.target
    most = sums.target ?? .infinity
    limit = sums.limit?.stretched ?? .infinity
  }

  /// Counts an outcome; of elements that are counted every window is known.
  mutating func complete(_ row: OutcomeTable.Row, _ window: OccurrenceWindow?) {
    completed &+= 1
    value += row.amount
    if row.amount <= limit { credited += min(row.amount, most) }
    if row.time == OutcomeTable.Row.none {
      timings.untimed &+= 1
    } else if let window {
      timings.add(window.timing(of: Instant(seconds: row.time)))
    }
  }
}

extension OutcomeTable.Row {
  /// Whether it names no occurrence and is no more than its row.
  var isEvent: Bool {
    nominal == OutcomeTable.Row.none && marks.isDisjoint(with: .detailed)
  }

  /// Whether it names an occurrence and is no more than its row.
  fileprivate var isSimple: Bool {
    nominal != OutcomeTable.Row.none && marks.isDisjoint(with: [.detailed, .secondPass])
  }
}

extension Adherence {
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
