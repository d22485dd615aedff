import Scheduling

/// The counts of many patients together, the same to the last digit in whatever order and grouping
/// the patients come.
///
/// What most periods count stands together and apart from the rest, as many rows are kept and each patient
/// adds to all of them: it is the memory that is touched that costs.
struct PooledAdherence: Sendable {
  private var due = 0
  private var completed = 0
  private var partial = 0
  private var missed = 0
  private var declined = 0
  private var timings = TimingCounts()
  private var progress = ExactSum()
  /// What few periods have: one element where there is any, which takes memory only then.
  private var rest: [Rest] = []

  /// All that is not in every period of somebody with something due.
  fileprivate struct Rest: Sendable {
    var counts = Adherence()
    var amounts = Amounts()
  }

  /// The sums of amounts that are not whole numbers.
  fileprivate struct Amounts: Sendable, Codable {
    var value = ExactSum()
    var credited = ExactSum()
    var target = ExactSum()
    var quotaRequired = ExactSum()
    var quotaCredited = ExactSum()
    var dose = ExactSum()
  }

  /// Adds one patient's counts.
  mutating func add(_ other: borrowing Adherence) {
    due += other.due
    completed += other.completed
    partial += other.partial
    missed += other.missed
    declined += other.declined
    timings.merge(other.timings)
    if other.progress != 0 { progress.add(other.progress) }
    if other.hasRest { addRest(copy other) }
  }

  private mutating func addRest(_ other: Adherence) {
    withRest { rest in
      rest.counts.merge(other)
      rest.amounts.add(other)
    }
  }

  private mutating func withRest(_ body: (inout Rest) -> Void) {
    if rest.isEmpty { rest.append(Rest()) }
    body(&rest[0])
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: PooledAdherence) {
    due += other.due
    completed += other.completed
    partial += other.partial
    missed += other.missed
    declined += other.declined
    timings.merge(other.timings)
    progress.merge(other.progress)
    guard let others = other.rest.first else { return }
    withRest { rest in
      rest.counts.merge(others.counts)
      rest.amounts.merge(others.amounts)
    }
  }

  /// The counts, with each sum of amounts rounded once.
  var total: Adherence {
    var total = rest.first?.counts ?? Adherence()
    (total.due, total.completed, total.partial) = (due, completed, partial)
    (total.missed, total.declined, total.timings) = (missed, declined, timings)
    total.progress = progress.value
    rest.first?.amounts.write(to: &total)
    return total
  }

  /// Takes the whole numbers of a sum.
  private mutating func take(_ counts: Adherence) {
    (due, completed, partial) = (counts.due, counts.completed, counts.partial)
    (missed, declined, timings) = (counts.missed, counts.declined, counts.timings)
    if counts.hasRest { withRest { $0.counts = counts } }
  }
}

extension PooledAdherence.Amounts {
  mutating func add(_ other: Adherence) {
    if other.value != 0 { value.add(other.value) }
    if other.credited != 0 { credited.add(other.credited) }
    if other.target != 0 { target.add(other.target) }
    if other.quota.required != 0 { quotaRequired.add(other.quota.required) }
    if other.quota.credited != 0 { quotaCredited.add(other.quota.credited) }
    if other.uses.dose != 0 { dose.add(other.uses.dose) }
  }

  mutating func merge(_ other: PooledAdherence.Amounts) {
    value.merge(other.value)
    credited.merge(other.credited)
    target.merge(other.target)
    quotaRequired.merge(other.quotaRequired)
    quotaCredited.merge(other.quotaCredited)
    dose.merge(other.dose)
  }

  /// Rounds each sum once.
  func write(to total: inout Adherence) {
    total.value = value.value
    total.credited = credited.value
    total.target = target.value
    total.quota.required = quotaRequired.value
    total.quota.credited = quotaCredited.value
    total.uses.dose = dose.value
  }
}

extension Adherence {
  /// Whether it has what few periods have.
  fileprivate var hasRest: Bool {
    excused | suspended | cancelled | pending | unscheduled | dropped | uncredited
      | quota.periods | quota.suspended | quota.pending | uses.openDays | uses.count != 0
      || value != 0 || credited != 0 || target != 0
  }
}

extension PooledAdherence: Codable {
  private enum CodingKeys: CodingKey {
    case counts, times, progress, amounts
  }

  /// The whole numbers as one list, in the order of ``Adherence/countPaths``.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let counts = total
    try fields.encode(Adherence.countPaths.map { counts[keyPath: $0] }, forKey: .counts)
    try fields.encode(
      [counts.uses.first?.seconds, counts.uses.last?.seconds], forKey: .times)
    try fields.encode(progress, forKey: .progress)
    try fields.encodeIfPresent(rest.first?.amounts, forKey: .amounts)
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    var counts = Adherence()
    for (path, count) in zip(Adherence.countPaths, try fields.decode([Int].self, forKey: .counts)) {
      guard count.isCount else { throw decoder.corrupted("no count") }
      counts[keyPath: path] = count
    }
    let times = try fields.decode([Int64?].self, forKey: .times)
    counts.uses.first = times.first?.map(Instant.init(seconds:))
    counts.uses.last = times.last?.map(Instant.init(seconds:))
    take(counts)
    progress = try fields.decode(ExactSum.self, forKey: .progress)
    if let amounts = try fields.decodeIfPresent(Amounts.self, forKey: .amounts) {
      withRest { $0.amounts = amounts }
    }
  }
}

extension Adherence {
  /// Every whole number of an adherence.
  fileprivate static var countPaths: [WritableKeyPath<Adherence, Int>] {
    [
      \.due, \.completed, \.partial, \.missed, \.declined, \.excused, \.suspended, \.cancelled,
      \.pending, \.unscheduled, \.dropped, \.timings.early, \.timings.onTime, \.timings.late,
      \.timings.outside, \.timings.untimed, \.uncredited, \.quota.periods, \.quota.met,
      \.quota.suspended, \.quota.pending, \.quota.done, \.uses.openDays, \.uses.count,
      \.uses.overMaximum, \.uses.tooSoon,
    ]
  }
}
