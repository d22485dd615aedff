/// What statistics of a cohort remember of one patient's task.
struct CohortMember: Hashable, Sendable, Codable {
  /// The patient's id.
  var patient: String
  /// Which groups the patient is in, by position in the list of the collection.
  var groups: Int
  /// The occurrences in the denominator.
  var expected: Int
  /// Those that were completed.
  var taken: Int
  /// Whether any event was kept.
  var isInitiated: Bool
  /// The hours from the first planned occurrence to the first kept event; `nil` where there is none.
  var initiationDelay: Double?
  /// The hours from the first planned occurrence to the end of the last in the denominator; `nil` where
  /// there is none.
  var observedHours: Double?
  /// The days of persistence; `nil` where it cannot be told.
  var persistenceDays: Int?
  /// Whether persistence ended by discontinuation, and not by the end of observation.
  var isDiscontinued: Bool
  /// What was due in each week of treatment, up to the length of trajectories.
  var weeksExpected: [UInt16]
  /// What of it was completed.
  var weeksTaken: [UInt16]

  /// The ratio; `nil` where nothing was due.
  var ratio: Double? { expected == 0 ? nil : Double(taken) / Double(expected) }
}

extension CohortMember {
  init(
    _ patient: String, groups: Int, _ measures: TaskMeasures, weeks count: Int
  ) {
    self.patient = patient
    self.groups = groups
    expected = measures.taking.expected
    taken = measures.taking.taken
    isInitiated = measures.phases?.isInitiated ?? false
    initiationDelay = measures.phases?.initiationDelay.value
    observedHours = measures.phases?.observedHours.value
    let course = measures.phases?.course.value
    persistenceDays = course?.persistenceDays
    isDiscontinued = course?.isDiscontinued ?? false
    weeksExpected = measures.time?.expected.prefix(count).map { UInt16(clamping: $0) } ?? []
    weeksTaken = measures.time?.taken.prefix(count).map { UInt16(clamping: $0) } ?? []
  }

  /// The ratio of each of the first weeks; `nil` unless something was due in all of them.
  func trajectory(_ weeks: Int) -> [Double]? {
    guard weeksExpected.count >= weeks, weeksExpected.prefix(weeks).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return zip(weeksTaken, weeksExpected).prefix(weeks).map { Double($0) / Double($1) }
  }
}
