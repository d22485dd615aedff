import Scheduling

/// An element that takes its outcomes in order, and sums them up by period in one pass.
struct CountedElement {
  /// The number of its id in the table of outcomes.
  private let name: Int32?
  private let facts: ElementFacts
  private let units: CreditedUnits
  private let sums: ScoredSums
  /// Whether the order in which elements are added may change a digit.
  private let hasNeighbours: Bool
  private let boundary: Int64
  private let asOf: Int64
  private let isExcusing: Bool
  private var finder: MemberFinder
  /// The nominal time found last; outcomes that come in order are of different occurrences.
  private var last = Int64.min
  /// Where the periods begin, and the last ends.
  private let locals: [Int64]
  /// The place of the period at hand, when it ends, and what its outcomes add up to; -1 before the first.
  private var place = -1
  private var end: Int64
  private var tally: Tally

  init(
    _ position: Int, of plan: TaskPlan, _ facts: [ElementFacts], in names: NameTable,
    _ begins: PeriodBegins, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let targets = plan.parts[0].elements[position].targets
    name = names.known(plan.parts[0].elements[position].id)
    self.facts = facts[position]
    units = CreditedUnits(targets, in: names)
    sums = ScoredSums(targets: targets)
    hasNeighbours = facts.count > 1
    (boundary, asOf) = (Int64(moments.boundary.secondOfDay), moments.asOf.seconds)
    isExcusing = query.excusesDeclined
    finder = MemberFinder(
      plan.parts[0].occurrences, element: position,
      near: Int64(query.range.lowerBound.dayNumber) * 86_400)
    (locals, end) = (begins.locals, begins.locals[0])
    tally = Tally(sums)
  }

  /// Puts the outcomes of the element in the place of misses.
  ///
  /// - Returns: How many rows are its own; `nil` where one is more than a row, or does not come in order.
  mutating func tally(
    _ outcomes: OutcomeTable, _ task: Int32, in periods: inout [Adherence], from first: Int,
    _ days: DayTable
  ) -> Int? {
    guard let name else { return 0 }
    var count = 0
    for run in outcomes.runs.indices where outcomes.runs[run].task == task {
      for row in outcomes.rows[outcomes.rows(ofRun: run)] where row.element == name {
        guard takes(row) else { return nil }
        last = row.nominal
        count &+= 1
        guard row.time <= asOf else { continue }
        if row.nominal >= end { turn(to: row.nominal, &periods, from: first) }
        if place >= 0 { add(row, days) }
      }
    }
    close(&periods, from: first)
    return count
  }

  /// Whether a row is no more than a row, of a later occurrence than those before, and adds up in any order.
  @inline(__always)
  private func takes(_ row: OutcomeTable.Row) -> Bool {
    row.isSimple && row.nominal > last && row.amount.isFinite
      && (row.units < 0 || units.takes(Int32(row.units)))
      && (!hasNeighbours || row.amount.addsExactly)
  }

  /// Counts an outcome of the period at hand.
  @inline(__always)
  private mutating func add(_ row: OutcomeTable.Row, _ days: DayTable) {
    guard let start = finder.start(of: row.nominal) else { return tally.orphaned &+= 1 }
    if row.marks.isDisjoint(with: .refused) {
      let day = DayNumber.of(row.nominal, boundary: boundary)
      tally.complete(row, facts.window(of: day, start, row.nominal, days))
    } else {
      tally.declined &+= 1
    }
  }

  /// Goes on to the period of a later time; behind the last there is none.
  private mutating func turn(
    to local: Int64, _ periods: inout [Adherence], from first: Int
  ) {
    close(&periods, from: first)
    while place + 1 < locals.count, locals[place + 1] <= local { place += 1 }
    end = place + 1 < locals.count ? locals[place + 1] : .max
    if end == .max { place = -1 }
  }

  /// Adds what there is to its period.
  private mutating func close(_ periods: inout [Adherence], from first: Int) {
    if place >= 0 { periods[first + place].add(tally, isExcusing: isExcusing) }
    tally = Tally(sums)
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
    if row.amount != 0 { add(row.amount) }
    if row.time == OutcomeTable.Row.none {
      timings.untimed &+= 1
    } else if let window {
      timings.add(window.timing(of: Instant(seconds: row.time)))
    }
  }

  private mutating func add(_ amount: Double) {
    value += amount
    if amount <= limit { credited += min(amount, most) }
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
