import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// CareKit's calls, with a store in memory.
@Suite struct CareStoreTests {
  private let day = Result { try days("2024-01-16", "2024-01-17") }

  private let noon = Instant(seconds: 1_705_406_400)

  private func store() async throws -> MemoryStore {
    let store = MemoryStore()
    try await store.add(.patient(patient("ann")), .patient(patient("ben")))
    return store
  }

  private func tablet(_ title: String, from: String? = nil) throws -> CareTask {
    var tablet = task("tablet", .window, try element(from: "2024-01-01T08:00"))
    tablet.title = title
    tablet.effectiveFrom = try from.map(moment)
    return tablet
  }

  @Test func patients() async throws {
    let store = try await store()
    var ann = try patient("ann", group: "A")
    ann.familyName = "Z"
    ann.recordedAt = noon
    try await store.update(.patient(ann))
    #expect(try await store.fetchPatient(withID: "ann") == ann)
    try await store.delete(.patient("ben"), at: try moment("2024-02-01"), recordedAt: noon)
    #expect(try await store.fetchPatient(withID: "ben") == nil)
    #expect(try await store.fetchPatient(withID: "zoe") == nil)
    try await store.add(.patient(try patient("carl")))
    var query = PatientQuery()
    query.sortedBy = [.descending(.familyName)]
    #expect(
      try await store.fetchPatients(query: query).map(\.id) == ["ann", "ann", "ben", "ben", "carl"])
    (query.offset, query.limit) = (1, 1)
    #expect(try await store.fetchPatients(query: query).map(\.id) == ["ben", "ben"])
    query = PatientQuery()
    query.range = .day(try TestSupport.day("2024-02-01"))
    #expect(try await store.fetchPatients(query: query) == [ann, try patient("carl")])
  }

  @Test func tasks() async throws {
    let store = try await store()
    let first = try tablet("first")
    try await store.add(.task(first, of: "ann"))
    let second = try tablet("second", from: "2024-03-01")
    try await store.update(.task(second, of: "ann"))
    #expect(try await store.fetchTask(withID: "tablet", of: "ann") == second)
    #expect(try await store.fetchTasks() == [first, second])
    var query = TaskQuery()
    query.range = .days(try day.get())
    #expect(try await store.fetchTasks(query: query) == [first])
    try await store.delete(
      CareIdentity(.task, "tablet", of: "ann"), at: try moment("2024-04-01"), recordedAt: noon)
    #expect(try await store.fetchTask(withID: "tablet", of: "ann") == nil)
    #expect(try await store.fetchTasks().count == 3)
  }

  @Test func ordersAndLimitsOverAllPatients() async throws {
    let store = try await store()
    for (patient, titles) in [("ann", ["c", "a"]), ("ben", ["b", "d"])] {
      let tasks = titles.map { title in
        var task = CareTask(id: title, schedule: Schedule([]))
        task.title = title
        return task
      }
      try await store.apply(tasks.map { .add(.task($0, of: patient)) })
    }
    var query = TaskQuery()
    query.sortedBy = [.ascending(.title)]
    #expect(try await store.fetchTasks(query: query).map(\.id) == ["a", "b", "c", "d"])
    (query.offset, query.limit) = (1, 2)
    #expect(try await store.fetchTasks(query: query).map(\.id) == ["b", "c"])
    let ben = try await store.fetchTasks(query: query, of: PatientQuery(ids: ["ben"]))
    #expect(ben.map(\.id) == ["d"])
  }

  @Test func plansAndContacts() async throws {
    let store = try await store()
    var plan = CarePlan(id: "knee", title: "Knee")
    try await store.add(.carePlan(plan, of: "ann"))
    var doctor = Contact(id: "doctor", givenName: "Maria")
    doctor.carePlan = "knee"
    try await store.add(.contact(doctor, of: "ann"), .contact(Contact(id: "friend"), of: "ann"))
    var query = ContactQuery()
    query.carePlans = ["knee"]
    #expect(try await store.fetchContacts(query: query) == [doctor])
    query.carePlans = [nil]
    #expect(try await store.fetchContacts(query: query).map(\.id) == ["friend"])
    plan.title = "Both knees"
    plan.recordedAt = noon
    try await store.update(.carePlan(plan, of: "ann"))
    #expect(try await store.fetchCarePlan(withID: "knee", of: "ann")?.title == "Both knees")
    try await store.delete(CareIdentity(.contact, "friend", of: "ann"), recordedAt: noon)
    try await store.delete(CareIdentity(.carePlan, "knee", of: "ann"), recordedAt: .latest)
    #expect(try await store.fetchContact(withID: "friend", of: "ann") == nil)
    #expect(try await store.fetchCarePlan(withID: "knee", of: "ann") == nil)
  }

  @Test func outcomesAndHolds() async throws {
    let store = try await store()
    try await store.add(.task(tablet("first"), of: "ann"))
    var taken = try outcome("tablet/2024-01-16T08:00:00")
    taken.id = "o"
    taken.recordedAt = try at("2024-01-16T08:01:00Z")
    try await store.add(
      .outcome(taken, of: "ann"), .outcome(try event("2024-01-17T08:00"), of: "ann"))
    var query = OutcomeQuery()
    query.tasks = ["tablet"]
    query.range = .days(try day.get())
    #expect(try await store.fetchOutcomes(query: query) == [taken])
    try await store.delete(CareIdentity(.outcome, "o", of: "ann"), recordedAt: .latest)
    #expect(try await store.fetchOutcomes(query: query).isEmpty)
    let then = try at("2024-01-20T00:00:00Z")
    #expect(try await store.fetchOutcomes(query: query, asKnownAt: then) == [taken])
    var hold = Hold(from: try moment("2024-01-20"), to: nil)
    hold.id = "h"
    try await store.add(.hold(hold, of: "ann"))
    hold.reason = "travel"
    hold.recordedAt = noon
    try await store.update(.hold(hold, of: "ann"))
    try await store.delete(CareIdentity(.hold, "h", of: "ann"), recordedAt: .latest)
    #expect(try await store.fetchHolds().map(\.isDeleted) == [false, false, true])
  }

  @Test func refusesTheWholeBatch() async throws {
    let store = try await store()
    await #expect(throws: StoreError.duplicate(.patient("ann"))) {
      try await store.add(.patient(patient("zoe")), .patient(patient("ann")))
    }
    #expect(try await store.fetchPatient(withID: "zoe") == nil)
  }

  @Test func reportsErrors() throws {
    let tablet = CareIdentity(.task, "tablet", of: "ann")
    #expect(
      StoreError.duplicate(tablet).description
        == "task 'tablet' of patient 'ann' is there already (update it, or delete it first)")
    #expect(
      StoreError.noSuch(.patient("ann")).description
        == "patient 'ann' is not there (add it first)")
    #expect(
      StoreError.recordedEarlier(tablet, than: try at("2024-01-01T00:00:00Z")).description
        == "task 'tablet' of patient 'ann' has a version recorded at 2024-01-01T00:00:00Z "
        + "(record this one then or later)")
    #expect(
      StoreError.overlapping(tablet).description
        == "task 'tablet' of patient 'ann' has a version of the same moments "
        + "(give this one a later 'recordedAt')")
    #expect(
      StoreError.unnamed(.hold, patient: "ann").description
        == "hold of patient 'ann' without an id (give it one when it is added)")
  }
}
