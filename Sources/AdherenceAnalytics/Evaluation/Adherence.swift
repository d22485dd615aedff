package import Scheduling

/// The agreement of recorded outcomes with a plan, as counts that can be merged.
///
/// Every occurrence of a period is counted once, in `due`, `excused`, `onHold`, `cancelled` or
/// `pending`, and every one that is due in `done`, `partial`, `missed`, `declined` or
/// `outstanding`. One day, one year, one core's share and one machine's share merge the same way in any
/// grouping.
///
///     let week = AdherenceQuery(monday..<monday.adding(days: 7), by: .day)
///     var total = Adherence()
///     for day in record.adherence(week).total.periods { total.merge(day) }
///     print(total.due, total.done, total.missed)  // 7 2 5
///     print(total.ratio!, total.reaches(Share(4, of: 5)))  // 0.2857142857142857 false
///     print(Adherence().ratioMissing!)  // noOccurrences
public struct Adherence: Hashable, Sendable {
  /// The occurrences in the denominator.
  public var due = 0
  /// Of those due, the ones done.
  public var done = 0
  /// Of those due, the ones done in part whose time is over.
  public var partial = 0
  /// Of those due, the ones not done whose time is over.
  public var missed = 0
  /// Of those due, the ones skipped or refused.
  public var declined = 0
  /// The occurrences skipped or refused that the query leaves out of the denominator.
  public var excused = 0
  /// The occurrences in a hold.
  public var onHold = 0
  /// The occurrences that the plan cancelled.
  public var cancelled = 0
  /// The other occurrences not in the denominator, because their window has not expired.
  public var pending = 0
  /// The outcomes without an occurrence; they are not in the ratio.
  public var unscheduled = 0
  /// The events dropped because they followed the last kept one too soon, after a complete dose.
  public var eventsTooSoon = 0
  /// Of those done, how many by each timing.
  public var timings = TimingCounts()
  /// The values of those due that are in no sum: in units that no target has, or not finite.
  public var uncredited = 0
  /// The sum of the progress of those due.
  public var progress = 0.0
  /// The sum of the credited values of those due.
  public var valueSum = 0.0
  /// The part of that sum that targets credit, for each occurrence at most its target.
  public var creditedSum = 0.0
  /// The sum of the lower bounds of the targets of those due.
  public var targetSum = 0.0
  /// The counts of quotas.
  public var quota = QuotaCounts()
  /// The counts of uses without planned times.
  public var uses = UseCounts()

  /// Creates empty counts.
  public init() {}

  /// Of those due, the ones not done whose time is not over.
  ///
  /// Under ``Denominator/elapsed`` there are none: such occurrences are ``pending``.
  public var outstanding: Int { due - done - partial - missed - declined }

  /// Whether nothing was planned, in use as needed, or recorded.
  var isEmpty: Bool { self == Adherence() }
}

// Safe: counts are of occurrences in memory; those that are read are below 2⁴⁰ (`isCount`).
/// The numbers of outcomes by timing relative to their occurrences' windows.
public struct TimingCounts: Hashable, Sendable {
  /// Before the window opened.
  public var early = 0
  /// While it was open.
  public var inWindow = 0
  /// After it closed and before it expired.
  public var late = 0
  /// After it expired.
  public var doneAfterExpiry = 0
  /// At an unknown time.
  public var untimed = 0

  package init() {}

  mutating func add(_ timing: Timing) {
    switch timing {
    case .early: early &+= 1
    case .inWindow: inWindow &+= 1
    case .late: late &+= 1
    case .expired: doneAfterExpiry &+= 1
    case .untimed: untimed &+= 1
    }
  }

  mutating func merge(_ other: TimingCounts) {
    early &+= other.early
    inWindow &+= other.inWindow
    late &+= other.late
    doneAfterExpiry &+= other.doneAfterExpiry
    untimed &+= other.untimed
  }
}

extension Adherence {
  /// Counts one occurrence by the definitions of a query.
  ///
  /// Safe: it counts items in memory.
  @inline(__always)
  package mutating func add(
    _ occurrence: ScoredOccurrence, _ query: AdherenceQuery, asOf: Instant
  ) {
    add(occurrence, query.status(of: occurrence, asOf: asOf))
  }

  /// Counts one occurrence by its status in the denominator.
  ///
  /// Safe: each count is one of occurrences in memory.
  @inline(__always)
  mutating func add(_ occurrence: ScoredOccurrence, _ status: DenominatorStatus) {
    switch status {
    case .cancelled: cancelled &+= 1
    case .onHold: onHold &+= 1
    case .excused: excused &+= 1
    case .pending: pending &+= 1
    case .due: addDue(occurrence)
    }
  }

  // Safe: each count is one of occurrences or values in memory.
  @inline(__always)
  private mutating func addDue(_ occurrence: ScoredOccurrence) {
    due &+= 1
    progress += occurrence.progress
    valueSum += occurrence.sums.value
    creditedSum += occurrence.sums.credited
    targetSum += occurrence.sums.target ?? 0
    uncredited &+= occurrence.sums.uncredited
    switch occurrence.state {
    case .done:
      done &+= 1
      if let timing = occurrence.timing { timings.add(timing) }
    case .partial: partial &+= 1
    case .missed: missed &+= 1
    case .declined: declined &+= 1
    case .cancelled, .onHold, .started, .upcoming, .open, .overdue: break
    }
  }

  // Safe: counts that are read are below 2⁴⁰ (`isCount`), of which a million add up.
  /// Adds the counts of another part.
  @inline(__always)
  public mutating func merge(_ other: borrowing Adherence) {
    // Unchecked sums can be vectorised; no count approaches the limits of integers.
    due &+= other.due
    done &+= other.done
    partial &+= other.partial
    missed &+= other.missed
    declined &+= other.declined
    excused &+= other.excused
    onHold &+= other.onHold
    cancelled &+= other.cancelled
    pending &+= other.pending
    unscheduled &+= other.unscheduled
    eventsTooSoon &+= other.eventsTooSoon
    timings.merge(other.timings)
    uncredited &+= other.uncredited
    progress += other.progress
    valueSum += other.valueSum
    creditedSum += other.creditedSum
    targetSum += other.targetSum
    quota.merge(other.quota)
    uses.merge(other.uses)
  }

  /// The reason why there is no ratio; `nil` if there is one.
  public var ratioMissing: MissingRatio? {
    if due > 0 || quota.required > 0 { return nil }
    if pending > 0 || quota.pending > 0 { return .allPending }
    if onHold > 0 || quota.onHold > 0 { return .allOnHold }
    if excused > 0 || quota.periods > 0 { return .allExcused }
    return uses.openDays > 0 ? .asNeeded : .noOccurrences
  }
}

/// The reasons why a ratio is missing.
public enum MissingRatio: String, CaseIterable, Hashable, Sendable, Codable {
  /// The patient has no task that is counted.
  case noTasks
  /// All data of the patient were rejected, so the doses done are unknown.
  case dataRejected
  /// Nothing was planned.
  case noOccurrences
  /// Nothing is planned, because the events that the plan follows are not known.
  case eventMissing
  /// Everything planned is on hold, or was declined and is excused.
  case allOnHold
  /// Everything planned was declined and is excused.
  case allExcused
  /// The windows of everything planned have not expired.
  case allPending
  /// Nothing is planned except as-needed use.
  case asNeeded
}

extension Adherence {
  /// The share of those due that were done; `nil` where nothing was due.
  public var ratio: Double? { ratio(.done) }

  /// Returns the share of those due that a numerator counts; `nil` if nothing was due.
  ///
  /// Quotas are included in the amount due, and their credited uses count for every numerator.
  public func ratio(_ numerator: Numerator) -> Double? {
    let due = dueWithQuotas
    return due == 0 ? nil : amount(numerator) / due
  }

  /// The number of occurrences due, plus the amount due by quotas.
  package var dueWithQuotas: Double { Double(due) + quota.required }

  /// The occurrences done, and the credited uses of quotas.
  package var doneWithQuotas: Double { Double(done) + quota.credited }

  /// The missed occurrences, and the missing uses of quotas in periods that are over.
  package var missedWithQuotas: Double { Double(missed) + quota.missed }

  /// The declined occurrences in the denominator, and the refused uses of quotas.
  package var declinedWithQuotas: Double { Double(declined) + quota.declined }

  /// The outstanding occurrences, and the missing uses of quotas in periods that are not over.
  package var outstandingWithQuotas: Double { Double(outstanding) + quota.outstanding }

  /// Returns the amount that a numerator counts of those due.
  package func amount(_ numerator: Numerator) -> Double {
    (count(numerator).map(Double.init) ?? progress) + quota.credited
  }

  /// Returns the count of a numerator; `nil` for one that is not a count.
  private func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .done: done
    case .inWindow: timings.inWindow
    case .progress: nil
    }
  }

  /// Returns the ratio in per cent, rounded half up; `nil` if nothing was due.
  ///
  /// Counts are rounded in integer arithmetic, so that 1 of 8 without decimals is 13 on every machine; shares
  /// of quotas are not counts.
  ///
  /// - Parameters:
  ///   - decimals: The number of decimals, 0 to 9.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: The nearest number with that many decimals, such as 66.7.
  package func percent(decimals: Int = 0, _ numerator: Numerator = .done) -> Double? {
    guard let ratio = ratio(numerator) else { return nil }
    let scale = (0..<min(max(decimals, 0), 9)).reduce(1) { scale, _ in scale * 10 }
    guard let count = count(numerator), quota.required == 0 else {
      return (ratio * Double(100 * scale)).rounded() / Double(scale)
    }
    // Adding half the divisor rounds the quotient instead of truncating it.
    let scaled = count.multipliedFullWidth(by: 200 * scale)
    let (low, carries) = scaled.low.addingReportingOverflow(due.magnitude)
    let (quotient, _) = (2 * due.magnitude).dividingFullWidth(
      (UInt(bitPattern: scaled.high) + (carries ? 1 : 0), low))
    return Double(quotient) / Double(scale)
  }

  /// Returns whether a numerator reaches a share of those due.
  ///
  /// Counts are compared as integers. Progress and shares of quotas are sums of fractions, with a relative
  /// tolerance of 10⁻⁹.
  ///
  /// - Parameters:
  ///   - share: The share, as `Share(4, of: 5)`.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: Whether it is reached; always if nothing is due.
  public func reaches(_ share: Share, _ numerator: Numerator = .done) -> Bool {
    if let count = count(numerator), quota.required == 0 {
      return share.isReached(by: count, of: due)
    }
    return amount(numerator) * Double(share.whole)
      >= Double(share.part) * dueWithQuotas * (1 - 1e-9)
  }
}
