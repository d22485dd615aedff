public import AdherenceAnalytics

/// What every store promises, one law a case.
public enum StoreLaw: String, CaseIterable, Sendable {
  /// Every field of every record comes back as it was written.
  case roundTrip
  /// Elements, values, tags and notes keep their order.
  case order
  /// Records come in order of their patients' ids, one each.
  case idOrder
  /// Filters choose what the naive definition chooses.
  case filters
  /// Sort orders give what the naive definition gives.
  case sorting
  /// Limits and offsets count what is left after all filters.
  case limits
  /// A range gives the newest version in it, and no range gives all versions.
  case ranges
  /// A read as of an earlier moment is the read that was made then.
  case knowledge
  /// A deletion ends a record and keeps its past, and the id can be used again.
  case deletion
  /// An erasure leaves nothing of one patient and all of the others, where a store can erase.
  case erasure
  /// What was written and erased after a revision is told, and nothing else, where a store can tell.
  case changes
  /// Whoever observes a store that can tell misses nothing and hears nothing twice.
  case observation
  /// Nothing is overwritten.
  case appending
  /// What contradicts the store is refused by its own error.
  case refusals
  /// A batch with a bad change leaves the store as it was.
  case atomicity
  /// Concurrent readers see whole batches.
  case isolation
  /// Partitions are disjoint, and together complete.
  case partitions
}

/// A law that a store breaks, and how that shows.
public struct BrokenLaw: Error, CustomStringConvertible {
  /// The law.
  public var law: StoreLaw
  /// What was seen.
  public var evidence: String

  public var description: String { "\(law.rawValue): \(evidence)" }
}

/// Several broken laws.
public struct BrokenLaws: Error, CustomStringConvertible {
  /// One for each law.
  public var laws: [BrokenLaw]

  public var description: String { laws.map(\.description).joined(separator: "\n") }
}

/// Holds stores to all laws.
///
///     try await checkStore { MemoryStore() }
///
/// - Parameter makeStore: Makes an empty store, many times.
/// - Throws: ``BrokenLaws`` with every law that is broken, or what `makeStore` throws.
public func checkStore<Store: CareStore>(_ makeStore: () async throws -> Store) async throws {
  var broken: [BrokenLaw] = []
  for law in StoreLaw.allCases {
    do { try await law.check(makeStore) } catch let error as BrokenLaw { broken.append(error) }
  }
  if !broken.isEmpty { throw BrokenLaws(laws: broken) }
}

extension StoreLaw {
  /// Holds stores to this law.
  ///
  /// - Parameters:
  ///   - worlds: How many drawn worlds it is held to, for laws about any; fewer for stores that take their
  ///     time.
  ///   - makeStore: Makes an empty store, several times.
  /// - Throws: ``BrokenLaw`` where it is broken, or what the store throws.
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
    case .appending: try await checkAppending(makeStore)
    case .refusals: try await checkRefusals(makeStore)
    case .atomicity: try await checkAtomicity(makeStore)
    case .isolation: try await checkIsolation(makeStore)
    case .partitions: try await checkPartitions(makeStore)
    }
  }

  /// Breaks the law unless a condition holds.
  func require(_ condition: Bool, _ evidence: @autoclosure () -> String) throws {
    guard condition else { throw BrokenLaw(law: self, evidence: evidence()) }
  }

  /// Breaks the law unless records are those expected.
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
  /// All records that a query chooses.
  func all(_ query: CareQuery = CareQuery()) async throws -> [CareRecord] {
    var all: [CareRecord] = []
    for try await record in try await records(matching: query) { all.append(record) }
    return all
  }
}

extension CareRecord {
  /// The first kind in which two records differ, with what each has.
  func difference(from other: CareRecord) -> String? {
    func part<Part: Equatable>(_ name: String, _ path: (CareRecord) -> Part) -> String? {
      path(self) == path(other)
        ? nil : "\(name) of \(patient.id): \(path(self)), not \(path(other))"
    }
    return part("patients", \.patients) ?? part("care plans", \.carePlans)
      ?? part("contacts", \.contacts) ?? part("tasks", \.tasks) ?? part("holds", \.holds)
      ?? part("outcomes") { Array($0.outcomes) }
  }
}
