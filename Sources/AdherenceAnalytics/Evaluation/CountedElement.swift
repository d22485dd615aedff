import Scheduling

/// A pass over an element's outcomes, in order, that sums them by period.
///
/// Safe: it counts rows in memory.
struct CountedElement {
  /// The number of its id in the table of outcomes.
  private let name: Int32?
  private let facts: ElementFacts
  private let units: CreditedUnits
  private let sums: ScoredSums
  /// Whether there are other elements, so that rounding may depend on the order of addition.
  private let hasNeighbours: Bool
  private let boundary: Int64
  private let asOf: Int64
  private let isExcusing: Bool
  private let measuresDenials: Bool
  private var finder: MemberFinder
  private var walk = EvenWalk()
  /// The last nominal time; outcomes in ascending order belong to different occurrences.
  private var last = Int64.min
  /// The starts of the periods, and the end of the last.
  private let locals: [Int64]
  /// The index of the current period, its end, and the sums of its outcomes; −1 before the first.
  private var periodIndex = -1
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

  /// Replaces misses by the outcomes of the element.
  ///
  /// - Returns: The number of rows of the element; `nil` if one has details, or is out of order.
  mutating func tally(
    _ outcomes: OutcomeTable, _ task: Int32, in periods: inout [Adherence], from first: Int,
    _ days: DayTable
  ) -> Int? {
    guard let name else { return 0 }
    let rows = outcomes.rows.span
    var count = 0
    for index in outcomes.runs.indices where outcomes.runs[index].task == task {
      let (run, rowIndices) = (outcomes.runs[index], outcomes.rows(ofRun: index))
      if run.isPlain, run.element != name { continue }
      if takes(run) {
        count &+= rowIndices.count
        addPlain(rows, rowIndices, in: &periods, from: first, days)
        last = run.lastNominal
        continue
      }
      for row in rowIndices where rows[row].element == name {
        guard takes(rows[row]) else { return nil }
        last = rows[row].nominal
        count &+= 1
        guard rows[row].time <= asOf else { continue }
        if last >= end { turn(to: last, &periods, from: first) }
        if periodIndex >= 0 { add(rows[row], days) }
      }
    }
    close(&periods, from: first)
    return count
  }

  /// Adds the rows of a plain run, most of which match the pattern directly.
  private mutating func addPlain(
    _ rows: Span<OutcomeTable.Row>, _ rowIndices: Range<Int>, in periods: inout [Adherence],
    from first: Int, _ days: DayTable
  ) {
    var walk = walk
    for row in rowIndices {
      let nominal = rows[row].nominal
      if nominal >= end { turn(to: nominal, &periods, from: first) }
      if periodIndex < 0 { continue }
      if walk.isInTime(rows[row].time, for: nominal) {
        tally.completeInTime(rows[row].amount)
      } else {
        add(rows[row], days)
        walk = self.walk
      }
    }
    self.walk = walk
  }

  /// Returns whether all rows of a run are credited and known.
  private func takes(_ run: OutcomeTable.Run) -> Bool {
    run.isPlain && run.firstNominal > last && run.lastTime <= asOf
      && (run.units < 0 || units.takes(Int32(run.units))) && (!hasNeighbours || run.addsExactly)
  }

  /// Returns whether a row has no details, belongs to a later occurrence, and can be added in any order.
  private func takes(_ row: OutcomeTable.Row) -> Bool {
    row.isSimple && row.nominal > last && row.amount.isPlain
      && (row.units < 0 || units.takes(Int32(row.units)))
      && (!hasNeighbours || row.amount.addsExactly)
  }

  /// Adds an outcome to the current period.
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

  /// Moves to the period of a later time; after the last there is none.
  private mutating func turn(
    to local: Int64, _ periods: inout [Adherence], from first: Int
  ) {
    close(&periods, from: first)
    while periodIndex + 1 < locals.count, locals[periodIndex + 1] <= local { periodIndex += 1 }
    end = periodIndex + 1 < locals.count ? locals[periodIndex + 1] : .max
    if end == .max { periodIndex = -1 }
  }

  /// Adds the sums of the current period.
  private mutating func close(_ periods: inout [Adherence], from first: Int) {
    if periodIndex >= 0 { periods[first + periodIndex].add(tally, isExcusing: isExcusing) }
    tally = Tally(sums)
  }
}

/// A walk over days with a constant offset, on which the window of an occurrence follows from its time of
/// day.
///
/// Safe: a nominal time lies in `range`, within `OffsetTable.bounds`; the time of an outcome may be any, and
/// of one that is not in time the difference is a day or more, modulo 2⁶⁴ as well.
private struct EvenWalk {
  /// The local times with this property; queries in it are ascending.
  private var range: Range<Int64> = 0..<0
  private var offset: Int64 = 0
  private var base: Int64 = 0
  private var period: Int64 = 0
  private var members = SIMD4<Int64>(repeating: -1)
  /// The time from the start of the day to each member.
  private var opens = SIMD4<Int64>(repeating: -1)

  /// Returns whether an outcome certainly completes the occurrence at a nominal time within its day;
  /// otherwise the general algorithm applies.
  @inline(__always)
  mutating func isInTime(_ time: Int64, for nominal: Int64) -> Bool {
    guard range.contains(nominal) else { return false }
    var rest = nominal &- base
    if rest >= period {
      base = rest < period &* 2 ? base &+ period : base &+ rest / period &* period
      rest = nominal &- base
    }
    // All are compared, as the branch is unpredictable.
    var open: Int64 = -1
    open = members[3] == rest ? opens[3] : open
    open = members[2] == rest ? opens[2] : open
    open = members[1] == rest ? opens[1] : open
    open = members[0] == rest ? opens[0] : open
    let since = UInt64(bitPattern: time &- nominal &+ offset &+ open)
    return open >= 0 && since < 86_400
  }

  /// Moves to the even times last found by a finder.
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

/// The sums of the outcomes of one element in one period.
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
  /// The maximum credited amount, and the amount above which nothing is credited.
  private let most: Double
  private let limit: Double

  init(_ sums: ScoredSums) {
    target = sums.target
    most = sums.target ?? .infinity
    limit = sums.limit?.raisedByTolerance ?? .infinity
  }

  /// Counts an outcome; elements counted this way have known windows.
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

  /// Counts an outcome within its window.
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
  /// Whether the row has neither a key nor details.
  var isEvent: Bool {
    nominal == OutcomeTable.Row.none && marks.isDisjoint(with: .detailed)
  }

  /// Whether the row has a key but no details.
  fileprivate var isSimple: Bool {
    nominal != OutcomeTable.Row.none && marks.isDisjoint(with: [.detailed, .secondPass])
  }
}

extension Adherence {
  /// Replaces misses by the sums of outcomes.
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
