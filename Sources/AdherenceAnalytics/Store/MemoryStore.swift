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
