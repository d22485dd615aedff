import AdherenceAnalytics
import Scheduling
import StoreChecks

/// A store with a single fault.
struct BrokenStore: ErasingStore, ObservableStore {
  enum Fault: CaseIterable {
    case forgetsNotes, sortsTags, readsBackwards, ignoresTags, ignoresOrder, limitsBeforeFilters
    case forgetsRanges, knowsTheFuture, hidesTheDeleted, overwrites, acceptsAll, appliesOneByOne
    case writesPatientByPatient, sharesByLength, keepsTheErased, forgetsChanges, tellsAgain

    /// The requirement that it violates.
    var law: StoreLaw {
      switch self {
      case .forgetsNotes: .roundTrip
      case .sortsTags: .order
      case .readsBackwards: .idOrder
      case .ignoresTags: .filters
      case .ignoresOrder: .sorting
      case .limitsBeforeFilters: .limits
      case .forgetsRanges: .ranges
      case .knowsTheFuture: .knowledge
      case .hidesTheDeleted: .deletion
      case .overwrites: .appending
      case .acceptsAll: .refusals
      case .appliesOneByOne: .atomicity
      case .writesPatientByPatient: .isolation
      case .sharesByLength: .partitions
      case .keepsTheErased: .erasure
      case .forgetsChanges: .changes
      case .tellsAgain: .observation
      }
    }
  }

  let fault: Fault
  private let sound = MemoryStore()

  init(_ fault: Fault) { self.fault = fault }

  func records(matching query: CareQuery) async throws -> MatchingRecords<[CareRecord]> {
    var asked = query
    switch fault {
    case .ignoresTags: asked.tasks.tags = nil
    case .ignoresOrder: asked.tasks.sortedBy = []
    case .forgetsRanges: asked.tasks.range = nil
    case .knowsTheFuture: asked.asKnownAt = nil
    case .sharesByLength: asked.partition = nil
    case .limitsBeforeFilters: return try await limitedFirst(query)
    default: break
    }
    var records: [CareRecord] = []
    for try await record in await sound.records(matching: asked) { records.append(spoilt(record)) }
    if fault == .readsBackwards { records.reverse() }
    if let partition = query.partition, fault == .sharesByLength {
      records.removeAll { $0.patient.id.count % partition.count != partition.index }
    }
    return MatchingRecords(CareQuery(), from: records)
  }

  /// A bug of CareKit: filtered records count towards the limit.
  private func limitedFirst(_ query: CareQuery) async throws -> MatchingRecords<[CareRecord]> {
    var first = CareQuery()
    (first.tasks.limit, first.tasks.offset) = (query.tasks.limit, query.tasks.offset)
    var second = query
    (second.tasks.limit, second.tasks.offset) = (nil, 0)
    return MatchingRecords(second, from: Array(await sound.records(matching: first)))
  }

  private func spoilt(_ record: CareRecord) -> CareRecord {
    var record = record
    switch fault {
    case .forgetsNotes: for index in record.tasks.indices { record.tasks[index].notes = [] }
    case .sortsTags: record.patient.tags.sort()
    case .hidesTheDeleted: record.tasks.removeAll { $0.deletedAt != nil }
    case .overwrites:
      let newest = Dictionary(record.tasks.map { ($0.id, $0) }) { $1 }
      record.tasks = record.taskIDs.compactMap { newest[$0] }
    default: break
    }
    return record
  }

  func apply(_ changes: [CareChange]) async throws {
    switch fault {
    case .acceptsAll: try? await sound.apply(changes)
    case .appliesOneByOne: for change in changes { try await sound.apply([change]) }
    case .writesPatientByPatient:
      for patient in Set(changes.map(\.patient)) {
        try await sound.apply(changes.filter { $0.patient == patient })
        try await Task.sleep(for: .milliseconds(1))
      }
    default: try await sound.apply(changes)
    }
  }

  var revision: StoreRevision {
    get async throws { await sound.revision }
  }

  func changes(since revision: StoreRevision) async throws -> StoreChanges {
    var asked = revision
    if fault == .tellsAgain, revision.number > 0 {
      asked = StoreRevision(number: revision.number - 1, mark: revision.mark)
    }
    var changes = try await sound.changes(since: asked)
    if fault == .forgetsChanges { changes.records = Array(changes.records.dropLast()) }
    return changes
  }

  func erase(patient: String) async throws {
    if fault != .keepsTheErased { try await sound.erase(patient: patient) }
  }
}
