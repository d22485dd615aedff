import Scheduling

/// What was written to a store since it was opened, for stores that keep this in memory.
///
/// A store notes each batch when it counts, and answers from it what an ``ObservableStore`` is asked.
/// Revisions of another log, so of an earlier run of a program too, are refused.
public struct ChangeLog: Sendable {
  /// Versions of one kind that a batch wrote of a patient.
  private struct Entry {
    var batch: Int
    var patient: String
    var kind: CareKind
    var places: Range<Int>
  }

  private let mark = UInt64.random(in: .min ... .max)
  private var batches = 0
  private var entries: [Entry] = []
  /// The batches that erased a patient, in order.
  private var erasures: [Int] = []

  /// Creates the log of a store as it is found.
  public init() {}

  /// How far the store has come.
  public var revision: StoreRevision { StoreRevision(number: batches, mark: mark) }

  /// Notes a batch.
  ///
  /// - Parameter changes: What it wrote, one element a patient.
  public mutating func note(_ changes: some Sequence<RecordChange>) {
    batches += 1
    for change in changes {
      for (kind, places) in change.places {
        let patient = change.patient
        entries.append(Entry(batch: batches, patient: patient, kind: kind, places: places))
      }
    }
  }

  /// Notes that a patient was erased, and forgets what was written of that one.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  public mutating func noteErasure(of patient: String) {
    batches += 1
    erasures.append(batches)
    entries.removeAll { $0.patient == patient }
  }

  /// Returns what was written and erased after a revision.
  ///
  /// - Throws: ``StoreError/unknownRevision(_:newest:)`` where it is none of this log's.
  /// - Complexity: O(*n* log *n*) for *n* entries after the revision.
  public func changes(since revision: StoreRevision) throws(StoreError) -> StoreChanges {
    guard revision.mark == mark, 0...batches ~= revision.number else {
      throw .unknownRevision(revision, newest: self.revision)
    }
    let first = entries.partitionPoint { $0.batch <= revision.number }
    var found: [String: RecordChange] = [:]
    for entry in entries[first...] {
      found[entry.patient, default: RecordChange(of: entry.patient)].add(entry.kind, entry.places)
    }
    return StoreChanges(
      revision: self.revision, records: found.values.sorted { $0.patient < $1.patient },
      erasures: erasures.count - erasures.partitionPoint { $0 <= revision.number })
  }
}
