// CareKit 1.x's two higher-order reads.
extension CareStore {
  /// Counts the occurrences due and done on each day of a query's range, over all patients asked for.
  public func dailyCompletionStatus(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery(),
    patients: PatientQuery = PatientQuery()
  ) async throws -> [DailyCompletion] {
    var days: [DailyCompletion] = []
    for try await record in try await records(matching: .forEvaluation(of: patients)) {
      let own = try record.dailyCompletionStatus(query, of: tasks)
      if days.isEmpty {
        days = own
      } else {
        for index in days.indices { days[index].merge(own[index]) }
      }
    }
    return days
  }

  /// Calls a closure with the events of a query's days, patient by patient and day by day.
  ///
  /// - Parameters:
  ///   - query: The days, and the definitions of completion; its period is ignored.
  ///   - tasks: The tasks to include; by default all.
  ///   - patients: The patients to include; by default all.
  ///   - body: Receives each event, and may set `stop`; nothing more is read then.
  /// - Throws: `InputError` for the first task that cannot be evaluated, the errors of `body`, and those of
  ///   the database.
  public func enumerateEvents(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery(),
    patients: PatientQuery = PatientQuery(),
    _ body: (_ patient: Patient, _ event: CareEvent, _ stop: inout Bool) async throws -> Void
  ) async throws {
    var stop = false
    for try await record in try await records(matching: .forEvaluation(of: patients)) {
      for event in try record.events(query, of: tasks) {
        try await body(record.patient, event, &stop)
        if stop { return }
      }
    }
  }
}

extension CareQuery {
  /// Returns the query of all data that evaluation needs.
  fileprivate static func forEvaluation(of patients: PatientQuery) -> CareQuery {
    CareQuery(patients: patients, kinds: [.task, .outcome, .hold, .carePlan, .namedEvent])
  }
}
