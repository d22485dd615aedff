/// The changes of a store between two of its revisions.
public struct StoreChanges: Hashable, Sendable {
  /// The later revision, after which the next changes start.
  public var revision: StoreRevision
  /// The new versions, one element for each patient, in order of the patients' ids; for patients erased
  /// meanwhile, only later versions.
  public var records: [RecordChange]
  /// The number of patients erased.
  ///
  /// A store does not keep the ids of erased patients: ``ObservableStore/unknownPatients(among:)`` returns which of
  /// a client's patients no longer exist.
  public var erasures: Int

  /// Creates the changes up to a revision.
  public init(revision: StoreRevision, records: [RecordChange] = [], erasures: Int = 0) {
    self.revision = revision
    self.records = records
    self.erasures = erasures
  }

  /// Whether there were no changes and no erasures.
  public var isEmpty: Bool { records.isEmpty && erasures == 0 }
}
