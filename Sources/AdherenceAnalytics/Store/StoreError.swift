public import Scheduling

/// Why a store refused a batch of changes, which leaves it as it was, or a question about changes.
public enum StoreError: Error, Hashable, Sendable {
  /// Something was to be added that is there and not deleted.
  case duplicate(CareIdentity)
  /// Something was to be changed, or was referred to, that is not there or is deleted.
  case noSuch(CareIdentity)
  /// A version says that it was known before the one that it follows.
  ///
  /// It would change what `asKnownAt` says of the time between.
  case recordedEarlier(CareIdentity, than: Instant)
  /// A version holds from the same moment as another and became known at the same, so that nobody can say
  /// which of them counts.
  case overlapping(CareIdentity)
  /// An outcome or hold without an id was to be changed.
  case unnamed(CareKind, patient: String)
  /// A task's schedule is none that can be followed.
  case invalid(CareIdentity, InputError)
  /// What changed was asked for since a revision at which the store never was: one of another store, of a
  /// copy that went on by itself, or of a time that is to come.
  case unknownRevision(StoreRevision, newest: StoreRevision)
}

extension StoreError: CustomStringConvertible {
  /// What is wrong and what would help, in words.
  public var description: String {
    switch self {
    case .duplicate(let identity):
      "\(identity) is there already (update it, or delete it first)"
    case .noSuch(let identity): "\(identity) is not there (add it first)"
    case .recordedEarlier(let identity, let known):
      "\(identity) has a version recorded at \(known) (record this one then or later)"
    case .overlapping(let identity):
      "\(identity) has a version of the same moments (give this one a later 'recordedAt')"
    case .unnamed(let kind, let patient):
      "\(kind.rawValue) of patient '\(patient)' without an id (give it one when it is added)"
    case .invalid(let identity, let error): "the schedule of \(identity): \(error)"
    case .unknownRevision(let revision, let newest):
      "revision \(revision) is none of this store's, whose newest is \(newest)"
        + " (read the store anew, and go on from its own revision)"
    }
  }
}

extension CareIdentity: CustomStringConvertible {
  /// The kind and the ids, as `task 'tablet' of patient 'ann'`.
  public var description: String {
    kind == .patient ? "patient '\(id)'" : "\(kind.rawValue) '\(id)' of patient '\(patient)'"
  }
}
