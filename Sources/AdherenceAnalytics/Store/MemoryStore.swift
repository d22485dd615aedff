import Scheduling

/// A store in memory, for tests, for small cohorts, and for data that is read once.
///
///     let store = try MemoryStore([record])
///     try await store.add(.patient(Patient(id: "bob", zone: .utc)))
///     print(try await store.fetchPatients().map(\.id))  // ["ann", "bob"]
public actor MemoryStore: CareStore {
  var shelf = Shelf()
  var log = ChangeLog()
  let signal = ChangeSignal()

  /// Creates an empty store.
  public init() {}

  /// Creates a store of complete records.
  public init(_ records: some Sequence<CareRecord>) throws(StoreError) {
    for record in records {
      guard shelf.history(of: record.patient.id).record == nil else {
        throw .duplicate(.patient(record.patient.id))
      }
      for task in record.tasks { try task.checkSchedule(of: record.patient.id) }
      shelf.put(Shelf.Folder(CareHistory(record), record))
    }
  }

  /// Returns the records that match a query, as a snapshot of the store.
  ///
  /// A record without filtered data is shared with the store, not copied.
  public func records(matching query: CareQuery) -> MatchingRecords<Shelf> {
    MatchingRecords(query, from: query.patients.ids.map(shelf.only) ?? shelf)
  }

  /// Applies changes atomically.
  public func apply(_ changes: [CareChange]) throws(StoreError) {
    var changed: [String: CareHistory] = [:]
    for change in changes {
      let patient = change.patient
      try changed[patient, default: shelf.history(of: patient)].apply(change)
    }
    if changes.isEmpty { return }
    tell(
      changed.values.compactMap { history in
        history.record.map { put(Shelf.Folder(history, $0)) }
      })
  }

  /// Stores a patient's history, and returns the difference to the previous one.
  private func put(_ folder: Shelf.Folder) -> RecordChange {
    let known = shelf.history(of: folder.record.patient.id).record
    shelf.put(folder)
    return RecordChange(from: known, to: folder.record)
  }
}

extension MemoryStore {
  /// A snapshot of the records of a store, in order of the patients' ids.
  public struct Shelf: RandomAccessCollection, Sendable {
    /// A patient's record, in a class so that copying a snapshot is cheap.
    final class Folder: Sendable {
      let history: CareHistory
      let record: CareRecord

      init(_ history: CareHistory, _ record: CareRecord) {
        self.history = history
        self.record = record
      }
    }

    private var folders: [Folder] = []

    /// The first index, which is 0.
    public var startIndex: Int { 0 }
    /// The index after the last.
    public var endIndex: Int { folders.count }

    /// Returns the record at an index.
    public subscript(position: Int) -> CareRecord { folders[position].record }

    /// Returns the history of a patient; empty for an unknown one.
    func history(of patient: String) -> CareHistory {
      folder(of: patient)?.history ?? CareHistory()
    }

    mutating func put(_ folder: Folder) {
      let id = folder.record.patient.id
      let index = index(ofPatient: id)
      if index < folders.count, folders[index].record.patient.id == id {
        folders[index] = folder
      } else {
        folders.insert(folder, at: index)
      }
    }

    /// Removes a patient; returns whether there was one.
    mutating func remove(_ patient: String) -> Bool {
      let index = index(ofPatient: patient)
      guard index < folders.count, folders[index].record.patient.id == patient else { return false }
      folders.remove(at: index)
      return true
    }

    /// Returns the snapshot of some patients only.
    func only(_ patients: Set<String>) -> Shelf {
      var few = Shelf()
      few.folders = patients.sorted().compactMap { folder(of: $0) }
      return few
    }

    private func folder(of patient: String) -> Folder? {
      let index = index(ofPatient: patient)
      guard index < folders.count, folders[index].record.patient.id == patient else { return nil }
      return folders[index]
    }

    private func index(ofPatient patient: String) -> Int {
      folders.partitionPoint { $0.record.patient.id < patient }
    }
  }
}
