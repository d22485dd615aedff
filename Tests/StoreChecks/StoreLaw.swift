public import AdherenceAnalytics

/// The contract of every store, one law per case.
public enum StoreLaw: String, CaseIterable, Sendable {
  /// Every field of every record is read back as written.
  case roundTrip
  /// Elements, values, tags and notes keep their order.
  case order
  /// Records are in order of patient ids, one per patient.
  case idOrder
  /// Filters select the same as the naive definition.
  case filters
  /// Sort orders give the same as the naive definition.
  case sorting
  /// Limits and offsets apply after all filters.
  case limits
  /// A range selects the newest version in it, and no range selects all versions.
  case ranges
  /// A read as of an earlier time equals the read made then.
  case knowledge
  /// A deletion ends a record and keeps its past, and the id can be reused.
  case deletion
  /// An erasure removes everything of one patient and nothing of others, if a store supports
  /// erasing.
  case erasure
  /// Exactly the writes and erasures after a revision are reported, if a store supports observing.
  case changes
  /// An observer receives every change once, if a store supports observing.
  case observation
  /// Nothing is overwritten.
  case appending
  /// Changes that contradict the store are rejected with a specific error.
  case refusals
  /// A batch with an invalid change leaves the store unchanged.
  case atomicity
  /// Concurrent readers see whole batches.
  case isolation
  /// Partitions are disjoint and complete.
  case partitions
}

/// A violated law with evidence.
public struct BrokenLaw: Error, CustomStringConvertible {
  /// The law.
  public var law: StoreLaw
  /// The evidence.
  public var evidence: String

  public var description: String { "\(law.rawValue): \(evidence)" }
}

/// Several violated laws.
public struct BrokenLaws: Error, CustomStringConvertible {
  /// The violations, one per law.
  public var laws: [BrokenLaw]

  public var description: String { laws.map(\.description).joined(separator: "\n") }
}

/// Checks a store against all laws.
///
///     try await checkStore { MemoryStore() }
///
/// - Parameter makeStore: Returns an empty store each time.
/// - Throws: ``BrokenLaws`` with all violated laws, or the errors of `makeStore`.
public func checkStore<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
  var broken: [BrokenLaw] = []
  for law in StoreLaw.allCases {
    do { try await law.check(makeStore) } catch let error as BrokenLaw { broken.append(error) }
  }
  if !broken.isEmpty { throw BrokenLaws(laws: broken) }
}

extension StoreLaw {
  /// Checks a store against this law.
  ///
  /// - Parameters:
  ///   - worlds: The number of random worlds, for laws about any, which also limits the number of
  ///     concurrent writes; fewer for slow stores.
  ///   - makeStore: Returns an empty store each time.
  /// - Throws: ``BrokenLaw`` if it is violated, or the errors of the store.
  public func check<Store: CareStore>(
    worlds: Int = 15, _ makeStore: () async throws -> Store
  ) async throws {
    let seeds = UInt64(1)...UInt64(max(1, worlds))
    switch self {
    case .roundTrip: try await checkRoundTrip(seeds, makeStore)
    case .order: try await checkOrder(makeStore)
    case .idOrder: try await checkIDOrder(makeStore)
    case .filters: try await checkQueries(seeds, makeStore) { try $0.filteringQuery() }
    case .sorting: try await checkQueries(seeds, makeStore) { try $0.sortingQuery() }
    case .limits: try await checkQueries(seeds, makeStore) { try $0.limitingQuery() }
    case .ranges: try await checkQueries(seeds, makeStore) { try $0.rangingQuery() }
    case .knowledge: try await checkKnowledge(seeds, makeStore)
    case .deletion: try await checkDeletion(makeStore)
    case .erasure: try await checkErasure(makeStore)
    case .changes: try await checkChanges(seeds, makeStore)
    case .observation: try await checkObservation(makeStore)
    case .appending: try await checkAppending(seeds, makeStore)
    case .refusals: try await checkRefusals(makeStore)
    case .atomicity: try await checkAtomicity(makeStore)
    case .isolation: try await checkIsolation(batches: min(25, 8 * max(1, worlds)), makeStore)
    case .partitions: try await checkPartitions(makeStore)
    }
  }

  /// Throws unless a condition holds.
  func require(_ condition: Bool, _ evidence: @autoclosure () -> String) throws {
    guard condition else { throw BrokenLaw(law: self, evidence: evidence()) }
  }

  /// Throws unless records equal the expected ones.
  func require(
    _ records: [CareRecord], equal expected: [CareRecord], _ context: @autoclosure () -> String
  ) throws {
    try require(
      records.map(\.patient.id) == expected.map(\.patient.id),
      "\(context()): patients \(records.map(\.patient.id)), not \(expected.map(\.patient.id))")
    for (record, other) in zip(records, expected) where record != other {
      throw BrokenLaw(
        law: self, evidence: "\(context()): \(record.difference(from: other) ?? "unequal")")
    }
  }
}

extension CareStore {
  /// Returns all records that match a query.
  func all(_ query: CareQuery = CareQuery()) async throws -> [CareRecord] {
    var all: [CareRecord] = []
    for try await record in try await records(matching: query) { all.append(record) }
    return all
  }
}

extension CareRecord {
  /// Returns the first kind in which two records differ, with the values of both.
  func difference(from other: CareRecord) -> String? {
    func part<Part: Equatable>(_ name: String, _ path: (CareRecord) -> Part) -> String? {
      path(self) == path(other)
        ? nil : "\(name) of \(patient.id): \(path(self)), not \(path(other))"
    }
    return part("patients", \.patients) ?? part("care plans", \.carePlans)
      ?? part("contacts", \.contacts) ?? part("tasks", \.tasks) ?? part("holds", \.holds)
      ?? part("named events", \.namedEvents)
      ?? part("outcomes") { Array($0.outcomes) }
  }
}
