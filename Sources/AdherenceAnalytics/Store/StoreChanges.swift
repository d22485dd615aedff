/// What became of a store between two of its revisions.
public struct StoreChanges: Hashable, Sendable {
  /// The later of the revisions, from which the next changes are asked for.
  public var revision: StoreRevision
  /// What was written, one element a patient, in order of the patients' ids; of whoever was erased meanwhile
  /// only what was written since.
  public var records: [RecordChange]
  /// How many patients were erased.
  ///
  /// A store does not know any more whom it has forgotten: ``ObservableStore/strangers(among:)`` says which of
  /// the patients that one has are no longer there.
  public var erasures: Int

  /// Creates the changes up to a revision.
  public init(revision: StoreRevision, records: [RecordChange] = [], erasures: Int = 0) {
    self.revision = revision
    self.records = records
    self.erasures = erasures
  }

  /// Whether nothing was written or erased.
  public var isEmpty: Bool { records.isEmpty && erasures == 0 }
}
