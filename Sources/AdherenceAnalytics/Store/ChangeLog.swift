import Scheduling

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
