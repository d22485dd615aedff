package import Diagnostics
package import Scheduling

/// The plan built from dosages: schedule elements and warnings.
package struct DosedPlan: Sendable {
  /// The parts of the plan, in the order of the dosages; ids have the form `n.k`.
  package var parts: [DosedPart] = []
  /// Warnings; each keeps its record, and its field is a path within the resource.
  package var notes: [InputError] = []
  /// The end of the course (exclusive); `nil` if open.
  package var end: LocalOrInstant?

  package var schedule: Schedule { Schedule(parts.lazy.filter(\.occurs).compactMap(\.element)) }
}

/// A part of a dosage, including what a schedule element cannot represent.
package struct DosedPart: Hashable, Sendable {
  /// The kind of a part.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// At times of day.
    case timed
    /// All-day, on days whose doses have no times.
    case day
    /// At a fixed elapsed interval.
    case elapsed
    /// At listed moments.
    case events
    case quota, asNeeded
    /// A period in which nothing is due.
    case pause
  }

  /// The origin of the times of day.
  package enum Hours: String, Hashable, Sendable {
    case stated, profile, anchor, none
  }

  /// The one-based index of its dosage.
  package var dosage: Int
  package var kind: Kind
  package var hours = Hours.none
  /// The element; `nil` for a pause.
  package var element: ScheduleElement?
  /// Whether the element ever occurs; one that ends before it starts does not, and is in no
  /// schedule.
  package var occurs = true
  /// The duration of a dose, also for all-day elements, which cannot hold it.
  package var duration: ISODuration?
  /// The upper end of the frequency, or of a count alone; doses above the lower end are allowed but
  /// never due.
  package var allowed: Int?
  /// The upper end of a count beside a frequency; doses above the lower end are allowed but never
  /// due.
  package var allowedInAll: Int?
}
