import AdherenceAnalytics
import Scheduling

// The law about observers.
extension StoreLaw {
  func checkObservation<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    func make() async throws -> (any ObservableStore)? {
      try await makeStore() as? any ObservableStore
    }
    guard let first = try await make(), let second = try await make(),
      let third = try await make()
    else { return }
    try await checkLateSubscription(to: first)
    try await checkHearing(of: second)
    try await checkCancellation(in: third)
  }

  private func patient(_ id: String) -> CareChange { .add(.patient(Patient(id: id, zone: .utc))) }

  private func task(_ id: String, of patient: String) -> CareChange {
    .add(.task(CareTask(id: id, schedule: Schedule([])), of: patient))
  }

  /// A write between reading a revision and subscribing is observed.
  private func checkLateSubscription(to store: some ObservableStore) async throws {
    try await store.apply([patient("ann")])
    let revision = try await store.revision
    let read = try await store.all().map(\.patient.id)
    try await store.apply([patient("ben")])
    try await store.apply([task("tablet", of: "ann")])
    var observer = store.observe(since: revision).makeAsyncIterator()
    let heard = try await observer.next()?.records ?? []
    try require(
      read == ["ann"] && heard.map(\.patient) == ["ann", "ben"]
        && heard.map(\.isNew) == [false, true],
      "of what was written before a subscription \(heard) is heard")
  }

  /// Writers add a task to both of two patients in each batch, which every observer receives once.
  private func checkHearing(of store: some ObservableStore) async throws {
    let (writers, batches) = (4, 15)
    let start = try await store.revision
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { try await hear(of: store, since: start, batches: writers * batches + 1) }
      }
      try await store.apply(["ann", "zoe"].map(patient))
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<batches {
            try await store.apply(["ann", "zoe"].map { task("\(writer)/\(number)", of: $0) })
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Observes until the given number of batches was written.
  private func hear(
    of store: some ObservableStore, since start: StoreRevision, batches: Int
  ) async throws {
    var (revision, tasks) = (start, 0)
    for try await changes in store.observe(since: start) {
      try require(changes.revision.number > revision.number, "an observer goes backwards")
      revision = changes.revision
      let places = changes.records.map { $0.positions[.task] ?? tasks..<tasks }
      try require(places.count == 2 && places[0] == places[1], "a batch is heard in part")
      try require(
        places[0].lowerBound == tasks, "behind \(tasks) tasks an observer hears of \(places[0])")
      tasks = places[0].upperBound
      if revision.number >= start.number + batches { break }
    }
    try require(tasks == batches - 1, "of \(batches - 1) tasks an observer hears of \(tasks)")
  }

  /// Observers end when they are cancelled, even before they start, and do not block others.
  private func checkCancellation(in store: some ObservableStore) async throws {
    let start = try await store.revision
    let observers = (0..<20).map { _ in
      Task { for try await _ in store.observe(since: start) {} }
    }
    for observer in observers.prefix(10) { observer.cancel() }
    try await store.apply([patient("ann")])
    for observer in observers.suffix(10) { observer.cancel() }
    for observer in observers { try await observer.value }
    var late = store.observe(since: start).makeAsyncIterator()
    let heard = try await late.next()?.records.map(\.patient) ?? []
    try require(heard == ["ann"], "after others were cancelled \(heard) is heard")
  }
}
