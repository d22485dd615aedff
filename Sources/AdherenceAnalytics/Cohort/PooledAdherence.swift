import Scheduling

/// The pooled counts of many patients, exactly the same for any order and grouping of the patients.
///
/// Counts that most periods have are stored together and separate from the rest, as many rows are kept and
/// each patient is added to all of them: the cost is dominated by memory access.
struct PooledAdherence: Sendable {
  private var due = 0
  private var done = 0
  private var partial = 0
  private var missed = 0
  private var declined = 0
  private var timings = TimingCounts()
  private var progress = ExactSum()
  private var valueSum = ExactSum()
  private var creditedSum = ExactSum()
  private var targetSum = ExactSum()
  /// The remaining counts, stored separately as few periods have any: one element or none.
  private var rest: [Rest] = []

  /// The counts that few periods have.
  private struct Rest: Sendable {
    /// The integer counts.
    var counts = Adherence()
    var quotaRequired = ExactSum()
    var quotaCredited = ExactSum()
    var quotaDeclined = ExactSum()
    var quotaOutstanding = ExactSum()
    var dose = ExactSum()

    mutating func add(_ other: borrowing Adherence) {
      counts.merge(other)
      quotaRequired.add(other.quota.required)
      quotaCredited.add(other.quota.credited)
      quotaDeclined.add(other.quota.declined)
      quotaOutstanding.add(other.quota.outstanding)
      dose.add(other.uses.asNeededAmount)
    }

    mutating func merge(_ other: Rest) {
      counts.merge(other.counts)
      quotaRequired.merge(other.quotaRequired)
      quotaCredited.merge(other.quotaCredited)
      quotaDeclined.merge(other.quotaDeclined)
      quotaOutstanding.merge(other.quotaOutstanding)
      dose.merge(other.dose)
    }

    /// The counts, with each sum of amounts rounded once.
    var total: Adherence {
      var total = counts
      total.quota.required = quotaRequired.value
      total.quota.credited = quotaCredited.value
      total.quota.declined = quotaDeclined.value
      total.quota.outstanding = quotaOutstanding.value
      total.uses.asNeededAmount = dose.value
      return total
    }
  }

  /// Adds one patient's counts.
  mutating func add(_ other: borrowing Adherence) {
    due += other.due
    done += other.done
    partial += other.partial
    missed += other.missed
    declined += other.declined
    timings.merge(other.timings)
    if other.progress != 0 { progress.add(other.progress) }
    if other.valueSum != 0 { valueSum.add(other.valueSum) }
    if other.creditedSum != 0 { creditedSum.add(other.creditedSum) }
    if other.targetSum != 0 { targetSum.add(other.targetSum) }
    if other.hasRest { addRest(copy other) }
  }

  private mutating func addRest(_ other: Adherence) {
    if rest.isEmpty { rest = [Rest()] }
    rest[0].add(other)
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: PooledAdherence) {
    due += other.due
    done += other.done
    partial += other.partial
    missed += other.missed
    declined += other.declined
    timings.merge(other.timings)
    progress.merge(other.progress)
    valueSum.merge(other.valueSum)
    creditedSum.merge(other.creditedSum)
    targetSum.merge(other.targetSum)
    guard let theirs = other.rest.first else { return }
    if rest.isEmpty { rest = [theirs] } else { rest[0].merge(theirs) }
  }

  /// The counts, with each sum of amounts rounded once.
  var total: Adherence {
    var total = rest.first?.total ?? Adherence()
    (total.due, total.done, total.partial) = (due, done, partial)
    (total.missed, total.declined, total.timings) = (missed, declined, timings)
    total.progress = progress.value
    total.valueSum = valueSum.value
    total.creditedSum = creditedSum.value
    total.targetSum = targetSum.value
    return total
  }

  /// Whether something may have no final state; most periods have none of these counts, and need no ``total``
  /// to tell.
  var mayBeUnresolved: Bool { !rest.isEmpty || due != done + partial + missed + declined }

  /// Sets the integer counts from a sum.
  private mutating func take(_ counts: Adherence) {
    (due, done, partial) = (counts.due, counts.done, counts.partial)
    (missed, declined, timings) = (counts.missed, counts.declined, counts.timings)
    if counts.hasRest { rest = [Rest(counts: counts)] }
  }
}

extension Adherence {
  /// Whether it has any of the remaining counts.
  fileprivate var hasRest: Bool {
    excused | onHold | cancelled | pending | unscheduled | eventsTooSoon | uncredited
      | quota.periods | quota.onHold | quota.pending | uses.openDays | uses.count != 0
  }
}

extension PooledAdherence: Codable {
  private enum CodingKeys: CodingKey {
    case counts, times, progress, valueSum, creditedSum, targetSum, quotaRequired, quotaCredited
    case quotaDeclined, quotaOutstanding, dose
  }

  /// Encodes the integer counts as one list, in the order of ``Adherence/countPaths``.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let counts = total
    try fields.encode(Adherence.countPaths.map { counts[keyPath: $0] }, forKey: .counts)
    try fields.encode(
      [counts.uses.first?.seconds, counts.uses.last?.seconds], forKey: .times)
    try fields.encode(progress, forKey: .progress)
    try fields.encode(valueSum, forKey: .valueSum)
    try fields.encode(creditedSum, forKey: .creditedSum)
    try fields.encode(targetSum, forKey: .targetSum)
    let rest = rest.first ?? Rest()
    try fields.encode(rest.quotaRequired, forKey: .quotaRequired)
    try fields.encode(rest.quotaCredited, forKey: .quotaCredited)
    try fields.encode(rest.quotaDeclined, forKey: .quotaDeclined)
    try fields.encode(rest.quotaOutstanding, forKey: .quotaOutstanding)
    try fields.encode(rest.dose, forKey: .dose)
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    var counts = Adherence()
    for (path, count) in zip(Adherence.countPaths, try fields.decode([Int].self, forKey: .counts)) {
      guard count.isCount else { throw decoder.corrupted("invalid count") }
      counts[keyPath: path] = count
    }
    let times = try fields.decode([Int64?].self, forKey: .times)
    counts.uses.first = times.first?.map(Instant.init(seconds:))
    counts.uses.last = times.last?.map(Instant.init(seconds:))
    take(counts)
    progress = try fields.decode(ExactSum.self, forKey: .progress)
    valueSum = try fields.decode(ExactSum.self, forKey: .valueSum)
    creditedSum = try fields.decode(ExactSum.self, forKey: .creditedSum)
    targetSum = try fields.decode(ExactSum.self, forKey: .targetSum)
    if rest.isEmpty { return }
    rest[0].quotaRequired = try fields.decode(ExactSum.self, forKey: .quotaRequired)
    rest[0].quotaCredited = try fields.decode(ExactSum.self, forKey: .quotaCredited)
    rest[0].quotaDeclined = try fields.decode(ExactSum.self, forKey: .quotaDeclined)
    rest[0].quotaOutstanding = try fields.decode(ExactSum.self, forKey: .quotaOutstanding)
    rest[0].dose = try fields.decode(ExactSum.self, forKey: .dose)
  }
}

extension Adherence {
  /// The key paths of all integer counts.
  fileprivate static var countPaths: [WritableKeyPath<Adherence, Int>] {
    [
      \.due, \.done, \.partial, \.missed, \.declined, \.excused, \.onHold, \.cancelled,
      \.pending, \.unscheduled, \.eventsTooSoon, \.timings.early, \.timings.inWindow,
      \.timings.late,
      \.timings.doneAfterExpiry, \.timings.untimed, \.uncredited, \.quota.periods, \.quota.met,
      \.quota.onHold, \.quota.pending, \.quota.done, \.uses.openDays, \.uses.count,
      \.uses.overMaximum, \.uses.tooSoon,
    ]
  }
}
