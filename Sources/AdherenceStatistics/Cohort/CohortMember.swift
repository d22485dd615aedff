/// What statistics of a cohort remember of one patient's task, besides the weeks.
struct CohortMember: Hashable, Sendable {
  /// The patient's place in the list of the collection.
  var patient: Int
  /// The occurrences in the denominator.
  var expected: Int
  /// Those that were completed.
  var taken: Int
  /// What quotas asked for, and what of it was done.
  var quotas = QuotaTaking()
  /// After how many whole days the patient began, or was last seen without having begun; `nil` where
  /// nothing was observed.
  var initiationDays: Int?
  /// The days of the plan before the report, from which on initiation was waited for; -1 where nothing was
  /// left to wait for.
  var initiationEntry = 0
  /// Whether any event was kept.
  var isInitiated: Bool
  /// Whether persistence ended by discontinuation, and not by the end of observation.
  var isDiscontinued: Bool
  /// Whether something is due in any of the first weeks, so that they were kept.
  var hasWeeks = false
  /// The days of persistence up to discontinuation, or else up to the last day on which that would have been seen;
  /// `nil` where it cannot be told.
  var persistenceDays: Int?
  /// Those of them that lie before the report.
  var persistenceEntry = 0
  /// Why follow-up ends without discontinuation.
  var end = FollowUpEnd.reportEnd
  /// The days from the first event to the end of observation by a cause that competes with discontinuation; `nil`
  /// without such an end.
  var competingDays: Int?
  /// What was due between the first event and the end of persistence, and what of it was done.
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

  /// The ratio; `nil` where nothing was due.
  var ratio: Double? { quotas.ratio(with: count) }

  /// The occurrences done of those due.
  var count: AdherenceCount { AdherenceCount(taken: taken, expected: expected) }

  /// The share done of what was due between the first event and the end of persistence; `nil` where nothing was.
  var implementation: Double? {
    implementationDue > 0 ? implementationDone / implementationDue : nil
  }

  /// Whether the patient began, or was seen not to begin.
  var isInitiationObserved: Bool { isInitiated || initiationDays != nil }

  /// How long the patient persisted, and which of the causes that exclude each other ended it.
  var competing: CompetingFollowUp<PersistenceEnd>? {
    guard let days = competingDays ?? persistenceDays,
      persistenceEntry == 0 || persistenceEntry < days
    else { return nil }
    let cause: PersistenceEnd? =
      isDiscontinued ? .discontinuation : competingDays.map { _ in .observation(end) }
    return CompetingFollowUp(time: Double(days), entry: Double(persistenceEntry), cause: cause)
  }

  /// How long the patient persisted, seen from the report's first day on; `nil` where that cannot be told,
  /// and where it ended before.
  var persistence: FollowUp? {
    persistenceDays.flatMap { days in
      FollowUp(time: days, entry: persistenceEntry, hasEvent: isDiscontinued)
    }
  }

  /// How long it took until the patient began, seen likewise; `nil` where nothing was observed, and where
  /// the patient had begun before.
  var initiation: FollowUp? {
    initiationDays.flatMap { days in
      FollowUp(time: days, entry: initiationEntry, hasEvent: isInitiated)
    }
  }

  /// From which day on initiation was waited for.
  ///
  /// Days are counted in 24 hours from the first occurrence, and what was seen in the report came later than
  /// the report began.
  private static func entry(_ phases: TreatmentPhases?, before days: Int?) -> Int {
    guard let phases, let days else { return 0 }
    guard phases.isInitiationInRange else { return -1 }
    return max(0, min(phases.daysBefore, days - 1))
  }
}

extension FollowUp {
  /// A follow-up in whole days; `nil` where it was over when it would have been entered.
  fileprivate init?(time: Int, entry: Int, hasEvent: Bool) {
    guard entry == 0 || (0..<time).contains(entry) else { return nil }
    self.init(time: Double(time), entry: Double(entry), hasEvent: hasEvent)
  }
}
