/// The data kept for one patient and task, apart from the weeks.
struct CohortMember: Hashable, Sendable {
  /// The index of the patient in the collection.
  var patient: Int
  /// The occurrences in the denominator.
  var expected: Int
  /// Those that were completed.
  var taken: Int
  /// The required and done amounts of quotas.
  var quotas = QuotaTaking()
  /// The whole days until initiation, or until the patient was last observed without it; `nil` if
  /// nothing was observed.
  var initiationDays: Int?
  /// The days of the plan before the report, at which the patient enters the initiation curve; -1 if
  /// there is no follow-up left.
  var initiationEntry = 0
  /// Whether any event was accepted.
  var isInitiated: Bool
  /// Whether persistence ended by discontinuation rather than by the end of observation.
  var isDiscontinued: Bool
  /// Whether anything is due in the first weeks, so that they are stored.
  var hasWeeks = false
  /// The days of persistence until discontinuation, or until the last day on which it would have
  /// been detected; `nil` if it cannot be determined.
  var persistenceDays: Int?
  /// The part of them before the report.
  var persistenceEntry = 0
  /// The reason for the end of follow-up without discontinuation.
  var end = FollowUpEnd.reportEnd
  /// The days from the first event to an end of observation that competes with discontinuation;
  /// `nil` without one.
  var competingDays: Int?
  /// The due and done amounts between the first event and the end of persistence.
  var implementationDue = 0.0
  var implementationDone = 0.0
}

extension CohortMember {
  init(_ patient: Int, _ measures: TaskMeasures, _ end: FollowUpEnd) {
    (self.patient, self.end) = (patient, end)
    expected = measures.taking.expected
    taken = measures.taking.taken
    quotas = measures.quotas
    isInitiated = measures.phases?.isInitiated ?? false
    let delay = isInitiated ? measures.phases?.initiationDelay : measures.phases?.observedHours
    initiationDays = (delay?.value).map { Int(max(0, min($0 / 24, 1e9))) }
    let course = measures.phases?.course.value
    persistenceDays = course.flatMap { $0.isDiscontinued ? $0.persistenceDays : $0.judgedDays }
    persistenceEntry = course?.daysBefore ?? 0
    initiationEntry = CohortMember.entry(measures.phases, before: initiationDays)
    isDiscontinued = course?.isDiscontinued ?? false
    if end.isCompeting, measures.showsStopsAtObservationEnd, !isDiscontinued {
      competingDays = course?.persistenceDays
    }
    implementationDue = course?.due ?? 0
    implementationDone = course?.done ?? 0
  }

  /// The ratio; `nil` if nothing was due.
  var ratio: Double? { quotas.ratio(with: count) }

  var count: AdherenceCount { AdherenceCount(taken: taken, expected: expected) }

  /// The ratio between the first event and the end of persistence; `nil` if nothing was due.
  var implementation: Double? {
    implementationDue > 0 ? implementationDone / implementationDue : nil
  }

  /// Whether the patient's initiation, or its absence, was observed.
  var isInitiationObserved: Bool { isInitiated || initiationDays != nil }

  /// The duration of persistence and the competing cause that ended it.
  var competing: CompetingFollowUp<PersistenceEnd>? {
    guard let days = competingDays ?? persistenceDays,
      persistenceEntry == 0 || persistenceEntry < days
    else { return nil }
    let cause: PersistenceEnd? =
      isDiscontinued ? .discontinuation : competingDays.map { _ in .observation(end) }
    return CompetingFollowUp(time: Double(days), entry: Double(persistenceEntry), cause: cause)
  }

  /// The persistence within the report; `nil` if it cannot be determined, or ended before the
  /// report.
  var persistence: FollowUp? {
    persistenceDays.flatMap { days in
      FollowUp(time: days, entry: persistenceEntry, hasEvent: isDiscontinued)
    }
  }

  /// The time to initiation within the report; `nil` if nothing was observed, or treatment was
  /// initiated before the report.
  var initiation: FollowUp? {
    initiationDays.flatMap { days in
      FollowUp(time: days, entry: initiationEntry, hasEvent: isInitiated)
    }
  }

  /// Returns the day at which the patient enters the initiation curve.
  ///
  /// Days are periods of 24 hours from the first occurrence, and anything observed in the report
  /// happened after its start.
  private static func entry(_ phases: TreatmentPhases?, before days: Int?) -> Int {
    guard let phases, let days else { return 0 }
    guard phases.isInitiationInRange else { return -1 }
    return max(0, min(phases.daysBefore, days - 1))
  }
}

extension FollowUp {
  /// Creates a follow-up in whole days; `nil` if it ended before its entry.
  fileprivate init?(time: Int, entry: Int, hasEvent: Bool) {
    guard entry == 0 || (0..<time).contains(entry) else { return nil }
    self.init(time: Double(time), entry: Double(entry), hasEvent: hasEvent)
  }
}
