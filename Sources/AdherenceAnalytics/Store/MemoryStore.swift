import Scheduling

/// A store in memory, for tests, for small cohorts, and for data that is read once.
///
///     let store = try MemoryStore([record])
///     try await store.add(.patient(Patient(id: "bob", zone: .utc)))
///     print(try await store.fetchPatients().map(\.id))  // ["ann", "bob"]
public actor MemoryStore: CareStore {
  var contents = Snapshot()
  var log = ChangeLog()
  let signal = ChangeSignal()

  /// Creates an empty store.
  public init() {}

  /// Creates a store of complete records.
  public init(_ records: some Sequence<CareRecord>) throws(StoreError) {
    for record in records {
      guard contents.history(of: record.patient.id).record == nil else {
        throw .duplicate(.patient(record.patient.id))
      }
      for task in record.tasks { try task.checkSchedule(of: record.patient.id) }
      contents.put(Snapshot.Entry(CareHistory(record), record))
    }
  }

  /// Returns the records that match a query, as a snapshot of the store.
  ///
  /// A record without filtered data is shared with the store, not copied.
  public func records(matching query: CareQuery) -> MatchingRecords<Snapshot> {
    MatchingRecords(query, from: query.patients.ids.map(contents.only) ?? contents)
  }

  /// Applies changes atomically.
  public func apply(_ changes: [CareChange]) throws(StoreError) {
    var changed: [String: CareHistory] = [:]
    for change in changes {
      let patient = change.patient
      try changed[patient, default: contents.history(of: patient)].apply(change)
    }
    if changes.isEmpty { return }
    tell(
      changed.values.compactMap { history in
        history.record.map { put(Snapshot.Entry(history, $0)) }
      })
  }

  /// Stores a patient's history, and returns the difference to the previous one.
  private func put(_ entry: Snapshot.Entry) -> RecordChange {
    let known = contents.history(of: entry.record.patient.id).record
    contents.put(entry)
    return RecordChange(from: known, to: entry.record)
  }
}

extension MemoryStore {
  /// A snapshot of the records of a store, in order of the patients' ids.
  public struct Snapshot: RandomAccessCollection, Sendable {
    /// A patient's record, in a class so that copying a snapshot is cheap.
    final class Entry: Sendable {
      let history: CareHistory
      let record: CareRecord

      init(_ history: CareHistory, _ record: CareRecord) {
        self.history = history
        self.record = record
      }
    }

    private var entries: [Entry] = []

    /// The first index, which is 0.
    public var startIndex: Int { 0 }
    /// The index after the last.
    public var endIndex: Int { entries.count }

    /// Returns the record at an index.
    public subscript(position: Int) -> CareRecord { entries[position].record }

    /// Returns the history of a patient; empty for an unknown one.
    func history(of patient: String) -> CareHistory {
      entry(of: patient)?.history ?? CareHistory()
    }

    mutating func put(_ entry: Entry) {
      let id = entry.record.patient.id
      let index = index(ofPatient: id)
      if index < entries.count, entries[index].record.patient.id == id {
        entries[index] = entry
      } else {
        entries.insert(entry, at: index)
      }
    }

    /// Removes a patient; returns whether there was one.
    mutating func remove(_ patient: String) -> Bool {
      let index = index(ofPatient: patient)
      guard index < entries.count, entries[index].record.patient.id == patient else { return false }
      entries.remove(at: index)
      return true
    }

    /// Returns the snapshot of some patients only.
    func only(_ patients: Set<String>) -> Snapshot {
      var few = Snapshot()
      few.entries = patients.sorted().compactMap { entry(of: $0) }
      return few
    }

    private func entry(of patient: String) -> Entry? {
      let index = index(ofPatient: patient)
      guard index < entries.count, entries[index].record.patient.id == patient else { return nil }
      return entries[index]
    }

    private func index(ofPatient patient: String) -> Int {
      entries.partitionPoint { $0.record.patient.id < patient }
    }
  }
}

extension MemoryStore: ObservableStore {
  /// The current revision.
  public var revision: StoreRevision { log.revision }

  /// Returns the changes and erasures after a revision.
  public func changes(since revision: StoreRevision) throws(StoreError) -> StoreChanges {
    try log.changes(since: revision)
  }

  /// Waits until the store is beyond a revision, or the task is cancelled.
  public func waitForChange(after revision: StoreRevision) async {
    let seen = signal.count
    if log.revision == revision { await signal.wait(after: seen) }
  }

  /// Logs a batch and notifies observers.
  func tell(_ changes: [RecordChange]) {
    log.note(changes)
    signal.raise()
  }
}

/// A log of the changes since a store was opened, for stores that keep it in memory.
///
/// A store adds each committed batch, and answers the queries of an ``ObservableStore`` from the log.
/// Revisions of another log, including one of an earlier run of the program, are rejected.
public struct ChangeLog: Sendable {
  /// The versions of one kind that a batch wrote for a patient.
  private struct Entry {
    var batch: Int
    var patient: String
    var kind: CareKind
    var positions: Range<Int>
  }

  private let mark = UInt64.random(in: .min ... .max)
  private var batches = 0
  private var entries: [Entry] = []
  /// The batches that erased a patient, in order.
  private var erasures: [Int] = []

  /// Creates an empty log.
  public init() {}

  /// The current revision.
  public var revision: StoreRevision { StoreRevision(number: batches, mark: mark) }

  /// Adds a batch.
  public mutating func note(_ changes: some Sequence<RecordChange>) {
    batches += 1
    for change in changes {
      for (kind, positions) in change.positions {
        let patient = change.patient
        entries.append(Entry(batch: batches, patient: patient, kind: kind, positions: positions))
      }
    }
  }

  /// Adds the erasure of a patient, and removes that patient's changes.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  public mutating func noteErasure(of patient: String) {
    batches += 1
    erasures.append(batches)
    entries.removeAll { $0.patient == patient }
  }

  /// Returns the changes and erasures after a revision.
  public func changes(since revision: StoreRevision) throws(StoreError) -> StoreChanges {
    guard revision.mark == mark, 0...batches ~= revision.number else {
      throw .unknownRevision(revision, newest: self.revision)
    }
    let first = entries.partitionPoint { $0.batch <= revision.number }
    var found: [String: RecordChange] = [:]
    for entry in entries[first...] {
      found[entry.patient, default: RecordChange(of: entry.patient)].add(
        entry.kind, entry.positions)
    }
    return StoreChanges(
      revision: self.revision, records: found.values.sorted { $0.patient < $1.patient },
      erasures: erasures.count - erasures.partitionPoint { $0 <= revision.number })
  }
}
