package import Scheduling

/// What dosages become: the elements of a schedule, and what was noted on the way.
package struct DosedPlan: Sendable {
  /// The parts of the plan, in the order of the dosages; ids are `n.k`.
  package var parts: [DosedPart] = []
  /// What is doubtful; each keeps its record, and its field is a path within the resource.
  package var notes: [InputError] = []
  /// The first moment after the course; `nil` where it goes on.
  package var end: LocalOrInstant?

  /// The schedule.
  package var schedule: Schedule { Schedule(parts.lazy.filter(\.occurs).compactMap(\.element)) }
}

/// A part of a dosage, and what a schedule has no room for.
package struct DosedPart: Hashable, Sendable {
  /// What a part is.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// At times of the day.
    case timed
    /// All day, on days whose doses have no times.
    case day
    /// A fixed time after the one before.
    case elapsed
    /// Moments that are named.
    case events
    case quota, asNeeded
    /// A time in which nothing is due.
    case pause
  }

  /// Where hours come from.
  package enum Hours: String, Hashable, Sendable {
    case stated, profile, anchor, none
  }

  /// Which of the dosages it is of, from 1.
  package var dosage: Int
  package var kind: Kind
  /// Where its hours come from.
  package var hours = Hours.none
  /// The element; `nil` of a pause.
  package var element: ScheduleElement?
  /// Whether the element ever holds: one that ends before it begins does not, and is in no schedule.
  package var occurs = true
  /// How long a dose takes, also where the element is all-day and cannot say it.
  package var duration: ISODuration?
  /// The upper end of the frequency, or of a count that stands alone, which is never due.
  package var allowed: Int?
  /// The upper end of a count beside a frequency, which is never due.
  package var allowedInAll: Int?
}
