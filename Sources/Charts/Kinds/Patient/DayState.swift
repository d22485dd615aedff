import AdherenceAnalytics
import Formats
import Scheduling

/// The state of a day in a calendar.
enum DayState: Int, CaseIterable {
  case done, late, partial, missed, declined, onHold, pending, used, nothingDue

  /// Returns the legend text; `isQuota` if only a quota is due.
  func name(ofQuota isQuota: Bool) -> String {
    switch self {
    case .done: isQuota ? "Quota reached" : "Done"
    case .late: "Done late"
    case .partial: isQuota ? "Quota reached in part" : "In part"
    case .missed: isQuota ? "Nothing in the period" : "Missed"
    case .declined: "Declined"
    case .onHold: "On hold"
    case .pending: "Not over yet"
    case .used: isQuota ? "Counts towards the quota" : "Used"
    case .nothingDue: "Nothing due"
    }
  }

  var role: ChartRole {
    switch self {
    case .done: .done
    case .late: .late
    case .partial: .partial
    case .missed: .missed
    case .declined: .declined
    case .onHold: .onHold
    case .pending: .pending
    case .used: .primary
    case .nothingDue: .nothingDue
    }
  }
}

extension Adherence {
  /// The state of a day with these counts.
  ///
  /// The first matching state applies. A quota is due on the last day of its period.
  ///
  /// | state | the day's occurrences and quotas |
  /// |---|---|
  /// | pending | some are not over yet |
  /// | done, late | all that were due are done; one of them after its window had closed |
  /// | partial | some of those due are done, or one is in part |
  /// | missed | none of those due is, and not all were declined |
  /// | declined | all were declined |
  /// | onHold | all that is left of them is in a hold |
  /// | used | nothing was due, and something was used as needed or for a quota |
  var dayState: DayState {
    if pending > 0 || !isResolved { return .pending }
    if dueWithQuotas == 0 {
      if excused > 0 { return .declined }
      if onHold + quota.onHold > 0 { return .onHold }
      return uses.count > 0 ? .used : .nothingDue
    }
    if reaches(Share(1, of: 1)) {
      return timings.late + timings.doneAfterExpiry > 0 ? .late : .done
    }
    if doneWithQuotas > 0 || partial > 0 { return .partial }
    return missedWithQuotas > 0 ? .missed : .declined
  }
}

/// The counts of a day.
struct DayCounts {
  var adherence = Adherence()
  /// The number of planned occurrences outside holds, including pending ones, with quotas.
  private(set) var planned = 0.0
  /// The number of those that are done.
  private(set) var done = 0.0

  mutating func add(_ occurrence: ScoredOccurrence, _ query: AdherenceQuery, asOf: Instant) {
    adherence.add(occurrence, query, asOf: asOf)
    if occurrence.state == .cancelled || occurrence.state == .onHold { return }
    planned += 1
    if occurrence.state == .done { done += 1 }
  }

  /// Adds a quota period on its last day.
  mutating func add(_ period: QuotaPeriod, _ query: AdherenceQuery, asOf: Instant) {
    adherence.add(period, denominator: query.denominator, asOf: asOf)
    planned += period.required
    done += period.credited
  }

  /// Returns a date and its counts as text, such as `2025-03-09: 1 of 2`.
  func words(of day: CivilDate) -> String {
    var bytes = ByteWriter()
    DayMoment(day.position)?.put(to: &bytes)
    bytes.put(": ")
    switch adherence.dayState {
    case .pending:
      put(done, of: planned, to: &bytes)
      bytes.put(" so far")
    case .declined: bytes.put("declined")
    case .onHold: bytes.put("on hold")
    case .used:
      bytes.put(adherence.uses.count)
      bytes.put(adherence.uses.count == 1 ? " use" : " uses")
    case .nothingDue: bytes.put("nothing due")
    case .done, .late, .partial, .missed:
      put(adherence.doneWithQuotas, of: adherence.dueWithQuotas, to: &bytes)
    }
    return bytes.text
  }

  private func put(_ part: Double, of whole: Double, to bytes: inout ByteWriter) {
    bytes.put("\(part.shortText) of \(whole.shortText)".utf8.span)
    if adherence.quota.periods + adherence.quota.pending > 0 { bytes.put(" in the period") }
  }
}

extension TaskEvaluation {
  /// Returns the counts of each day in a range, including the quota periods that end on it and
  /// as-needed uses.
  func counts(on range: Range<CivilDate>) -> [DayCounts] {
    let first = range.lowerBound
    var days = [DayCounts](repeating: DayCounts(), count: range.upperBound - first)
    for occurrence in scored where range.contains(occurrence.day) {
      days[occurrence.day - first].add(occurrence, query, asOf: asOf)
    }
    for period in quotaPeriods where range.contains(period.day) {
      days[period.day - first].add(period, query, asOf: asOf)
    }
    for use in flexible?.uses ?? [] where range.contains(use.day) {
      days[use.day - first].adherence.uses.count += 1
    }
    return days
  }

  /// The last day in the range with a state other than ``DayState/nothingDue``, if any.
  var lastDayWithAnything: CivilDate? {
    let planned = scored.lazy.filter { $0.state != .cancelled }.map(\.day).max()
    let used = flexible?.uses.lazy.map(\.day).filter(query.range.contains).max()
    return [planned, used, quotaPeriods.map(\.day).max()].compactMap(\.self).max()
  }
}
