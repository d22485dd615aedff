@testable import Scheduling

/// Compares a schedule with its definition, if enumerating it is fast.
struct DefinitionChecks {
  let schedule: Schedule
  let zone: Zone

  /// Zones that the definition supports: changes at full hours, never two within a few days.
  private static let zones = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]

  /// Compares the first occurrences.
  func run() throws {
    guard isDefined, let horizon else { return }
    let occurrences = try Occurrences(of: schedule, in: zone)
    let rows = Definition(schedule: schedule, zoneName: zone.id).rows(before: horizon)
    let found = occurrences.starting(in: .earliest..<horizon, limit: rows.count + 1)
    try require(found.count, is: rows.count, "occurrences before \(horizon)")
    for (a, b) in zip(found, rows) {
      try require(a.start, is: b.start, "the start of \(b)")
      try require(a.ordinal, is: b.ordinal, "the ordinal of \(b)")
      try require(a.element, is: b.element, "the element of \(b)")
      try require(occurrences.nominal(of: a), is: b.nominal, "the nominal time of \(b)")
      try require(occurrences.end(of: a), is: b.end, "the end of \(b)")
    }
  }

  private var isDefined: Bool {
    Self.zones.contains(zone.id) && schedule.overrides.isEmpty && !schedule.isDistinct
      && 1...4 ~= schedule.elements.count && schedule.elements.allSatisfy(\.isDefined)
  }

  /// The earliest instant by which some element has had a few dozen occurrences.
  private var horizon: Instant? {
    schedule.elements.map { element in
      element.start.instant(in: zone).adding(seconds: element.span)
    }.min()
  }
}

extension ScheduleElement {
  fileprivate var isDefined: Bool {
    if begin != nil || duration.months > 12 || duration.days > 400 || duration.seconds > 1 << 30 {
      return false
    }
    if case .fixed(let zone) = clockBinding, !["UTC", "America/New_York"].contains(zone.id) {
      return false
    }
    if case .rule(let rule) = recurrence, !RuleDefinition.isKnown(rule, monthEnd: monthEnd) {
      return false
    }
    return 1990...2030 ~= start.civil(in: .utc).date.year
  }

  /// The number of seconds that the definition can enumerate quickly.
  fileprivate var span: Int64 {
    switch recurrence {
    case .once, .quota, .asNeeded, .cycle: 100 * 86_400
    case .every(let period):
      min(
        100 * 86_400,
        50 * Int64(period.months * 30 * 86_400 + period.days * 86_400 + period.seconds))
    case .rule(let rule): rule.frequency.span
    }
  }
}

extension RecurrenceRule.Frequency {
  fileprivate var span: Int64 {
    switch self {
    case .secondly: 600
    case .minutely: 86_400
    case .hourly: 20 * 86_400
    case .daily, .weekly: 200 * 86_400
    case .monthly: 500 * 86_400
    case .yearly: 1500 * 86_400
    }
  }
}
