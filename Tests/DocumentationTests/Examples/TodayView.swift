import AdherenceAnalytics
import Scheduling
import Synchronization
import Testing

/// The items due of each patient, updated with a store.
actor TodayView {
  private(set) var due: [String: [DueItem]] = [:]
  private let clock: @Sendable () -> Instant

  init(clock: @escaping @Sendable () -> Instant) { self.clock = clock }

  /// Shows all patients once, and then those that change.
  func follow(_ store: some ObservableStore) async throws {
    let revision = try await store.revision
    try await show(CareQuery(), of: store)
    for try await changes in store.observe(since: revision) {
      let changed = Set(changes.records.map(\.patient))
      try await show(CareQuery(patients: PatientQuery(ids: changed)), of: store)
      guard changes.erasures > 0 else { continue }
      for patient in try await store.unknownPatients(among: Set(due.keys)) { due[patient] = nil }
    }
  }

  private func show(_ query: CareQuery, of store: some ObservableStore) async throws {
    for try await record in try await store.records(matching: query) {
      due[record.patient.id] = try record.due(at: clock())
    }
  }
}

/// A store that notes which patients it was asked for.
private final class AskedStore: ObservableStore {
  let store: MemoryStore
  private let asked = Mutex<[Set<String>?]>([])

  init(_ store: MemoryStore) { self.store = store }

  var questions: [Set<String>?] { asked.withLock(\.self) }

  func records(matching query: CareQuery) async throws -> MatchingRecords<MemoryStore.Snapshot> {
    asked.withLock { $0.append(query.patients.ids) }
    return await store.records(matching: query)
  }

  func apply(_ changes: [CareChange]) async throws { try await store.apply(changes) }

  var revision: StoreRevision { get async throws { await store.revision } }

  func changes(since revision: StoreRevision) async throws -> StoreChanges {
    try await store.changes(since: revision)
  }
}

/// The view of the article on stores.
@Suite struct TodayViewExample: Examples {
  /// Waits until the states of the due occurrences, by patient, equal the expected ones.
  private func states(of view: TodayView, become expected: [String: [String]]) async throws {
    var found: [String: [String]] = [:]
    for _ in 0..<1000 where found != expected {
      try await Task.sleep(for: .milliseconds(5))
      found = await view.due.mapValues { items in
        items.compactMap { if case .occurrence(let event) = $0 { "\(event.state)" } else { nil } }
      }
    }
    #expect(found == expected)
  }

  @Test func isKeptInStep() async throws {
    let noon = try #require(Instant("2025-01-07T12:00:00Z"))
    var ben = record
    ben.patient = Patient(id: "ben", zone: record.patient.zone)
    let store = AskedStore(try MemoryStore([record, ben]))
    let view = TodayView { noon }
    let following = Task { try await view.follow(store) }
    try await states(of: view, become: ["ann": ["open"], "ben": ["open"]])

    let taken = Outcome(task: "tablet", time: noon)
    try await store.add(.outcome(taken, of: "ben"))
    try await states(of: view, become: ["ann": ["open"], "ben": []])
    try await store.store.erase(patient: "ann")
    try await states(of: view, become: ["ben": []])
    following.cancel()
    try await following.value
    #expect(store.questions.prefix(2) == [nil, ["ben"]])
    #expect(store.questions.dropFirst(2).allSatisfy { $0 != nil })
  }
}
