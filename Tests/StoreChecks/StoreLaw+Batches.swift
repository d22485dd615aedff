import AdherenceAnalytics
import Diagnostics
import Scheduling

// Laws about batches: rejections, atomicity, isolation.
extension StoreLaw {
  /// A change that contradicts the store, with the expected error.
  private struct Refusal {
    var name: String
    var change: CareChange
    var error: StoreError
  }

  /// Fills a store with ann, her tablet, and a deleted task.
  private func furnish(_ store: some CareStore) async throws {
    var tablet = CareTask(id: "tablet", schedule: Schedule([]))
    tablet.recordedAt = Instant(seconds: 1_000)
    let gone = CareTask(id: "gone", schedule: Schedule([]))
    var outcome = Outcome(task: "tablet", time: Instant(seconds: 0))
    outcome.id = "outcome"
    try await store.apply([
      .add(.patient(Patient(id: "ann", zone: .utc))), .add(.task(tablet, of: "ann")),
      .add(.task(gone, of: "ann")),
      .delete(CareIdentity(.task, "gone", of: "ann"), recordedAt: World.noon),
      .add(.outcome(outcome, of: "ann")),
    ])
  }

  private var refusals: [Refusal] {
    let ann = Patient(id: "ann", zone: .utc)
    let ben = Patient(id: "ben", zone: .utc)
    let tablet = CareIdentity(.task, "tablet", of: "ann")
    let gone = CareIdentity(.task, "gone", of: "ann")
    func task(_ id: String) -> CareTask { CareTask(id: id, schedule: Schedule([])) }
    var same = task("tablet")
    same.recordedAt = Instant(seconds: 1_000)
    var impossible = task("impossible")
    impossible.schedule.elements = ["e", "e"].map { ScheduleElement($0, on: World.first) }
    var outcome = Outcome(task: "tablet", time: Instant(seconds: 0))
    outcome.id = "outcome"
    var stray = outcome
    stray.task = "unknown"
    stray.id = nil
    var nameless = outcome
    nameless.id = nil
    return [
      Refusal(
        name: "a patient twice", change: .add(.patient(ann)), error: .duplicate(.patient("ann"))),
      Refusal(
        name: "an unknown patient", change: .update(.patient(ben)), error: .noSuch(.patient("ben"))),
      Refusal(
        name: "a plan of an unknown patient", change: .add(.carePlan(CarePlan(id: "p"), of: "ben")),
        error: .noSuch(.patient("ben"))),
      Refusal(
        name: "an unknown contact", change: .update(.contact(Contact(id: "c"), of: "ann")),
        error: .noSuch(CareIdentity(.contact, "c", of: "ann"))),
      Refusal(
        name: "a task twice", change: .add(.task(task("tablet"), of: "ann")),
        error: .duplicate(tablet)),
      Refusal(
        name: "a deleted task", change: .update(.task(task("gone"), of: "ann")),
        error: .noSuch(gone)),
      Refusal(
        name: "a deletion twice", change: .delete(gone, recordedAt: .latest), error: .noSuch(gone)),
      Refusal(
        name: "an earlier recording", change: .update(.task(task("tablet"), of: "ann")),
        error: .recordedEarlier(tablet, than: Instant(seconds: 1_000))),
      Refusal(
        name: "an impossible schedule", change: .add(.task(impossible, of: "ann")),
        error: .invalid(
          CareIdentity(.task, "impossible", of: "ann"),
          InputError(.duplicate(kind: "element", id: "e"), field: "elements.1.id"))),
      Refusal(
        name: "a version of the same moments", change: .update(.task(same, of: "ann")),
        error: .overlapping(tablet)),
      Refusal(
        name: "an outcome of the same moment", change: .update(.outcome(outcome, of: "ann")),
        error: .overlapping(CareIdentity(.outcome, "outcome", of: "ann"))),
      Refusal(
        name: "an outcome twice", change: .add(.outcome(outcome, of: "ann")),
        error: .duplicate(CareIdentity(.outcome, "outcome", of: "ann"))),
      Refusal(
        name: "an outcome of an unknown task", change: .add(.outcome(stray, of: "ann")),
        error: .noSuch(CareIdentity(.task, "unknown", of: "ann"))),
      Refusal(
        name: "an outcome without an id", change: .update(.outcome(nameless, of: "ann")),
        error: .unnamed(.outcome, patient: "ann")),
      Refusal(
        name: "an unknown hold",
        change: .delete(CareIdentity(.hold, "h", of: "ann"), recordedAt: .latest),
        error: .noSuch(CareIdentity(.hold, "h", of: "ann"))),
    ]
  }

  func checkRefusals<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    try await furnish(store)
    for refusal in refusals {
      do {
        try await store.apply([refusal.change])
        throw BrokenLaw(law: self, evidence: "\(refusal.name) is not refused")
      } catch let error as StoreError {
        try require(error == refusal.error, "\(refusal.name): \(error), not \(refusal.error)")
      }
    }
  }

  func checkAtomicity<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    try await furnish(store)
    let before = try await store.all()
    var ann = Patient(id: "ann", zone: .utc)
    ann.group = "other"
    ann.recordedAt = World.noon
    let walk = CareTask(id: "walk", schedule: Schedule([]))
    let good: [CareChange] = [
      .update(.patient(ann)), .add(.patient(Patient(id: "ben", zone: .utc))),
      .add(.task(walk, of: "ann")),
      .add(.outcome(Outcome(task: "walk", time: Instant(seconds: 0)), of: "ann")),
    ]
    for refusal in refusals where refusal.change.patient == "ann" {
      for place in 0...good.count {
        var batch = good
        batch.insert(refusal.change, at: place)
        let isApplied = await applies(batch, store)
        try require(!isApplied, "a batch with \(refusal.name) in it is applied")
        try require(try await store.all(), equal: before, "after \(refusal.name) at \(place)")
      }
    }
    try await store.apply(good)
    let outcomes = try await store.all().flatMap { Array($0.outcomes) }
    try require(outcomes.count == 2, "a good batch after refused ones is not applied")
  }

  private func applies(_ changes: [CareChange], _ store: some CareStore) async -> Bool {
    do { try await store.apply(changes) } catch { return false }
    return true
  }

  /// Writers add a task to both of two patients in each batch; readers never see one without the
  /// other.
  func checkIsolation<Store: CareStore>(
    batches: Int, _ makeStore: () async throws -> Store
  ) async throws {
    let store = try await makeStore()
    let pair = ["ann", "zoe"]
    try await store.apply(pair.map { .add(.patient(Patient(id: $0, zone: .utc))) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<batches {
            let task = CareTask(id: "\(writer)/\(number)", schedule: Schedule([]))
            try await store.apply(pair.map { .add(.task(task, of: $0)) })
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<batches {
            let tasks = try await store.all().map { Set($0.taskIDs) }
            try require(tasks.count == 2 && tasks[0] == tasks[1], "a batch is seen in part")
          }
        }
      }
      try await group.waitForAll()
    }
    let counts = try await store.all().map(\.tasks.count)
    try require(
      counts == [4 * batches, 4 * batches], "of \(4 * batches) batches \(counts) are there")
  }
}
