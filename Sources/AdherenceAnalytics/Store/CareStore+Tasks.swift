public import Scheduling

// CareKit's calls for tasks. Writing throws `StoreError` where it contradicts the store, which then
// stays as it was, and what the store says of its database; reading throws the latter.
extension CareStore {
  /// Adds a task to a patient's record.
  public func addTask(_ task: CareTask, of patient: String) async throws {
    try await addTasks([task], of: patient)
  }

  /// Adds tasks to a patient's record, all or none.
  public func addTasks(_ tasks: [CareTask], of patient: String) async throws {
    try await apply(tasks.map { .add(.task($0, of: patient)) })
  }

  /// Appends a version of a task to those that the store has.
  public func updateTask(_ task: CareTask, of patient: String) async throws {
    try await updateTasks([task], of: patient)
  }

  /// Appends versions of tasks to those that the store has, all or none.
  public func updateTasks(_ tasks: [CareTask], of patient: String) async throws {
    try await apply(tasks.map { .update(.task($0, of: patient)) })
  }

  /// Ends a task from a moment on; without a moment it never was.
  public func deleteTask(
    withID id: String, of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    try await deleteTasks(withIDs: [id], of: patient, at: moment, recordedAt: recordedAt)
  }

  /// Ends tasks from a moment on, all or none; without a moment they never were.
  public func deleteTasks(
    withIDs ids: [String], of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    let identities = ids.map { CareIdentity(.task, $0, of: patient) }
    try await apply(identities.map { .delete($0, at: moment, recordedAt: recordedAt) })
  }

  /// The newest version of a task; `nil` where the patient has none or it is deleted.
  public func fetchTask(withID id: String, of patient: String) async throws -> CareTask? {
    var query = TaskQuery()
    query.ids = [id]
    let versions = try await fetchTasks(query: query, of: PatientQuery(ids: [patient]))
    return versions.last.flatMap { $0.isEnded ? nil : $0 }
  }

  /// The tasks that a query chooses, the versions of one next to each other.
  ///
  /// Order, offset and limit count over all patients together; without an order the tasks come
  /// patient by patient, in order of the patients' ids.
  public func fetchTasks(
    query: TaskQuery = TaskQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CareTask] {
    var records = CareQuery(patients: patients, kinds: [.task], asKnownAt: asKnownAt)
    records.tasks = query.unpaged
    return try await fetch(query, from: records, \.tasks)
  }
}
