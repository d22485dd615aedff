import AdherenceAnalytics
import Scheduling

// Laws about writing.
extension StoreLaw {
  /// Reads after each batch, and compares with reads as of then at the end.
  func checkKnowledge<Store: CareStore>(
    _ seeds: ClosedRange<UInt64>, _ makeStore: () async throws -> Store
  ) async throws {
    for seed in seeds {
      let store = try await makeStore()
      let changes = try World(seed: seed).changesByRecording()
      var reads: [(at: Instant, records: [CareRecord])] = []
      for batch in changes {
        try await store.apply(batch.changes)
        reads.append((batch.at, try await store.all()))
      }
      for read in reads {
        let again = try await store.all(CareQuery(asKnownAt: read.at))
        try require(again, equal: read.records, "world \(seed) as known at \(read.at)")
      }
    }
  }

  func checkDeletion<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
    let store = try await makeStore()
    let first = World.first
    var tablet = CareTask(id: "tablet", schedule: Schedule([ScheduleElement("e", on: first)]))
    tablet.title = "first"
    let end = LocalOrInstant.local(CivilDateTime(date: first.adding(days: 5)))
    try await store.apply([
      .add(.patient(Patient(id: "ann", zone: .utc))), .add(.task(tablet, of: "ann")),
      .delete(CareIdentity(.task, "tablet", of: "ann"), at: end, recordedAt: World.noon),
    ])
    try await requireTitles(["first"], on: 4, store)
    try await requireTitles([], on: 5, store)
    tablet.title = "second"
    tablet.recordedAt = World.noon
    tablet.effectiveFrom = .local(CivilDateTime(date: first.adding(days: 9)))
    try await store.apply([.add(.task(tablet, of: "ann"))])
    for (day, titles) in [(4, ["first"]), (5, []), (8, []), (9, ["second"])] {
      try await requireTitles(titles, on: day, store)
    }
    let versions = try await store.all().flatMap(\.tasks)
    try require(versions.count == 3, "a deletion or reuse leaves \(versions.count) of 3 versions")
    try await checkEarlyDeletion(makeStore)
    try await checkTakingBack(makeStore)
  }

  /// A deletion before a future version prevents that version from taking effect.
  private func checkEarlyDeletion<Store: CareStore>(
    _ makeStore: () async throws -> Store
  ) async throws {
    let store = try await makeStore()
    var tablet = CareTask(
      id: "tablet", schedule: Schedule([ScheduleElement("e", on: World.first)]))
    tablet.title = "first"
    var later = tablet
    later.title = "later"
    later.effectiveFrom = .local(CivilDateTime(date: World.first.adding(days: 7)))
    let end = LocalOrInstant.local(CivilDateTime(date: World.first.adding(days: 3)))
    try await store.apply([
      .add(.patient(Patient(id: "ann", zone: .utc))), .add(.task(tablet, of: "ann")),
      .update(.task(later, of: "ann")),
      .delete(CareIdentity(.task, "tablet", of: "ann"), at: end, recordedAt: World.noon),
    ])
    for (day, titles) in [(2, ["first"]), (3, []), (7, []), (9, [])] {
      try await requireTitles(titles, on: day, store)
    }
  }

  private func requireTitles(
    _ titles: [String], on day: Int, _ store: some CareStore
  ) async throws {
    var query = CareQuery()
    query.tasks.range = .day(World.first.adding(days: day))
    let found = try await store.all(query).flatMap(\.tasks).map { $0.title ?? "" }
    try require(found == titles, "on day \(day) there is \(found), not \(titles)")
  }

  /// Outcomes, holds and named events are deleted by a final version.
  private func checkTakingBack<Store: CareStore>(
    _ makeStore: () async throws -> Store
  ) async throws {
    let store = try await makeStore()
    let rich = try CareRecord.rich(id: "rich")
    try await store.apply(rich.changes)
    let last = Instant(seconds: 4_000_000_000)
    try await store.apply([
      .delete(CareIdentity(.outcome, "outcome", of: "rich"), recordedAt: last),
      .delete(CareIdentity(.hold, "hold", of: "rich"), recordedAt: last),
      .delete(CareIdentity(.namedEvent, "event", of: "rich"), recordedAt: last),
    ])
    let record = try await store.all().first
    try require(
      record?.outcomes.count == rich.outcomes.count + 1 && record?.outcomes.last?.isDeleted == true
        && record?.outcomes.last?.recordedAt == last, "an outcome is not taken back by a version")
    try require(
      record?.holds.count == rich.holds.count + 1 && record?.holds.last?.isDeleted == true,
      "a hold is not taken back by a version")
    try require(
      record?.namedEvents.count == rich.namedEvents.count + 1
        && record?.namedEvents.last?.isDeleted == true,
      "a named event is not taken back by a version")
  }

  /// Applies batches and checks that earlier versions are unchanged.
  func checkAppending<Store: CareStore>(
    _ seeds: ClosedRange<UInt64>, _ makeStore: () async throws -> Store
  ) async throws {
    for seed in seeds {
      let store = try await makeStore()
      var before: [CareRecord] = []
      for batch in try World(seed: seed).changesByRecording() {
        try await store.apply(batch.changes)
        let after = try await store.all()
        for record in before {
          let grown = after.first { $0.patient.id == record.patient.id }
          try require(
            grown.map { record.isBeginning(of: $0) } == true, "world \(seed): versions are gone")
        }
        before = after
      }
    }
  }
}

extension CareRecord {
  /// Returns whether another record starts with the same versions.
  fileprivate func isBeginning(of other: CareRecord) -> Bool {
    other.patients.starts(with: patients) && other.carePlans.starts(with: carePlans)
      && other.contacts.starts(with: contacts) && other.tasks.starts(with: tasks)
      && other.holds.starts(with: holds) && other.namedEvents.starts(with: namedEvents)
      && other.outcomes.starts(with: outcomes)
  }
}

extension World {
  /// Returns the changes of all records in batches, each recorded at its own time.
  func changesByRecording() -> [(at: Instant, changes: [CareChange])] {
    var batches: [(at: Instant, changes: [CareChange])] = []
    let changes = records.flatMap(\.changes)
    let size = max(1, changes.count / 12)
    for start in stride(from: 0, to: changes.count, by: size) {
      let end = min(start + size, changes.count)
      let batch = (start..<end).map {
        changes[$0].recorded(at: World.noon.adding(seconds: Int64($0)))
      }
      batches.append((World.noon.adding(seconds: Int64(end - 1)), batch))
    }
    return batches
  }
}

extension CareChange {
  /// Returns the change with a time of recording.
  fileprivate func recorded(at moment: Instant) -> CareChange {
    switch self {
    case .add(let entity): .add(entity.recorded(at: moment))
    case .update(let entity): .update(entity.recorded(at: moment))
    case .delete(let identity, let end, _): .delete(identity, at: end, recordedAt: moment)
    }
  }
}

extension CareEntity {
  fileprivate func recorded(at moment: Instant) -> CareEntity {
    switch self {
    case .patient(var patient):
      patient.recordedAt = moment
      return .patient(patient)
    case .carePlan(var plan, let id):
      plan.recordedAt = moment
      return .carePlan(plan, of: id)
    case .contact(var contact, let id):
      contact.recordedAt = moment
      return .contact(contact, of: id)
    case .task(var task, let id):
      task.recordedAt = moment
      return .task(task, of: id)
    case .outcome(var outcome, let id):
      outcome.recordedAt = moment
      return .outcome(outcome, of: id)
    case .hold(var hold, let id):
      hold.recordedAt = moment
      return .hold(hold, of: id)
    case .namedEvent(var event, let id):
      event.recordedAt = moment
      return .namedEvent(event, of: id)
    }
  }
}
