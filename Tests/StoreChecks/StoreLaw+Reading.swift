import AdherenceAnalytics
import Scheduling

// Laws about reading.
extension StoreLaw {
  func checkRoundTrip<Store: CareStore>(
    _ seeds: ClosedRange<UInt64>, _ makeStore: () async throws -> Store
  ) async throws {
    let store = try await makeStore()
    let rich = try CareRecord.rich(id: "rich")
    try await store.apply(rich.changes)
    try require(try await store.all(), equal: [rich], "the record of every field")
    for seed in seeds {
      let (store, world) = try await world(seed, makeStore)
      try require(try await store.all(), equal: world.records, "world \(seed)")
    }
  }

  /// Lists are read back in their order, which is not alphabetical.
  func checkOrder<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    let words = ["m", "z", "a", "Z", "10", "9", "ä", "m"]
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.patient.allergies = words
    record.patient.tags = words
    record.patient.notes = words.map { RecordNote($0) }
    let elements = words.dropLast().map { ScheduleElement($0, on: World.first) }
    record.tasks = ["m", "z", "a"].map { CareTask(id: $0, schedule: Schedule(elements)) }
    var outcome = Outcome(task: "z", time: Instant(seconds: 0))
    outcome.values = words.map { OutcomeValue(.text($0), kind: $0) }
    record.outcomes = [outcome, Outcome(task: "a", time: Instant(seconds: -9)), outcome]
    try await store.apply(record.changes)
    try require(try await store.all(), equal: [record], "lists")
  }

  func checkIDOrder<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    let ids = ["b", " ", "a", "B", "é", "z", "aa", "10", "9", "a b", "e"]
    for id in ids { try await store.apply([.add(.patient(Patient(id: id, zone: .utc)))]) }
    var again = Patient(id: "aa", zone: .utc)
    again.recordedAt = World.noon
    try await store.apply([.update(.patient(again))])
    let found = try await store.all().map(\.patient.id)
    try require(found == ids.sorted(), "\(found), not \(ids.sorted())")
  }

  /// Runs random queries of one kind on random worlds.
  func checkQueries<Store: CareStore>(
    _ seeds: ClosedRange<UInt64>, _ makeStore: () async throws -> Store,
    _ query: (inout World) throws -> CareQuery
  ) async throws {
    for seed in seeds {
      var (store, world) = try await world(seed, makeStore)
      for _ in 0..<16 {
        let query = try query(&world)
        let expected = NaiveReading(query: query, records: world.records).answer
        try require(try await store.all(query), equal: expected, "world \(seed), \(query)")
      }
    }
  }

  func checkPartitions<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    let ids = (0..<200).map { "patient \($0)" }
    try await store.apply(ids.map { .add(.patient(Patient(id: $0, zone: .utc))) })
    for count in [1, 2, 3, 7] {
      var query = CareQuery()
      var found: [String] = []
      for index in 0..<count {
        query.partition = Partition(index, of: count)
        let share = try await store.all(query).map(\.patient.id)
        try require(share == share.sorted(), "share \(index) of \(count) is out of order")
        try require(
          share == ids.sorted().filter(Partition(index, of: count).contains),
          "share \(index) of \(count) has other patients than `Partition` says")
        found += share
      }
      try require(found.sorted() == ids.sorted(), "\(count) shares do not make a whole")
    }
    try await checkPartitionsOfPages(store)
  }

  /// Limits apply before patients are partitioned, so that all readers together return one result.
  private func checkPartitionsOfPages(_ store: some CareStore) async throws {
    var query = CareQuery()
    query.patients.sortedBy = [.descending(.recorded)]
    (query.patients.offset, query.patients.limit) = (3, 50)
    let whole = try await store.all(query).map(\.patient.id)
    var found: [String] = []
    for index in 0..<4 {
      query.partition = Partition(index, of: 4)
      found += try await store.all(query).map(\.patient.id)
    }
    try require(whole.count == 50 && found.sorted() == whole.sorted(), "limits count in each share")
  }

  /// Returns a store of a random world, written in one batch or several.
  func world<Store: CareStore>(
    _ seed: UInt64, _ makeStore: () async throws -> Store
  ) async throws -> (Store, World) {
    let store = try await makeStore()
    let world = try World(seed: seed)
    if seed.isMultiple(of: 2) {
      try await store.apply(world.records.flatMap(\.changes))
    } else {
      for record in world.records.reversed() { try await store.apply(record.changes) }
    }
    return (store, world)
  }
}
