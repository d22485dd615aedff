/// How an element repeats after its anchor.
///
///     var pill = ScheduleElement("pill", from: CivilDateTime("2025-01-06T08:00:00")!)
///     for recurrence in [.every(ISODuration("PT8H")!), .cycle(on: 21, off: 7)] as [Recurrence] {
///       pill.recurrence = recurrence
///       print(pill.summary)
///     }
///     // every 8 hours from 6 January 2025 08:00
///     // 21 days on, 7 days off, at 08:00 from 6 January 2025
public enum Recurrence: Hashable, Sendable {
  /// The anchor alone.
  case once
  /// Anchor plus *k* periods for every *k* from 0: civil parts on the wall clock, then elapsed ones.
  case every(ISODuration)
  /// Every day for `on` days, then none for `off` days, from the anchor.
  case cycle(on: Int, off: Int)
  /// The days that a recurrence rule names.
  case rule(RecurrenceRule)
  /// A number of times in each period, at no set times: there is an expectation but no occurrences.
  case quota(Quota)
  /// As needed: there are no occurrences, and nothing is expected.
  case asNeeded(UseCaps)

  /// Whether the recurrence has occurrences, as all have except quotas and as-needed use.
  package var hasOccurrences: Bool {
    switch self {
    case .once, .every, .cycle, .rule: true
    case .quota, .asNeeded: false
    }
  }
}

/// How dates that do not exist in a month are resolved.
public enum MonthEndPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  /// The last day of the month.
  case clamp
  /// No occurrence; it does not count towards `count` either.
  case skip
  /// A date in the next month, later by the number of missing days.
  case overflow
}

/// How local times in a gap (skipped when clocks are set forward) are resolved.
public enum GapPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  /// Later by the length of the gap, as in RFC 5545.
  case shiftForward
  /// Earlier by the length of the gap.
  case shiftBack
  /// No occurrence; the ordinal is used up.
  case skip
}

/// How local times in an overlap (repeated when clocks are set back) are resolved.
public enum OverlapPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  case first
  case last
  /// Two occurrences with the same ordinal.
  case both
}
