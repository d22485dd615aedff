import Scheduling

/// An element that takes its outcomes in order, and sums them up by period in one pass.
///
/// Safe: it counts rows in memory.
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
  private let measuresDenials: Bool
  private var finder: MemberFinder
  private var walk = EvenWalk()
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
    measuresDenials = Scoring.recorded.measuresDenials(against: targets)
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
    let rows = outcomes.rows.span
    var count = 0
    for index in outcomes.runs.indices where outcomes.runs[index].task == task {
      let (run, places) = (outcomes.runs[index], outcomes.rows(ofRun: index))
      if run.isPlain, run.element != name { continue }
      if takes(run) {
        count &+= places.count
        addPlain(rows, places, in: &periods, from: first, days)
        last = run.lastNominal
        continue
      }
      for place in places where rows[place].element == name {
        guard takes(rows[place]) else { return nil }
        last = rows[place].nominal
        count &+= 1
        guard rows[place].time <= asOf else { continue }
        if last >= end { turn(to: last, &periods, from: first) }
        if self.place >= 0 { add(rows[place], days) }
      }
    }
    close(&periods, from: first)
    return count
  }

  /// Adds the rows of a plain run, of which most are told by their pattern alone.
  private mutating func addPlain(
    _ rows: Span<OutcomeTable.Row>, _ places: Range<Int>, in periods: inout [Adherence],
    from first: Int, _ days: DayTable
  ) {
    var walk = walk
    for place in places {
      let nominal = rows[place].nominal
      if nominal >= end { turn(to: nominal, &periods, from: first) }
      if self.place < 0 { continue }
      if walk.isInTime(rows[place].time, for: nominal) {
        tally.completeInTime(rows[place].amount)
      } else {
        add(rows[place], days)
        walk = self.walk
      }
    }
    self.walk = walk
  }

  /// Whether all rows of a run are taken and known.
  private func takes(_ run: OutcomeTable.Run) -> Bool {
    run.isPlain && run.firstNominal > last && run.lastTime <= asOf
      && (run.units < 0 || units.takes(Int32(run.units))) && (!hasNeighbours || run.addsExactly)
  }

  /// Whether a row is no more than a row, of a later occurrence than those before, and adds up in any order.
  private func takes(_ row: OutcomeTable.Row) -> Bool {
    row.isSimple && row.nominal > last && row.amount.isPlain
      && (row.units < 0 || units.takes(Int32(row.units)))
      && (!hasNeighbours || row.amount.addsExactly)
  }

  /// Counts an outcome of the period at hand.
  private mutating func add(_ row: OutcomeTable.Row, _ days: DayTable) {
    let found = finder.find(row.nominal)
    if !facts.lasts { walk.follow(finder.even, boundary) }
    if found.isAbsent { return tally.orphaned &+= 1 }
    if row.marks.isDisjoint(with: .refused) {
      // The occurrence stays missed.
      if row.isDenial, !measuresDenials { return }
      let day = DayNumber.of(row.nominal, boundary: boundary)
      tally.complete(row, facts.window(of: day, found.start.seconds, row.nominal, days))
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

/// Walks days without a change of clocks, on which the window of an occurrence follows from its time of day.
///
/// Safe: a nominal time lies in `range`, within `OffsetTable.bounds`; the time of an outcome may be any, and
/// of one that is not in time the difference is a day or more, modulo 2⁶⁴ as well.
private struct EvenWalk {
  /// The local times around which days are such; times ascend in them.
  private var range: Range<Int64> = 0..<0
  private var offset: Int64 = 0
  private var base: Int64 = 0
  private var period: Int64 = 0
  private var members = SIMD4<Int64>(repeating: -1)
  /// How long before each member its day begins.
  private var opens = SIMD4<Int64>(repeating: -1)

  /// Whether an outcome surely completes the occurrence at a nominal time within its day; where that is not
  /// sure, it takes a closer look.
  @inline(__always)
  mutating func isInTime(_ time: Int64, for nominal: Int64) -> Bool {
    guard range.contains(nominal) else { return false }
    var rest = nominal &- base
    if rest >= period {
      base = rest < period &* 2 ? base &+ period : base &+ rest / period &* period
      rest = nominal &- base
    }
    // All are compared, as nothing predicts which of them it is.
    var open: Int64 = -1
    open = members[3] == rest ? opens[3] : open
    open = members[2] == rest ? opens[2] : open
    open = members[1] == rest ? opens[1] : open
    open = members[0] == rest ? opens[0] : open
    let since = UInt64(bitPattern: time &- nominal &+ offset &+ open)
    return open >= 0 && since < 86_400
  }

  /// Goes to the even times that a finder has found last.
  mutating func follow(_ even: EvenTimes, _ boundary: Int64) {
    let lower = even.range.lowerBound &+ 86_400
    let inner = lower..<max(lower, even.range.upperBound &- 86_400)
    guard even.areFew, even.period % 86_400 == 0, !inner.isEmpty, inner != range else { return }
    (range, offset, base, period, members) = (
      inner, even.offset, even.base, even.period, even.members
    )
    for index in 0..<members.scalarCount where members[index] >= 0 {
      let local = base &+ members[index]
      opens[index] = local &- Int64(DayNumber.of(local, boundary: boundary)) &* 86_400 &- boundary
    }
  }
}

/// What the outcomes of one element made of its occurrences in one period.
///
/// Safe: it counts outcomes in memory.
private struct Tally {
  var orphaned = 0
  var declined = 0
  var done = 0
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
  @inline(__always)
  mutating func complete(_ row: OutcomeTable.Row, _ window: OccurrenceWindow?) {
    done &+= 1
    if row.amount != 0 { add(row.amount) }
    if row.time == OutcomeTable.Row.none {
      timings.untimed &+= 1
    } else if let window {
      timings.add(window.timing(of: Instant(seconds: row.time)))
    }
  }

  /// Counts an outcome that came in time.
  @inline(__always)
  mutating func completeInTime(_ amount: Double) {
    done &+= 1
    timings.inWindow &+= 1
    if amount != 0 { add(amount) }
  }

  @inline(__always)
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
    missed -= tally.done + tally.declined
    done += tally.done
    progress += Double(tally.done)
    timings.merge(tally.timings)
    valueSum += tally.value
    creditedSum += tally.credited
    if isExcusing {
      due -= tally.declined
      targetSum -= Double(tally.declined) * (tally.target ?? 0)
      excused += tally.declined
    } else {
      declined += tally.declined
    }
  }
}
