import AdherenceAnalytics
import Scheduling

// The law about reported changes.
extension StoreLaw {
  func checkChanges<Store: CareStore>(
    _ seeds: ClosedRange<UInt64>, _ makeStore: () async throws -> Store
  ) async throws {
    func make() async throws -> (any ObservableStore)? {
      try await makeStore() as? any ObservableStore
    }
    for seed in seeds {
      guard let store = try await make() else { return }
      try await checkTelling(of: try World(seed: seed).changesByRecording(), in: store)
    }
    guard let store = try await make(), let other = try await make() else { return }
    try await checkUnknownRevisions(of: other, in: store)
    if let store = store as? any ErasingStore & ObservableStore {
      try await checkTellingOfErasures(in: store)
    }
  }

  /// Queries the changes after each batch, and again at the end since each.
  private func checkTelling(
    of batches: [(at: Instant, changes: [CareChange])], in store: some ObservableStore
  ) async throws {
    var revisions = [try await store.revision]
    for (place, batch) in batches.enumerated() {
      try await store.apply(batch.changes)
      try await require(store, tells: [batch.changes], since: revisions[place])
      revisions.append(try await store.revision)
    }
    for (place, revision) in revisions.enumerated() {
      try await require(store, tells: batches[place...].map(\.changes), since: revision)
    }
    try require(Set(revisions).count == revisions.count, "two batches have one revision")
    try? await store.apply([batches[0].changes[0]])
    try require(
      try await store.revision == revisions.last, "a refused batch moves the revision")
  }

  private func require(
    _ store: some ObservableStore, tells batches: [[CareChange]], since revision: StoreRevision
  ) async throws {
    let told = try await store.changes(since: revision)
    let patients = told.records.map(\.patient)
    try require(told.revision == (try await store.revision), "changes end at another revision")
    try require(patients == Set(patients).sorted(), "patients are told in disorder: \(patients)")
    try require(told.erasures == 0, "\(told.erasures) erasures are told where there were none")
    let found = try await store.all().flatMap { record in
      told.records.filter { $0.patient == record.patient.id }
        .flatMap { $0.versions(in: record).map(\.trace) }
    }
    let written = batches.flatMap { $0.compactMap(\.trace) }.sorted()
    try require(found.sorted() == written, "since \(revision): \(found), not \(written)")
  }

  private func checkUnknownRevisions(
    of other: some ObservableStore, in store: some ObservableStore
  ) async throws {
    let own = try await store.revision
    let unknown = [
      try await other.revision, StoreRevision(number: own.number + 1, mark: own.mark),
      StoreRevision(number: own.number, mark: own.mark &+ 1),
      StoreRevision(number: -1, mark: own.mark),
    ]
    for revision in unknown {
      do {
        _ = try await store.changes(since: revision)
        throw BrokenLaw(law: self, evidence: "\(revision) is answered by a store at \(own)")
      } catch let error as StoreError {
        try require(error == .unknownRevision(revision, newest: own), "\(error)")
      }
    }
  }

  private func checkTellingOfErasures(
    in store: some ErasingStore & ObservableStore
  ) async throws {
    let (ann, ben) = (try CareRecord.rich(id: "ann"), try CareRecord.rich(id: "ben"))
    let first = try await store.revision
    try await store.apply(ann.changes + ben.changes)
    let second = try await store.revision
    try await store.erase(patient: "ann")
    for (revision, patients) in [(first, ["ben"]), (second, [])] {
      let told = try await store.changes(since: revision)
      try require(told.erasures == 1, "\(told.erasures) erasures are told and not 1")
      try require(
        told.records.map(\.patient) == patients, "written and erased: \(told.records)")
    }
    let unknown = try await store.unknownPatients(among: ["ann", "ben"])
    try require(unknown == ["ann"], "\(unknown) are gone, and not ann")
    try await store.apply(ann.changes)
    let again = try await store.changes(since: second)
    try require(again.records.map(\.isNew) == [true], "whoever comes again is not new")
    try require(
      again.records.first?.versions(in: ann).count == ann.changes.count,
      "of whoever comes again not all is told")
    let none = try await store.changes(since: again.revision)
    try require(none.isEmpty && none.revision == again.revision, "what nobody wrote is told")
  }
}

extension CareChange {
  /// A description of the written version and its time; `nil` for a deletion.
  fileprivate var trace: String? {
    switch self {
    case .add(let entity), .update(let entity): entity.trace
    case .delete: nil
    }
  }
}

extension CareEntity {
  /// A description of the entity and its time, unique in every world.
  fileprivate var trace: String {
    let (kind, moment): (CareKind, Instant?) =
      switch self {
      case .patient(let patient): (.patient, patient.recordedAt)
      case .carePlan(let plan, _): (.carePlan, plan.recordedAt)
      case .contact(let contact, _): (.contact, contact.recordedAt)
      case .task(let task, _): (.task, task.recordedAt)
      case .outcome(let outcome, _): (.outcome, outcome.recordedAt)
      case .hold(let hold, _): (.hold, hold.recordedAt)
      case .namedEvent(let event, _): (.namedEvent, event.recordedAt)
      }
    return "\(patient) \(kind) \(moment?.seconds ?? 0)"
  }
}
