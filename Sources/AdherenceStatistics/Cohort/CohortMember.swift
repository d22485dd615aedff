/// What statistics of a cohort remember of one patient's task, besides the weeks.
struct CohortMember: Hashable, Sendable, Codable {
  /// The patient's id.
  var patient: String
  /// Which groups the patient is in, by position in the list of the collection.
  var groups: Int32
  /// The occurrences in the denominator.
  var expected: Int32
  /// Those that were completed.
  var taken: Int32
  /// After how many whole days the patient began, or was last seen without having begun; `nil` where
  /// nothing was observed.
  var initiationDays: Int32?
  /// Whether any event was kept.
  var isInitiated: Bool
  /// Whether persistence ended by discontinuation, and not by the end of observation.
  var isDiscontinued: Bool
  /// The days of persistence; `nil` where it cannot be told.
  var persistenceDays: Int32?
}

extension CohortMember {
  init(_ patient: String, groups: Int, _ measures: TaskMeasures) {
    self.patient = patient
    self.groups = Int32(clamping: groups)
    expected = Int32(clamping: measures.taking.expected)
    taken = Int32(clamping: measures.taking.taken)
    isInitiated = measures.phases?.isInitiated ?? false
    let delay = isInitiated ? measures.phases?.initiationDelay : measures.phases?.observedHours
    initiationDays = (delay?.value).map { Int32(max(0, min($0 / 24, 1e9))) }
    let course = measures.phases?.course.value
    persistenceDays = course.map { Int32(clamping: $0.persistenceDays) }
    isDiscontinued = course?.isDiscontinued ?? false
  }

  /// The ratio; `nil` where nothing was due.
  var ratio: Double? { expected == 0 ? nil : Double(taken) / Double(expected) }

  /// What was done of what was due.
  var count: AdherenceCount { AdherenceCount(taken: Int(taken), expected: Int(expected)) }

  /// How long the patient persisted; `nil` where that cannot be told.
  var persistence: FollowUp? {
    persistenceDays.map { FollowUp(time: Double($0), hasEvent: isDiscontinued) }
  }

  /// How long it took until the patient began; `nil` where nothing was observed.
  var initiation: FollowUp? {
    initiationDays.map { FollowUp(time: Double($0), hasEvent: isInitiated) }
  }
}
