import Scheduling

/// A store in memory, for tests, for small cohorts, and for what is read once.
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
  ///
  /// - Parameter records: All versions of everything, those of one thing in the order of recording.
  /// - Throws: `StoreError` where two records are of one patient, or a schedule is invalid.
  public init(_ records: some Sequence<CareRecord>) throws(StoreError) {
    for record in records {
      guard shelf.history(of: record.patient.id).record == nil else {
        throw .duplicate(.patient(record.patient.id))
      }
      for task in record.tasks { try task.checkSchedule(of: record.patient.id) }
      shelf.put(Shelf.Folder(CareHistory(record), record))
    }
  }

  /// Returns the records that a query chooses, as the store is at the moment of the call.
  ///
  /// A record of which nothing is filtered is not copied but shared with the store.
  ///
  /// - Complexity: O(1), and a step a record on the way; where the query names patients, O(*n* log *n*) for
  ///   *n* of them, and a step for each of those.
  public func records(matching query: CareQuery) -> MatchingRecords<Shelf> {
    MatchingRecords(query, from: query.patients.ids.map(shelf.only) ?? shelf)
  }

  /// Writes changes, all of them or none.
  ///
  /// - Parameter changes: The changes; a later one sees what an earlier one wrote.
  /// - Throws: `StoreError` where a change contradicts the store, which then stays as it was.
  /// - Complexity: O(*n*) for *n* versions in the records that change, so that many changes cost
  ///   little more than one.
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

  /// Puts a patient's folder in its place, and returns what it has beyond the one before.
  private func put(_ folder: Shelf.Folder) -> RecordChange {
    let known = shelf.history(of: folder.record.patient.id).record
    shelf.put(folder)
    return RecordChange(from: known, to: folder.record)
  }
}

extension MemoryStore {
  /// The records of a store at one moment, in order of the patients' ids.
  public struct Shelf: RandomAccessCollection, Sendable {
    /// A patient's record, behind a reference so that a snapshot of many costs little.
    final class Folder: Sendable {
      let history: CareHistory
      let record: CareRecord

      init(_ history: CareHistory, _ record: CareRecord) {
        self.history = history
        self.record = record
      }
    }

    private var folders: [Folder] = []

    /// The first position, which is 0.
    public var startIndex: Int { 0 }
    /// The position behind the last.
    public var endIndex: Int { folders.count }

    /// The record at a position.
    public subscript(position: Int) -> CareRecord { folders[position].record }

    /// What was written of a patient; empty where nothing was.
    func history(of patient: String) -> CareHistory {
      folder(of: patient)?.history ?? CareHistory()
    }

    mutating func put(_ folder: Folder) {
      let id = folder.record.patient.id
      let place = place(of: id)
      if place < folders.count, folders[place].record.patient.id == id {
        folders[place] = folder
      } else {
        folders.insert(folder, at: place)
      }
    }

    /// Takes a patient's folder away, and says whether there was one.
    mutating func remove(_ patient: String) -> Bool {
      let place = place(of: patient)
      guard place < folders.count, folders[place].record.patient.id == patient else { return false }
      folders.remove(at: place)
      return true
    }

    /// The folders of some patients alone.
    func only(_ patients: Set<String>) -> Shelf {
      var few = Shelf()
      few.folders = patients.sorted().compactMap { folder(of: $0) }
      return few
    }

    private func folder(of patient: String) -> Folder? {
      let place = place(of: patient)
      guard place < folders.count, folders[place].record.patient.id == patient else { return nil }
      return folders[place]
    }

    private func place(of patient: String) -> Int {
      folders.partitionPoint { $0.record.patient.id < patient }
    }
  }
}
