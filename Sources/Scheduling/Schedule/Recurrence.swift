/// How an element repeats after its anchor.
///
///     var pill = ScheduleElement("pill", from: CivilDateTime("2025-01-06T08:00:00")!)
///     for recurrence in [.every(Period("PT8H")!), .cycle(on: 21, off: 7)] as [Recurrence] {
///       pill.recurrence = recurrence
///       print(pill.summary)
///     }
///     // every 8 hours from 6 January 2025 08:00
///     // 21 days on, 7 days off, at 08:00 from 6 January 2025
public enum Recurrence: Hashable, Sendable {
  /// The anchor alone.
  case once
  /// Anchor plus *k* periods for every *k* from 0: civil parts on the wall clock, then elapsed ones.
  case every(Period)
  /// Every day for `on` days, then none for `off` days, from the anchor.
  case cycle(on: Int, off: Int)
  /// The days that a recurrence rule names.
  case rule(RecurrenceRule)
  /// So many times in each period, at no set times: there are no occurrences, only an expectation.
  case quota(Quota)
  /// Whenever it is needed: there are no occurrences, and nothing is expected.
  case asNeeded(UseCaps)

  /// Whether there are occurrences: quotas and what is taken as needed have none.
  package var hasOccurrences: Bool {
    switch self {
    case .once, .every, .cycle, .rule: true
    case .quota, .asNeeded: false
    }
  }
}

/// What becomes of a date that its month does not have.
public enum MonthEndPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  /// The last day of the month.
  case clamp
  /// No occurrence; it is not counted either.
  case skip
  /// As many days into the next month as were missing.
  case overflow
}

/// What becomes of a local time that clocks skip.
public enum GapPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  /// Later by the length of the gap, as RFC 5545 reads it.
  case shiftForward
  /// Earlier by the length of the gap.
  case shiftBack
  /// No occurrence; its ordinal stays taken.
  case skip
}

/// What a local time means that clocks show twice.
public enum OverlapPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  case first
  case last
  /// Two occurrences of one ordinal.
  case both
}
